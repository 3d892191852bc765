import type { Event, Transition } from '#server/bookings/life/transition.ts'

const notify = ['bookings.notify'] as const
const running = { confirmed: 'confirmed', in_progress: 'in_progress' } as const

/** Events by which a change of an agreed booking is proposed and answered; the status stays the same. */
export const changeTransitions = {
  propose_change: {
    by: ['owner', 'sitter'],
    to: running,
    guards: [
      'no_change_pending',
      'no_charge_running',
      'draft_planned',
      'pets_accepted',
      'places_free',
      'change_priced',
    ],
    effects: ['write_change'],
    jobs: notify,
    opens: null,
    deadline: 'end',
    response: null,
    words: '{by} asked to change the booking',
    tellsOther: true,
    tells: {
      owner: '{sitter} would like to change your booking',
      sitter: '{owner} would like to change the booking',
    },
  },
  accept_change: {
    by: ['owner', 'sitter'],
    to: running,
    guards: ['change_by_other', 'no_charge_running', 'places_free'],
    effects: ['apply_change'],
    jobs: notify,
    opens: null,
    deadline: 'change_until',
    response: null,
    words: '{by} accepted the change',
    tells: {
      owner: 'Your booking with {sitter} is changed',
      sitter: 'The booking of {owner} is changed',
    },
    unpaid: {
      words: '{by} accepted the change, the payment is being made',
      tells: { owner: null, sitter: null },
    },
  },
  decline_change: {
    by: ['owner', 'sitter'],
    to: running,
    guards: ['change_by_other'],
    effects: ['end_change'],
    jobs: notify,
    opens: null,
    deadline: 'change_until',
    response: null,
    words: '{by} declined the change, the booking stays as it was',
    tellsOther: true,
    tells: {
      owner: 'Your booking with {sitter} stays as it was',
      sitter: 'The booking of {owner} stays as it was',
    },
  },
  withdraw_change: {
    by: ['owner', 'sitter'],
    to: running,
    guards: ['change_by_self'],
    effects: ['end_change'],
    jobs: notify,
    opens: null,
    deadline: 'change_until',
    response: null,
    words: '{by} no longer wants the change',
    tellsOther: true,
    tells: {
      owner: '{sitter} no longer wants to change your booking',
      sitter: '{owner} no longer wants to change the booking',
    },
  },
  expire_change: {
    by: ['system'],
    to: running,
    guards: [],
    effects: ['end_change'],
    jobs: notify,
    opens: 'change_until',
    deadline: null,
    response: null,
    words: 'The change expired without an answer, the booking stays as it was',
    tells: {
      owner: 'Your booking with {sitter} stays as it was',
      sitter: 'The booking of {owner} stays as it was',
    },
  },
} satisfies Partial<Record<Event, Transition>>
