import type { Service } from '#contract/codes.ts'
import { addDays, addHours, localOf } from '#server/kernel/day.ts'
import type { OwnerPlan, PlacedCity, PlanTerms, SitterPlan } from './population.ts'
import type { Random } from './random.ts'
import { type Diaries, draftFrom, addToDiaries, type Era, hasRoom, type Slot, slotOf } from './slots.ts'
import type { Outcome } from './story.ts'

/**
 * `startIn` and `length` are in days, or visits; without `askedHoursAgo`, the request is some days before the start.
 */
type CastBooking = {
  owner: string
  sitter: string
  pets: string[]
  service: Service
  era: Era
  startIn: number
  length: number
  askedHoursAgo?: number
  outcome: Outcome
}

/** Bookings that the introduced people see after signing in. */
const castBookings: CastBooking[] = [
  {
    owner: 'olga',
    sitter: 'sam',
    pets: ['Rex'],
    service: 'boarding',
    era: 'past',
    startIn: -215,
    length: 3,
    outcome: 'served',
  },
  {
    owner: 'olga',
    sitter: 'ines',
    pets: ['Rex'],
    service: 'boarding',
    era: 'past',
    startIn: -128,
    length: 5,
    outcome: 'served',
  },
  {
    owner: 'olga',
    sitter: 'ines',
    pets: ['Rex', 'Pip'],
    service: 'boarding',
    era: 'past',
    startIn: -44,
    length: 2,
    outcome: 'served',
  },
  {
    owner: 'olga',
    sitter: 'sam',
    pets: ['Rex'],
    service: 'dog_walking',
    era: 'past',
    startIn: -10,
    length: 4,
    outcome: 'unreviewed',
  },
  {
    owner: 'olga',
    sitter: 'ines',
    pets: ['Rex', 'Pip'],
    service: 'boarding',
    era: 'ahead',
    startIn: 16,
    length: 7,
    askedHoursAgo: 200,
    outcome: 'change_asked',
  },
  {
    owner: 'olga',
    sitter: 'sam',
    pets: ['Rex', 'Pip'],
    service: 'boarding',
    era: 'open',
    startIn: 37,
    length: 4,
    askedHoursAgo: 3,
    outcome: 'served',
  },
  {
    owner: 'rui',
    sitter: 'sam',
    pets: ['Miso'],
    service: 'day_care',
    era: 'past',
    startIn: -83,
    length: 3,
    outcome: 'served',
  },
  {
    owner: 'rui',
    sitter: 'tomas',
    pets: ['Miso'],
    service: 'house_sitting',
    era: 'past',
    startIn: -60,
    length: 4,
    outcome: 'cancelled',
  },
  {
    owner: 'rui',
    sitter: 'mateus',
    pets: ['Miso'],
    service: 'boarding',
    era: 'running',
    startIn: -2,
    length: 5,
    outcome: 'served',
  },
  {
    owner: 'rui',
    sitter: 'sam',
    pets: ['Miso'],
    service: 'day_care',
    era: 'open',
    startIn: 9,
    length: 2,
    askedHoursAgo: 0.7,
    outcome: 'served',
  },
  {
    owner: 'olga',
    sitter: 'mateus',
    pets: ['Rex'],
    service: 'boarding',
    era: 'past',
    startIn: -4,
    length: 2,
    outcome: 'disputed',
  },
  {
    owner: 'olga',
    sitter: 'tomas',
    pets: ['Rex'],
    service: 'boarding',
    era: 'open',
    startIn: 60,
    length: 3,
    askedHoursAgo: 5,
    outcome: 'offered',
  },
  {
    owner: 'rui',
    sitter: 'leonor',
    pets: ['Miso'],
    service: 'boarding',
    era: 'ahead',
    startIn: 24,
    length: 2,
    askedHoursAgo: 30,
    outcome: 'booked_at_once',
  },
]

const widest = 14

/** Planned before all other bookings, so that there is always room; moved by a day if the sitter is away. */
export function planCastBookings(
  {
    city,
    sitters,
    owners,
  }: { city: PlacedCity; sitters: readonly SitterPlan[]; owners: readonly OwnerPlan[] },
  diaries: Diaries,
  terms: PlanTerms,
  random: Random,
): { slot: Slot; outcome: Outcome }[] {
  const { now, settings } = terms
  const { timeZone } = city
  const today = localOf(now, timeZone).on
  return castBookings.map((booking, index) => {
    const sitter = sitters.find(({ key }) => key === booking.sitter)!
    const owner = owners.find(({ key }) => key === booking.owner)!
    const pets = booking.pets.map((name) => owner.pets.find(({ input }) => input.name === name)!)
    const service = sitter.services.find((one) => one.service === booking.service)!
    const { era, outcome } = booking
    for (let shift = 0; shift < widest; shift++) {
      const own = random.fork(`${index} ${shift}`)
      const startOn = addDays(today, booking.startIn + shift * (era === 'running' ? -1 : 1))
      const draft = draftFrom(service, startOn, booking.length + (era === 'running' ? shift : 0), own)
      if (!draft) continue
      const ahead = (Date.parse(startOn) - Date.parse(today)) / 3_600_000
      const requestAt = addHours(now, -(booking.askedHoursAgo ?? own.between(100, 300) - ahead))
      const slot = slotOf(
        { era, sitter, owner, pets, service, draft, requestAt },
        { settings, now, timeZone },
      )
      if (!slot || !hasRoom(diaries, slot)) continue
      addToDiaries(diaries, slot)
      return { slot, outcome }
    }
    throw new Error(`The cast's booking ${index + 1} found no day`)
  })
}
