import type { Event, Transition } from '#server/bookings/life/transition.ts'

const notify = ['bookings.notify'] as const
const notifyAndCount = ['bookings.notify', 'sitters.refresh-figures'] as const
const quiet = { owner: null, sitter: null } as const

type LifeEvent = Extract<
  Event,
  'check_in' | 'auto_start' | 'check_out' | 'auto_complete' | 'close' | 'publish_reviews'
>

/** How an agreed booking starts, ends and is closed. */
export const lifeTransitions: Record<LifeEvent, Transition> = {
  check_in: {
    by: ['sitter'],
    to: { confirmed: 'in_progress' },
    guards: ['nothing_to_charge'],
    effects: ['mark_arrival'],
    jobs: notify,
    opens: 'check_in_opens',
    deadline: 'end',
    response: null,
    words: '{sitter} checked in',
    tells: { owner: '{sitter} has checked in', sitter: null },
  },
  auto_start: {
    by: ['system'],
    to: { confirmed: 'in_progress' },
    guards: ['is_stay', 'no_absence_open', 'nothing_to_charge'],
    effects: [],
    jobs: notify,
    opens: 'auto_start',
    deadline: null,
    response: null,
    words: 'The stay began without a check-in',
    tells: {
      owner: 'Your stay with {sitter} has begun, without a check-in',
      sitter: 'The stay of {owner} has begun: you did not check in',
    },
  },
  check_out: {
    by: ['sitter', 'owner'],
    to: { in_progress: 'completed' },
    guards: [],
    effects: ['mark_end', 'end_change', 'earn_credit'],
    jobs: notifyAndCount,
    opens: 'check_out_opens',
    deadline: 'auto_complete',
    response: null,
    words: '{sitter} checked out, the booking is complete',
    tellsOther: true,
    tells: {
      owner: '{sitter} has checked out: tell others how it went',
      sitter: '{owner} confirms the end: the booking is complete',
    },
  },
  auto_complete: {
    by: ['system'],
    to: { confirmed: 'completed', in_progress: 'completed' },
    guards: ['no_absence_open', 'not_missed', 'nothing_to_charge'],
    effects: ['mark_end', 'end_change', 'earn_credit'],
    jobs: notifyAndCount,
    opens: 'auto_complete',
    deadline: null,
    response: null,
    words: 'The booking was completed without a check-out',
    tells: {
      owner: 'Your booking with {sitter} is complete: tell others how it went',
      sitter: 'The booking of {owner} is complete',
    },
  },
  close: {
    by: ['system'],
    to: { completed: 'closed' },
    guards: ['nothing_held', 'no_case_open'],
    effects: [],
    jobs: [],
    opens: 'close',
    deadline: null,
    response: null,
    words: 'The booking was closed',
    tells: quiet,
  },
  publish_reviews: {
    by: ['system'],
    to: { completed: 'completed', closed: 'closed', cancelled: 'cancelled' },
    guards: [],
    effects: ['keep_version'],
    jobs: notify,
    opens: null,
    deadline: null,
    response: null,
    words: 'What was written about the booking is public',
    tells: {
      owner: 'The reviews of your booking with {sitter} are public',
      sitter: 'The reviews of the booking of {owner} are public',
    },
  },
}
