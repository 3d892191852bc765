import type { Actor, Party } from '#contract/codes.ts'
import { threadEvents } from '#contract/live/codes.ts'
import { partiesToNotify } from '#server/bookings/life/rule.ts'
import type { Event, Transition } from '#server/bookings/life/transition.ts'
import type { MovedRow } from '#server/bookings/record/store.ts'
import type { TxDeps } from '#server/kernel/deps.ts'

const shownInThread: readonly Event[] = threadEvents

/**
 * Queues the jobs of an event: notices to each side that it notifies and that can see the booking, and updates for
 * their conversation, the operators, the backup sitter and the sitter's figures.
 */
export async function queueEventJobs(
  deps: TxDeps,
  booking: Pick<MovedRow, 'id' | 'sitter_id' | 'sent_at'>,
  event: Event,
  row: Pick<Transition, 'jobs' | 'tells' | 'tellsOther' | 'asConsequence'>,
  by: Actor,
  idx?: number,
): Promise<void> {
  const { jobs } = row
  const canSeeBooking = (to: Party) => to === 'owner' || booking.sent_at !== null
  const notifiedParties = jobs.includes('bookings.notify')
    ? partiesToNotify(row, by).filter(canSeeBooking)
    : []
  const occurrence = idx === undefined ? {} : { idx }
  const isConsequence = by === 'system' && row.asConsequence
  const refreshesFigures = jobs.includes('sitters.refresh-figures') && !isConsequence
  await Promise.all([
    ...notifiedParties.map((to) =>
      deps.enqueue(deps.db, 'bookings.notify', { bookingId: booking.id, event, to, ...occurrence }),
    ),
    ...(shownInThread.includes(event) && booking.sent_at !== null
      ? [deps.enqueue(deps.db, 'messages.note-booking', { bookingId: booking.id })]
      : []),
    ...(jobs.includes('circle.call-backup')
      ? [deps.enqueue(deps.db, 'circle.call-backup', { bookingId: booking.id })]
      : []),
    ...(jobs.includes('bookings.tell-operators')
      ? [deps.enqueue(deps.db, 'bookings.tell-operators', { bookingId: booking.id, event, ...occurrence })]
      : []),
    ...(refreshesFigures
      ? [deps.enqueue(deps.db, 'sitters.refresh-figures', { sitterId: booking.sitter_id })]
      : []),
  ])
}
