import { type Event, type Transition, notify, quiet } from '#server/bookings/life/transition.ts'

type ExtraEvent = Extract<
  Event,
  | 'tip'
  | 'pay_change'
  | 'change_payment_failed'
  | 'remind_change_payment'
  | 'change_payment_expired'
  | 'pay_tip'
  | 'tip_payment_failed'
  | 'remind_tip_payment'
  | 'tip_payment_expired'
>

const running = { confirmed: 'confirmed', in_progress: 'in_progress' } as const
const over = { completed: 'completed', closed: 'closed' } as const

const change = {
  by: ['system'],
  to: running,
  guards: ['change_awaits_payment'],
  jobs: notify,
  opens: null,
  deadline: null,
  response: null,
} as const
const tip = { ...change, to: over, guards: ['tip_awaits_payment'] } as const

/** Payments on top of the price through a provider: they take effect once paid, and end if they are not. */
export const extraTransitions: Record<ExtraEvent, Transition> = {
  tip: {
    by: ['owner'],
    to: { completed: 'completed', closed: 'closed' },
    guards: ['no_tip_pending'],
    effects: ['tip'],
    jobs: notify,
    opens: null,
    deadline: 'tip_until',
    response: null,
    notice: 'payment',
    words: '{owner} gave a tip of {amount}',
    tells: { owner: null, sitter: '{owner} has given you a tip' },
    unpaid: {
      words: '{owner} gave a tip of {amount} and the payment is being made',
      tells: quiet,
    },
  },
  pay_change: {
    ...change,
    effects: ['apply_paid_change'],
    notice: 'booking-settled',
    words: '{owner} paid {amount} and the booking is changed',
    tells: {
      owner: 'Your booking with {sitter} has been changed',
      sitter: '{owner}’s booking has been changed',
    },
  },
  change_payment_failed: {
    ...change,
    effects: ['note_unpaid_extra'],
    notice: { owner: 'payment-due', sitter: 'payment' },
    words: '{owner} was asked to pay for the change',
    tells: {
      owner: 'Please pay for the change to your booking with {sitter}',
      sitter: '{owner} still has to pay for the change: the places are held',
    },
  },
  remind_change_payment: {
    ...change,
    effects: ['keep_version', 'note_pay_reminder'],
    opens: 'pay_reminder',
    deadline: 'pay_until',
    notice: 'payment-due',
    words: '{owner} was reminded to pay for the change',
    tells: {
      owner: 'The change to your booking with {sitter} is still waiting for your payment',
      sitter: null,
    },
  },
  change_payment_expired: {
    ...change,
    effects: ['end_change'],
    opens: 'pay_until',
    notice: 'booking-answered',
    words: 'The change was not paid in time, so the booking stays as it was',
    tells: {
      owner: 'Your booking with {sitter} stays as it was',
      sitter: '{owner}’s booking stays as it was',
    },
  },
  pay_tip: {
    ...tip,
    effects: ['take_tip'],
    notice: 'payment',
    words: 'The tip of {amount} is paid',
    tells: { owner: null, sitter: '{owner} has given you a tip' },
  },
  tip_payment_failed: {
    ...tip,
    effects: ['note_unpaid_extra'],
    notice: 'payment',
    words: '{owner} was asked to pay the tip',
    tells: { owner: 'Your tip for {sitter} still has to be paid', sitter: null },
  },
  remind_tip_payment: {
    ...tip,
    effects: ['keep_version', 'note_pay_reminder'],
    opens: 'pay_reminder',
    deadline: 'pay_until',
    notice: 'payment',
    words: '{owner} was reminded to pay the tip',
    tells: { owner: 'Your tip for {sitter} is still waiting for your payment', sitter: null },
  },
  tip_payment_expired: {
    ...tip,
    effects: ['end_tip'],
    opens: 'pay_until',
    notice: 'payment',
    words: 'The tip was not paid in time',
    tells: { owner: 'Your tip for {sitter} was not paid in time: nothing was charged', sitter: null },
  },
}
