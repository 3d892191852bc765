import { type BookingRecord, payloadOf } from '#server/bookings/record/record.ts'

const lateEvents: readonly string[] = ['cancel_by_sitter', 'resolve_no_show', 'resolve_missed']

/**
 * Returns since when the profile records a late cancellation or a missed visit by the sitter; null if it records
 * none.
 */
export function lateCancellationNotedAt({ events, cancelled_at: cancelledAt }: BookingRecord): Date | null {
  const lateEvent = events.findLast(
    ({ event, payload }) => lateEvents.includes(event) && payloadOf({ payload }).late === true,
  )
  if (!lateEvent) return null
  const { visitAt } = payloadOf(lateEvent)
  return visitAt ? new Date(visitAt) : cancelledAt
}
