import { type DeclineReason, isStay, type Party, type SystemEvent } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { payoutMoments } from '#server/bookings/money/payout.ts'
import { addHours, addMinutes, earliest, latest } from '#server/kernel/day.ts'
import { ratingsOf } from '#server/reviews/review.ts'
import { castTexts } from './cast.ts'
import type { OwnerPlan, PlacedCity, SitterPlan } from './population.ts'
import type { Random } from './random.ts'
import { inWakingHours, type Slot } from './slots.ts'
import type { Narrator } from './words.ts'

/** Outcomes used only for the introduced people. */
type CastOutcome = 'offered' | 'booked_at_once' | 'change_asked' | 'disputed'

export type Outcome =
  | 'served'
  | 'reviewed'
  | 'ended_early'
  | 'cancelled'
  | 'cancelled_by_sitter'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'unreviewed'
  | CastOutcome

type Review = { overall: number; ratings: Record<string, number>; text: string }

export type FirstEvent = 'request' | 'instant_book' | 'inquire'

/** What the owner or the sitter does with a booking once it exists. */
export type BookingAction =
  | { event: 'accept' | 'withdraw' | 'check_in' | 'check_out' }
  | { event: 'decline'; reason: DeclineReason; note: string }
  | { event: 'cancel' | 'cancel_by_sitter'; reason: string }
  | { event: 'offer'; discount: number; note: string }
  | { event: 'propose_change'; note: string }
  | { event: 'open_case'; words: string; asked: number }
  | { event: 'answer_case'; words: string }
type ClockEvent = Extract<SystemEvent, 'expire' | 'auto_start' | 'auto_complete' | 'release_payout' | 'close'>
export type ReviewEvent =
  | { event: 'review'; by: Party; review: Review }
  | { event: 'publish_reviews' }
  | { event: 'reply'; text: string }

/** An event of a booking; only those before now are carried out. */
export type Step = { at: Date } & (
  | { event: FirstEvent }
  | BookingAction
  | { event: ClockEvent }
  | ReviewEvent
)

export type BookingPlan = { slot: Slot; message: string; steps: Step[] }
export type CityPlan = {
  city: PlacedCity
  sitters: SitterPlan[]
  owners: (OwnerPlan & { joinedAt: Date })[]
  bookings: BookingPlan[]
}

type Terms = { narrator: Narrator; settings: Settings; now: Date }

const outcomeWeights: Partial<Record<Outcome, number>> = {
  served: 79,
  ended_early: 1,
  cancelled: 6,
  cancelled_by_sitter: 1.5,
  declined: 6.5,
  withdrawn: 3,
}

function drawOutcome({ era, sitter }: Slot, random: Random): Outcome {
  if (era === 'running' || era === 'open') return 'served'
  return random.weighted({ ...outcomeWeights, expired: sitter.habits.lapses * 3 })
}

const firstEvents: Partial<Record<Outcome, FirstEvent>> = {
  offered: 'inquire',
  booked_at_once: 'instant_book',
}

/** Plans a booking's events from the request on, in order of time. */
export function planSteps(
  slot: Slot,
  ensured: Outcome | undefined,
  terms: Terms,
  random: Random,
): BookingPlan {
  const outcome = ensured ?? drawOutcome(slot, random)
  const message = terms.narrator.request(slot, random)
  const steps: Step[] = [{ at: slot.requestAt, event: firstEvents[outcome] ?? 'request' }]
  if (slot.era !== 'open' || outcome === 'offered') steps.push(...answer(slot, outcome, terms, random))
  return { slot, message, steps }
}

function answer(slot: Slot, outcome: Outcome, terms: Terms, random: Random): Step[] {
  const { requestAt, expiresAt, plan, sitter } = slot
  const until = earliest(expiresAt, plan.startsAt)
  const share = (part: number) =>
    new Date(requestAt.getTime() + part * (until.getTime() - requestAt.getTime()))
  const wait = sitter.habits.answerMinutes * random.between(0.3, 2.4)
  const at = earliest(inWakingHours(addMinutes(requestAt, wait), plan.timeZone, random), share(0.9))
  switch (outcome) {
    case 'expired':
      return [{ at: expiresAt, event: 'expire' }]
    case 'withdrawn':
      return [{ at: share(random.between(0.1, 0.8)), event: 'withdraw' }]
    case 'declined':
      return [{ at, event: 'decline', ...terms.narrator.decline(slot, random) }]
    case 'cancelled':
    case 'cancelled_by_sitter':
      return [{ at, event: 'accept' }, ...cancellation(slot, at, outcome, terms, random)]
    case 'served':
    case 'reviewed':
    case 'ended_early':
    case 'unreviewed':
      return [{ at, event: 'accept' }, ...service(slot, outcome, terms, random)]
    default:
      return castAnswer(slot, at, outcome, terms, random)
  }
}

function castAnswer(slot: Slot, at: Date, outcome: CastOutcome, terms: Terms, random: Random): Step[] {
  const { requestAt, plan } = slot
  switch (outcome) {
    case 'offered':
      return [{ at: addHours(requestAt, 2), event: 'offer', ...castTexts.offer }]
    case 'booked_at_once':
      return service(slot, outcome, terms, random)
    case 'change_asked':
      return [
        { at, event: 'accept' },
        { at: addHours(terms.now, -5), event: 'propose_change', ...castTexts.change },
      ]
    case 'disputed':
      return [
        { at, event: 'accept' },
        { at: plan.startsAt, event: 'check_in' },
        { at: plan.endsAt, event: 'check_out' },
        { at: addHours(plan.endsAt, 2), event: 'open_case', ...castTexts.case },
        { at: addHours(plan.endsAt, 7), event: 'answer_case', ...castTexts.answer },
      ]
  }
}

function cancellation(
  slot: Slot,
  acceptedAt: Date,
  outcome: 'cancelled' | 'cancelled_by_sitter',
  { narrator, settings, now }: Terms,
  random: Random,
): Step[] {
  const from = acceptedAt.getTime()
  const to = Math.min(slot.plan.startsAt.getTime(), now.getTime())
  const at = new Date(from + random.between(0.15, 0.92) * (to - from))
  const reason = narrator.cancellation(slot, outcome === 'cancelled' ? 'owner' : 'sitter', random)
  const event = outcome === 'cancelled' ? 'cancel' : 'cancel_by_sitter'
  return [{ at, event, reason }, ...payouts(slot, { cancelledAt: at, endedAt: null }, settings)]
}

/** Payouts released by the clock; a booking refunded in full has none. */
function payouts(
  { plan }: Slot,
  over: { cancelledAt: Date | null; endedAt: Date | null },
  settings: Settings,
): Step[] {
  const course = {
    ...over,
    status: over.cancelledAt ? ('cancelled' as const) : ('completed' as const),
    isStay: isStay(plan.service),
    startsAt: plan.startsAt,
    endsAt: plan.endsAt,
    units: plan.units.map(({ endsAt }) => ({ endsAt, net: 0 })),
  }
  return payoutMoments(course, settings.payout).map(({ dueAt }) => ({ at: dueAt, event: 'release_payout' }))
}

/** Events from check-in to the reviews. */
function service(slot: Slot, outcome: Outcome, terms: Terms, random: Random): Step[] {
  const { settings } = terms
  const { plan, era } = slot
  const steps: Step[] = []
  // Visits without a check-in would become cases.
  const isStarted = era === 'running' || random.chance(0.93) || !isStay(plan.service)
  if (isStarted) steps.push({ at: addMinutes(plan.startsAt, random.between(-10, 12)), event: 'check_in' })
  else steps.push({ at: addHours(plan.startsAt, settings.stay.autoStartHours), event: 'auto_start' })

  const isRunning = steps.length > 0
  let endedAt = addHours(plan.endsAt, settings.stay.autoCompleteHours)
  if (outcome === 'ended_early' && isRunning && plan.units.length > 3) {
    endedAt = addHours(plan.units[2]!.startsAt, 3)
    const reason = terms.narrator.cancellation(slot, 'sitter', random)
    steps.push({ at: endedAt, event: 'cancel_by_sitter', reason })
  } else if (isRunning && random.chance(0.93)) {
    endedAt = addMinutes(plan.endsAt, random.between(-8, 20))
    steps.push({ at: endedAt, event: 'check_out' })
  } else steps.push({ at: endedAt, event: 'auto_complete' })

  steps.push(...payouts(slot, { cancelledAt: null, endedAt }, settings))
  steps.push({ at: addHours(plan.endsAt, settings.closeDays * 24), event: 'close' })
  if (outcome !== 'unreviewed')
    steps.push(...reviews(slot, endedAt, outcome === 'reviewed' ? 1 : 0.76, terms, random))
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime())
}

const clamp = (stars: number) => Math.min(5, Math.max(1, stars))

function ratings(party: Party, overall: number, isAtHome: boolean, random: Random): Record<string, number> {
  const names = ratingsOf[party].filter((name) => name !== 'home' || isAtHome)
  return Object.fromEntries(
    names.map((name) => [name, clamp(overall + (random.chance(0.15) ? random.pick([-1, 1]) : 0))]),
  )
}

/** Draws 5, 4 or 3 stars: 5 with the first share, otherwise 4 with the second. */
const drawStars = (fives: number, fours: number, random: Random): number =>
  random.chance(fives) ? 5 : random.chance(fours) ? 4 : 3

/** Each side may write a review; both are published together, or when the other side's time is over. */
function reviews(
  slot: Slot,
  endedAt: Date,
  ownersShare: number,
  { narrator, settings }: Terms,
  random: Random,
): Step[] {
  const { sitter, plan } = slot
  const isAtHome = plan.service === 'boarding' || plan.service === 'day_care'
  const stars = drawStars(sitter.habits.fiveStars, 0.75, random)
  const byOwner = random.chance(ownersShare) ? narrator.review(slot, stars, random) : undefined
  const ownerStars = drawStars(0.85, 0.8, random)
  const bySitter = random.chance(0.55) ? narrator.reviewOfOwner(slot, ownerStars, random) : undefined
  const steps: Step[] = []
  if (byOwner) {
    const review = { overall: stars, ratings: ratings('owner', stars, isAtHome, random), text: byOwner.text }
    steps.push({ at: addHours(endedAt, random.between(2, 220)), event: 'review', by: 'owner', review })
  }
  if (bySitter) {
    const review = {
      overall: ownerStars,
      ratings: ratings('sitter', ownerStars, isAtHome, random),
      text: bySitter,
    }
    steps.push({ at: addHours(endedAt, random.between(1, 190)), event: 'review', by: 'sitter', review })
  }
  const [first, second] = steps
  if (!first) return []
  const publishedAt = second
    ? latest(first.at, second.at)
    : addHours(endedAt, settings.review.windowDays * 24)
  if (!second) steps.push({ at: publishedAt, event: 'publish_reviews' })
  if (byOwner?.reply)
    steps.push({ at: addHours(publishedAt, random.between(2, 70)), event: 'reply', text: byOwner.reply })
  return steps
}
