import type { Party } from '#contract/codes.ts'
import type { NoticeKind } from '#contract/notices/kinds.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { addHours } from '#server/kernel/day.ts'

const nearHours = 24
/** An answer that is due within this time may be due before the next morning. */
const overNightHours = 12

type Booking = { starts_at: Date; expires_at: Date | null }

/**
 * Returns the kind of notice. It is more urgent if the booking begins within a day, or if an answer is due before the
 * morning.
 */
export function noticeKindOf(
  event: Event | 'review',
  to: Party,
  booking: Booking,
  at: Date,
): NoticeKind | null {
  const entry = event === 'review' ? 'review-received' : transitions[event].notice
  const kind = entry === null || typeof entry === 'string' ? entry : entry[to]
  const isNear = booking.starts_at <= addHours(at, nearHours)
  const isDueSoon = booking.expires_at !== null && booking.expires_at <= addHours(at, overNightHours)
  if (kind === 'booking-asked' && (isNear || isDueSoon)) return 'answer-due'
  return kind === 'booking-settled' && isNear ? 'booking-settled-today' : kind
}
