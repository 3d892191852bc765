import type { Settings } from '#contract/settings.ts'
import { addDays, addHours, localOf } from '#server/kernel/day.ts'
import { planCastBookings } from './cast-bookings.ts'
import type { Content } from './content.ts'
import type { PetPlan } from './pets.ts'
import {
  type Census,
  planPopulation,
  type OwnerPlan,
  type PlacedCity,
  type PlanTerms,
  type SitterPlan,
} from './population.ts'
import { countKinds, type Promises, promises, shortfalls } from './promises.ts'
import { type Random, randomOf } from './random.ts'
import {
  awake,
  type Diaries,
  draftFrom,
  enter,
  type Era,
  hasRoom,
  openDiaries,
  type Slot,
  slotOf,
} from './slots.ts'
import { type BookingPlan, type CityPlan, type Outcome, tellStory } from './story.ts'
import { createNarrator } from './words.ts'

export type TownSize = {
  sittersPerCity: number
  owners: number
  pets: number
  bookings: number
  /** Minimum contents of each city; if absent, there is no minimum. */
  promised?: Promises
}

/** Sizes that `DEMO` can name. */
export const townSizes = {
  on: { sittersPerCity: 25, owners: 400, pets: 600, bookings: 3_000, promised: promises.on },
  small: { sittersPerCity: 25, owners: 80, pets: 120, bookings: 300, promised: promises.small },
} satisfies Record<string, TownSize>

const seed = 'Sitwell'
const shares: Record<Exclude<Era, 'past'>, number> = { open: 0.05, running: 0.03, ahead: 0.27 }
/** One seed is nearly always enough; several make sure of it at any time. */
const seeds = 6

/** A plan, and the minimums that it does not reach. */
export type Planned = CityPlan & { missing: string[] }

/**
 * Plans everything that will have happened in a city by `now`: always the same, shifted with the calendar. What fits
 * depends on the hour, so a plan that does not reach the minimums of its size is generated again from another seed.
 */
export function planCity(
  city: PlacedCity,
  order: { index: number; cities: number },
  size: TownSize,
  terms: PlanTerms,
): Planned {
  let best: Planned | undefined
  for (let attempt = 0; attempt < seeds; attempt++) {
    const random = randomOf(`${seed}/${city.slug}${attempt === 0 ? '' : `/${attempt}`}`)
    const plan = draw(city, order, size, terms, random)
    if (!best || plan.missing.length < best.missing.length) best = plan
    if (best.missing.length === 0) break
  }
  return best!
}

function draw(
  city: PlacedCity,
  { index, cities }: { index: number; cities: number },
  size: TownSize,
  terms: PlanTerms,
  random: Random,
): Planned {
  const part = (total: number) =>
    Math.floor(((index + 1) * total) / cities) - Math.floor((index * total) / cities)
  const census: Census = { sitters: size.sittersPerCity, owners: part(size.owners), pets: part(size.pets) }
  const cast: Pick<Content['cast'], 'sitters' | 'owners'> =
    city.slug === 'lisbon' ? terms.content.cast : { sitters: [], owners: [] }
  const { sitters, owners } = planPopulation(city, census, cast, terms, random.fork('population'))
  const diaries = openDiaries(sitters, terms.settings)
  const told: { slot: Slot; outcome: Outcome | null }[] = []
  if (city.slug === 'lisbon')
    told.push(...planCastBookings({ city, sitters, owners }, diaries, terms, random.fork('cast')))
  const missing: string[] = []
  const count = part(size.bookings)
  for (const [number, wish] of wishesOf(count - told.length, sitters, terms.settings).entries()) {
    const own = random.fork(`booking ${number}`)
    const slot = findSlot(wish, { city, sitters, owners, diaries, told }, terms, own)
    if (slot) told.push({ slot, outcome: wish.outcome })
    else missing.push(`bookings: no room for one that is ${wish.era}`)
  }
  const bookings = write(told, terms, random.fork('stories'))
  const plan = { city, sitters, owners: joined(owners, bookings, terms, random.fork('joining')), bookings }
  const { promised } = size
  if (promised) missing.push(...shortfalls(promised, countKinds(plan, terms.now, terms.settings)))
  return { ...plan, missing }
}

/** Owners join shortly before their first request, or at any time if they have none. */
function joined(
  owners: readonly OwnerPlan[],
  bookings: readonly BookingPlan[],
  { now }: PlanTerms,
  random: Random,
): CityPlan['owners'] {
  const firsts = new Map<OwnerPlan, Date>()
  for (const { slot } of bookings) if (!firsts.has(slot.owner)) firsts.set(slot.owner, slot.requestAt)
  return owners.map((owner) => {
    const first = firsts.get(owner)
    const joinedAt = first
      ? addHours(first, -random.between(1, 200))
      : addHours(now, -24 * random.between(2, 300))
    return { ...owner, joinedAt }
  })
}

/** Fixed properties of a planned booking; omitted fields are chosen at random. */
type BookingWish = {
  era: Era
  outcome: Outcome | null
  sitter?: SitterPlan
  daysAgo?: [from: number, to: number]
  length?: number
}

/** Outcomes that occur at least once among every city's past bookings. */
const sure: Outcome[] = ['cancelled', 'declined', 'withdrawn', 'expired', 'cancelled_by_sitter']

/** The required bookings come first, so that there is room for them; the rest follows the shares. */
function wishesOf(count: number, [first]: readonly SitterPlan[], { review }: Settings): BookingWish[] {
  const open: BookingWish = { era: 'open', outcome: null }
  const running: BookingWish = { era: 'running', outcome: null }
  const past: BookingWish = { era: 'past', outcome: null }
  // Enough reviews published long ago for the average to be shown.
  const rated = Array.from({ length: review.minShown }, (): BookingWish => ({
    era: 'past',
    outcome: 'reviewed',
    ...(first && { sitter: first }),
    daysAgo: [50, 330],
  }))
  const toReview: BookingWish = { era: 'past', outcome: 'unreviewed', daysAgo: [5, 10], length: 2 }
  const ended = sure.map((outcome): BookingWish => ({ era: 'past', outcome }))
  const always = [open, running, ...rated, toReview, ...ended]
  const shareOf = (era: keyof typeof shares) => Math.max(1, Math.round(count * shares[era]))
  const ahead = Math.max(0, Math.min(shareOf('ahead'), count - always.length))
  const wishes = [
    ...always,
    ...Array.from({ length: ahead }, (): BookingWish => ({ era: 'ahead', outcome: null })),
    ...Array.from({ length: shareOf('open') - 1 }, () => open),
    ...Array.from({ length: shareOf('running') - 1 }, () => running),
  ].slice(0, count)
  return [...wishes, ...Array.from({ length: count - wishes.length }, () => past)]
}

function write(
  told: readonly { slot: Slot; outcome: Outcome | null }[],
  { content, settings, now }: PlanTerms,
  random: Random,
): BookingPlan[] {
  const narrator = createNarrator(content)
  return told
    .toSorted((a, b) => a.slot.requestAt.getTime() - b.slot.requestAt.getTime())
    .map(({ slot, outcome }, index) => {
      const own = random.fork(`${index}`)
      return tellStory(slot, outcome ?? undefined, { narrator, settings, now }, own)
    })
}

type Place = {
  city: PlacedCity
  sitters: readonly SitterPlan[]
  owners: readonly OwnerPlan[]
  diaries: Diaries
  told: readonly { slot: Slot }[]
}
const attempts = 4_000

function findSlot(wish: BookingWish, place: Place, terms: PlanTerms, random: Random): Slot | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = trySlot(wish, place, terms, random)
    if (!slot || !hasRoom(place.diaries, slot)) continue
    enter(place.diaries, slot)
    return slot
  }
  return undefined
}

const newcomersBookings = 2

function trySlot(
  { era, sitter: wanted, daysAgo, length }: BookingWish,
  { city, sitters, owners, told }: Place,
  terms: PlanTerms,
  random: Random,
): Slot | undefined {
  const { settings, now } = terms
  const { timeZone } = city
  const sitter = wanted ?? pickSitter(sitters, random)
  const bookings = told.filter(({ slot }) => slot.sitter === sitter)
  if (sitter.tags.has('newcomer') && bookings.length >= newcomersBookings) return undefined
  const strangers = owners.filter(({ key }) => key === null)
  const regulars = bookings.map(({ slot }) => slot.owner).filter(({ key }) => key === null)
  const owner = random.pick(regulars.length > 0 && random.chance(0.45) ? regulars : strangers)
  const service = random.pick(sitter.services)
  const pets = choosePets(owner, service.accepts.species, service.maxPets, random)
  if (pets.length === 0) return undefined
  const today = localOf(now, timeZone).on
  const startIn = daysAgo ? -random.whole(...daysAgo) : startOf(era, random)
  const draft = draftFrom(service, addDays(today, startIn), length, random)
  if (!draft) return undefined
  const startOn = draft.startOn ?? draft.visits![0]!.on
  const daysAhead = (Date.parse(startOn) - Date.parse(today)) / 86_400_000
  const hoursAgo = {
    past: () => -daysAhead * 24 + leadOf(random),
    running: () => -daysAhead * 24 + leadOf(random),
    ahead: () => Math.max(30, random.between(1.3, 70) * 24),
    open: () => random.between(0.3, 22),
  }[era]()
  const askedAt = addHours(now, -hoursAgo)
  const requestAt = era === 'open' ? askedAt : awake(askedAt, timeZone, random)
  return slotOf({ era, sitter, owner, pets, service, draft, requestAt }, { settings, now, timeZone })
}

/** The first day, relative to today. */
const startOf = (era: Era, random: Random): number =>
  ({
    past: () => -random.whole(2, random.chance(0.15) ? 20 : 362),
    running: () => -random.whole(0, 9),
    ahead: () => random.whole(1, random.pick([14, 40, 40, 120, 330])),
    open: () => random.whole(2, random.pick([14, 40, 90])),
  })[era]()

const leadOf = (random: Random): number => random.between(30, random.chance(0.5) ? 200 : 1_000)

function pickSitter(sitters: readonly SitterPlan[], random: Random): SitterPlan {
  const total = sitters.reduce((sum, { habits }) => sum + habits.popularity, 0)
  let left = random.next() * total
  return sitters.find(({ habits }) => (left -= habits.popularity) < 0) ?? sitters[0]!
}

function choosePets(
  { pets }: OwnerPlan,
  species: readonly string[],
  most: number,
  random: Random,
): PetPlan[] {
  const welcome = random.shuffled(pets.filter(({ input }) => species.includes(input.species)))
  const together = random.chance(0.7) ? Math.min(most, welcome.length) : 1
  return welcome.slice(0, together)
}
