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
import { countKinds, type Minimums, minimums, shortfalls } from './minimums.ts'
import { type Random, randomOf } from './random.ts'
import {
  inWakingHours,
  type Diaries,
  draftFrom,
  addToDiaries,
  type Era,
  hasRoom,
  createDiaries,
  type Slot,
  slotOf,
} from './slots.ts'
import { type BookingPlan, type CityPlan, type Outcome, planSteps } from './story.ts'
import { createNarrator } from './words.ts'

export type TownSize = {
  sittersPerCity: number
  owners: number
  pets: number
  bookings: number
  /** Minimum contents of each city; if absent, there is no minimum. */
  promised?: Minimums
}

/** Sizes that `DEMO` can name. */
export const townSizes = {
  on: { sittersPerCity: 25, owners: 400, pets: 600, bookings: 3_000, promised: minimums.on },
  small: { sittersPerCity: 25, owners: 80, pets: 120, bookings: 300, promised: minimums.small },
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
    const plan = drawCity(city, order, size, terms, random)
    if (!best || plan.missing.length < best.missing.length) best = plan
    if (best.missing.length === 0) break
  }
  return best!
}

function drawCity(
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
  const diaries = createDiaries(sitters, terms.settings)
  const planned: { slot: Slot; outcome: Outcome | null }[] = []
  if (city.slug === 'lisbon')
    planned.push(...planCastBookings({ city, sitters, owners }, diaries, terms, random.fork('cast')))
  const missing: string[] = []
  const count = part(size.bookings)
  for (const [number, spec] of bookingSpecsOf(count - planned.length, sitters, terms.settings).entries()) {
    const own = random.fork(`booking ${number}`)
    const slot = findSlot(spec, { city, sitters, owners, diaries, planned }, terms, own)
    if (slot) planned.push({ slot, outcome: spec.outcome })
    else missing.push(`bookings: no room for one that is ${spec.era}`)
  }
  const bookings = writeStories(planned, terms, random.fork('stories'))
  const plan = {
    city,
    sitters,
    owners: withJoinDates(owners, bookings, terms, random.fork('joining')),
    bookings,
  }
  const { promised } = size
  if (promised) missing.push(...shortfalls(promised, countKinds(plan, terms.now, terms.settings)))
  return { ...plan, missing }
}

/** Owners join shortly before their first request, or at any time if they have none. */
function withJoinDates(
  owners: readonly OwnerPlan[],
  bookings: readonly BookingPlan[],
  { now }: PlanTerms,
  random: Random,
): CityPlan['owners'] {
  const firstRequests = new Map<OwnerPlan, Date>()
  for (const { slot } of bookings)
    if (!firstRequests.has(slot.owner)) firstRequests.set(slot.owner, slot.requestAt)
  return owners.map((owner) => {
    const first = firstRequests.get(owner)
    const joinedAt = first
      ? addHours(first, -random.between(1, 200))
      : addHours(now, -24 * random.between(2, 300))
    return { ...owner, joinedAt }
  })
}

/** Fixed properties of a planned booking; omitted fields are chosen at random. */
type BookingSpec = {
  era: Era
  outcome: Outcome | null
  sitter?: SitterPlan
  daysAgo?: [from: number, to: number]
  length?: number
}

/** Outcomes that occur at least once among every city's past bookings. */
const guaranteedOutcomes: Outcome[] = ['cancelled', 'declined', 'withdrawn', 'expired', 'cancelled_by_sitter']

/** The required bookings come first, so that there is room for them; the rest follows the shares. */
function bookingSpecsOf(count: number, [first]: readonly SitterPlan[], { review }: Settings): BookingSpec[] {
  const open: BookingSpec = { era: 'open', outcome: null }
  const running: BookingSpec = { era: 'running', outcome: null }
  const past: BookingSpec = { era: 'past', outcome: null }
  // Enough reviews published long ago for the average to be shown.
  const rated = Array.from({ length: review.minShown }, (): BookingSpec => ({
    era: 'past',
    outcome: 'reviewed',
    ...(first && { sitter: first }),
    daysAgo: [50, 330],
  }))
  const toReview: BookingSpec = { era: 'past', outcome: 'unreviewed', daysAgo: [5, 10], length: 2 }
  const ended = guaranteedOutcomes.map((outcome): BookingSpec => ({ era: 'past', outcome }))
  const required = [open, running, ...rated, toReview, ...ended]
  const shareOf = (era: keyof typeof shares) => Math.max(1, Math.round(count * shares[era]))
  const ahead = Math.max(0, Math.min(shareOf('ahead'), count - required.length))
  const specs = [
    ...required,
    ...Array.from({ length: ahead }, (): BookingSpec => ({ era: 'ahead', outcome: null })),
    ...Array.from({ length: shareOf('open') - 1 }, () => open),
    ...Array.from({ length: shareOf('running') - 1 }, () => running),
  ].slice(0, count)
  return [...specs, ...Array.from({ length: count - specs.length }, () => past)]
}

function writeStories(
  planned: readonly { slot: Slot; outcome: Outcome | null }[],
  { content, settings, now }: PlanTerms,
  random: Random,
): BookingPlan[] {
  const narrator = createNarrator(content)
  return planned
    .toSorted((a, b) => a.slot.requestAt.getTime() - b.slot.requestAt.getTime())
    .map(({ slot, outcome }, index) => {
      const own = random.fork(`${index}`)
      return planSteps(slot, outcome ?? undefined, { narrator, settings, now }, own)
    })
}

type CityContext = {
  city: PlacedCity
  sitters: readonly SitterPlan[]
  owners: readonly OwnerPlan[]
  diaries: Diaries
  planned: readonly { slot: Slot }[]
}
const attempts = 4_000

function findSlot(
  spec: BookingSpec,
  context: CityContext,
  terms: PlanTerms,
  random: Random,
): Slot | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = trySlot(spec, context, terms, random)
    if (!slot || !hasRoom(context.diaries, slot)) continue
    addToDiaries(context.diaries, slot)
    return slot
  }
  return undefined
}

const maxNewcomerBookings = 2

function trySlot(
  { era, sitter: wanted, daysAgo, length }: BookingSpec,
  { city, sitters, owners, planned }: CityContext,
  terms: PlanTerms,
  random: Random,
): Slot | undefined {
  const { settings, now } = terms
  const { timeZone } = city
  const sitter = wanted ?? pickSitter(sitters, random)
  const bookings = planned.filter(({ slot }) => slot.sitter === sitter)
  if (sitter.tags.has('newcomer') && bookings.length >= maxNewcomerBookings) return undefined
  const strangers = owners.filter(({ key }) => key === null)
  const regulars = bookings.map(({ slot }) => slot.owner).filter(({ key }) => key === null)
  const owner = random.pick(regulars.length > 0 && random.chance(0.45) ? regulars : strangers)
  const service = random.pick(sitter.services)
  const pets = choosePets(owner, service.accepts.species, service.maxPets, random)
  if (pets.length === 0) return undefined
  const today = localOf(now, timeZone).on
  const startIn = daysAgo ? -random.integer(...daysAgo) : startOf(era, random)
  const draft = draftFrom(service, addDays(today, startIn), length, random)
  if (!draft) return undefined
  const startOn = draft.startOn ?? draft.visits![0]!.on
  const daysAhead = (Date.parse(startOn) - Date.parse(today)) / 86_400_000
  const hoursAgo = {
    past: () => -daysAhead * 24 + leadHours(random),
    running: () => -daysAhead * 24 + leadHours(random),
    ahead: () => Math.max(30, random.between(1.3, 70) * 24),
    open: () => random.between(0.3, 22),
  }[era]()
  const drawnAt = addHours(now, -hoursAgo)
  const requestAt = era === 'open' ? drawnAt : inWakingHours(drawnAt, timeZone, random)
  return slotOf({ era, sitter, owner, pets, service, draft, requestAt }, { settings, now, timeZone })
}

/** The first day, relative to today. */
const startOf = (era: Era, random: Random): number =>
  ({
    past: () => -random.integer(2, random.chance(0.15) ? 20 : 362),
    running: () => -random.integer(0, 9),
    ahead: () => random.integer(1, random.pick([14, 40, 40, 120, 330])),
    open: () => random.integer(2, random.pick([14, 40, 90])),
  })[era]()

const leadHours = (random: Random): number => random.between(30, random.chance(0.5) ? 200 : 1_000)

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
  const acceptedPets = random.shuffled(pets.filter(({ input }) => species.includes(input.species)))
  const together = random.chance(0.7) ? Math.min(most, acceptedPets.length) : 1
  return acceptedPets.slice(0, together)
}
