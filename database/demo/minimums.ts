import { type BookingStatus, type Service, services } from '#contract/codes.ts'
import { keysOf, recordOf } from '#contract/entries.ts'
import type { Settings } from '#contract/settings.ts'
import { statusAfter } from '#server/bookings/life/rule.ts'
import { addHours } from '#server/kernel/day.ts'
import type { BookingPlan, CityPlan } from './story.ts'

type SitterKind = 'rated' | 'unrated' | 'newcomer' | Service
type PlannedStatus = Exclude<BookingStatus, 'inquiry' | 'awaiting_card' | 'offered' | 'awaiting_payment'>
export type Minimums = {
  /** A sitter is rated if the average is shown; a service counts the sitters who offer it. */
  sitters: Record<SitterKind, number>
  /** `toReview`: completed, and the owner may still write a review. */
  bookings: Record<PlannedStatus | 'toReview', number>
}

/** Minimum contents of each city of the demo town, at whatever time it is created. */
export const minimums = {
  on: {
    sitters: {
      rated: 5,
      unrated: 2,
      newcomer: 2,
      boarding: 3,
      house_sitting: 3,
      drop_in: 3,
      day_care: 3,
      dog_walking: 3,
    },
    bookings: {
      requested: 6,
      confirmed: 20,
      in_progress: 4,
      completed: 2,
      toReview: 1,
      closed: 50,
      declined: 1,
      withdrawn: 1,
      expired: 1,
      cancelled: 2,
    },
  },
  small: {
    sitters: {
      rated: 1,
      unrated: 2,
      newcomer: 2,
      boarding: 3,
      house_sitting: 3,
      drop_in: 3,
      day_care: 3,
      dog_walking: 3,
    },
    bookings: {
      requested: 1,
      confirmed: 1,
      in_progress: 1,
      completed: 1,
      toReview: 1,
      closed: 3,
      declined: 1,
      withdrawn: 1,
      expired: 1,
      cancelled: 2,
    },
  },
} satisfies Record<string, Minimums>

/** Minimum bookings in each status that an introduced person sees after signing in, at any time. */
export const castMinimums: Record<string, Partial<Record<BookingStatus, number>>> = {
  olga: { requested: 1, offered: 1, confirmed: 1, completed: 2, closed: 3 },
  rui: { requested: 1, confirmed: 1, in_progress: 1, closed: 1, cancelled: 1 },
  sam: { requested: 2, completed: 1, closed: 2 },
  ines: { confirmed: 1, closed: 2 },
  tomas: { offered: 1, cancelled: 1 },
  mateus: { in_progress: 1, completed: 1 },
  leonor: { confirmed: 1 },
}

const reviewEvents = ['review', 'publish_reviews', 'reply'] as const
const isReviewEvent = (event: string): event is (typeof reviewEvents)[number] =>
  reviewEvents.some((other) => other === event)

/** The status reached by the steps up to a moment; undefined if the transition table does not allow them. */
export function statusAt({ steps }: BookingPlan, now: Date): BookingStatus | undefined {
  let status: BookingStatus | 'new' | undefined = 'new'
  for (const { at, event } of steps)
    if (at <= now && status && !isReviewEvent(event)) status = statusAfter(event, status)
  return status === 'new' ? undefined : status
}

/** True once the owner's review is public: when both sides have written, or the other side's time is over. */
const isReviewed = ({ steps }: BookingPlan, now: Date): boolean => {
  const written = steps.filter(({ event, at }) => event === 'review' && at <= now)
  const byOwner = written.some((step) => step.event === 'review' && step.by === 'owner')
  const isPublished = steps.some(({ event, at }) => event === 'publish_reviews' && at <= now)
  return byOwner && (written.length === 2 || isPublished)
}

const isToReview = (booking: BookingPlan, now: Date, { review }: Settings): boolean =>
  statusAt(booking, now) === 'completed' &&
  booking.slot.plan.endsAt > addHours(now, -review.windowDays * 24) &&
  !booking.steps.some((step) => step.event === 'review' && step.by === 'owner' && step.at <= now)

/** Counts a city plan's contents at a given moment. */
export function countKinds({ sitters, bookings }: CityPlan, now: Date, settings: Settings): Minimums {
  const reviewsOf = Map.groupBy(
    bookings.filter((booking) => isReviewed(booking, now)),
    ({ slot }) => slot.sitter,
  )
  const rated = sitters.filter((one) => (reviewsOf.get(one)?.length ?? 0) >= settings.review.minShown).length
  const offering = (service: Service) =>
    sitters.filter((sitter) => sitter.services.some((one) => one.service === service)).length
  const statuses = bookings.map((booking) => statusAt(booking, now))
  const inStatus = recordOf(
    keysOf(minimums.on.bookings),
    (status) => statuses.filter((one) => one === status).length,
  )
  return {
    sitters: {
      rated,
      unrated: sitters.length - rated,
      newcomer: sitters.filter(({ tags }) => tags.has('newcomer')).length,
      ...recordOf(services, offering),
    },
    bookings: {
      ...inStatus,
      toReview: bookings.filter((booking) => isToReview(booking, now, settings)).length,
    },
  }
}

/** Describes which counts are below their minimum. */
export function shortfalls(minimum: Minimums, found: Minimums): string[] {
  const parts = ['sitters', 'bookings'] as const
  return parts.flatMap((part) => {
    const counts: Record<string, number> = found[part]
    return Object.entries(minimum[part])
      .filter(([kind, least]) => (counts[kind] ?? 0) < least)
      .map(([kind, least]) => `${part}: ${kind} ${counts[kind] ?? 0} instead of ${least}`)
  })
}
