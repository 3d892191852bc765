import type { BookingStatus } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { addHours, earliest, latest } from '#server/kernel/day.ts'

/** How long a request waits for its owner's card. The sitter does not see it yet. */
const cardHours = 1

/** Returns when a booking in this status expires (rules section 9); null if the status has no expiry. */
export function expiryOf(
  status: BookingStatus,
  sentAt: Date,
  startsAt: Date,
  settings: Pick<Settings, 'request' | 'offer' | 'inquiry'>,
): Date | null {
  const { offer, inquiry } = settings
  if (status === 'awaiting_card') return earliest(addHours(sentAt, cardHours), startsAt)
  if (status === 'requested') return requestExpiry(sentAt, startsAt, settings)
  if (status === 'offered')
    return earliest(addHours(sentAt, offer.ttlHours), addHours(startsAt, -offer.leadHours))
  return status === 'inquiry' ? earliest(addHours(sentAt, inquiry.ttlDays * 24), startsAt) : null
}

/**
 * Returns when a request expires: after a day by default, but not later than shortly before the start, and never less
 * than two hours after it was sent (rules section 9).
 */
export function requestExpiry(sentAt: Date, startsAt: Date, { request }: Pick<Settings, 'request'>): Date {
  const usual = earliest(addHours(sentAt, request.ttlHours), addHours(startsAt, -request.leadHours))
  return latest(usual, addHours(sentAt, request.minTtlHours))
}
