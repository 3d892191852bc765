import type { BookingStatus } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { addHours, earliest, latest } from '#server/kernel/day.ts'

/** How long a request waits for its card, and nobody else for it. */
const cardHours = 1

/** How long what waits for an answer may wait (rules section 9); null where nothing waits. */
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

/** A day to answer, but not until the start, and never less than two hours (rules section 9). */
export function requestExpiry(sentAt: Date, startsAt: Date, { request }: Pick<Settings, 'request'>): Date {
  const usual = earliest(addHours(sentAt, request.ttlHours), addHours(startsAt, -request.leadHours))
  return latest(usual, addHours(sentAt, request.minTtlHours))
}
