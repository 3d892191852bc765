import type { Event, Transition } from '#server/bookings/life/transition.ts'

const notify = ['bookings.notify'] as const
const notifyAndCount = ['bookings.notify', 'sitters.refresh-figures'] as const
const quiet = { owner: null, sitter: null } as const

type RefundEvent = Extract<Event, 'cancel' | 'end_early' | 'cancel_by_sitter' | 'waive' | 'release_payout'>

/** Events by which an agreed booking is called off, and by which its money is refunded or released to the sitter. */
export const refundTransitions: Record<RefundEvent, Transition> = {
  cancel: {
    by: ['owner'],
    to: { confirmed: 'cancelled' },
    guards: ['preview_current'],
    effects: ['refund', 'drop_charge', 'free_places', 'end_change'],
    jobs: notifyAndCount,
    opens: null,
    deadline: 'end',
    response: null,
    words: '{owner} cancelled the booking',
    tells: {
      owner: 'Your booking with {sitter} is cancelled',
      sitter: '{owner} cancelled the booking: your days are free again',
    },
  },
  end_early: {
    by: ['owner'],
    to: { in_progress: 'completed' },
    guards: ['preview_current'],
    effects: ['refund', 'free_undelivered_places', 'mark_end', 'end_change'],
    jobs: notifyAndCount,
    opens: null,
    deadline: 'end',
    response: null,
    words: '{owner} ended the booking early',
    tells: {
      owner: 'Your booking with {sitter} has ended early',
      sitter: '{owner} ended the booking early',
    },
  },
  cancel_by_sitter: {
    by: ['sitter'],
    to: { confirmed: 'cancelled', in_progress: 'completed' },
    guards: ['reason_given'],
    effects: [
      'refund',
      'drop_charge',
      'free_undelivered_places',
      'note_late_cancellation',
      'mark_end',
      'end_change',
    ],
    jobs: notifyAndCount,
    opens: null,
    deadline: 'end',
    response: null,
    words: '{sitter} cancelled the booking',
    tells: {
      owner: '{sitter} had to cancel: you pay for nothing that was not delivered',
      sitter: 'You cancelled the booking of {owner}',
    },
  },
  waive: {
    by: ['sitter'],
    to: { cancelled: 'cancelled' },
    guards: ['cancelled_by_owner', 'payout_due', 'within_held'],
    effects: ['refund_more'],
    jobs: notify,
    opens: null,
    deadline: 'payout',
    response: null,
    words: '{sitter} gave back {amount} more',
    tells: { owner: '{sitter} gives you back more than was agreed', sitter: null },
  },
  release_payout: {
    by: ['system'],
    to: { in_progress: 'in_progress', completed: 'completed', cancelled: 'cancelled' },
    guards: ['payout_due'],
    effects: ['release'],
    jobs: [],
    opens: 'payout',
    deadline: null,
    response: null,
    words: 'The earnings of {sitter} were settled',
    tells: quiet,
  },
}
