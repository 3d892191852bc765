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
    tells: { owner: null, sitter: '{owner} gives you a tip' },
    unpaid: {
      words: '{owner} gave a tip of {amount}, the payment is being made',
      tells: quiet,
    },
  },
  pay_change: {
    ...change,
    effects: ['apply_paid_change'],
    notice: 'booking-settled',
    words: '{owner} has paid {amount}, the change is in force',
    tells: {
      owner: 'Your booking with {sitter} is changed',
      sitter: 'The booking of {owner} is changed',
    },
  },
  change_payment_failed: {
    ...change,
    effects: ['note_unpaid_extra'],
    notice: { owner: 'payment-due', sitter: 'payment' },
    words: 'The payment of {owner} for the change is still to be made',
    tells: {
      owner: 'Please pay for the change of your booking with {sitter}',
      sitter: '{owner} has yet to pay for the change: the places are kept',
    },
  },
  remind_change_payment: {
    ...change,
    effects: ['keep_version', 'note_pay_reminder'],
    opens: 'pay_reminder',
    deadline: 'pay_until',
    notice: 'payment-due',
    words: '{owner} was reminded to pay for the change',
    tells: { owner: 'The change of your booking with {sitter} still waits for your payment', sitter: null },
  },
  change_payment_expired: {
    ...change,
    effects: ['end_change'],
    opens: 'pay_until',
    notice: 'booking-answered',
    words: 'The change was not paid in time, the booking stays as it was',
    tells: {
      owner: 'Your booking with {sitter} stays as it was',
      sitter: 'The booking of {owner} stays as it was',
    },
  },
  pay_tip: {
    ...tip,
    effects: ['take_tip'],
    notice: 'payment',
    words: 'The tip of {amount} is paid',
    tells: { owner: null, sitter: '{owner} gives you a tip' },
  },
  tip_payment_failed: {
    ...tip,
    effects: ['note_unpaid_extra'],
    notice: 'payment',
    words: 'The payment of {owner} for the tip is still to be made',
    tells: { owner: 'Your tip for {sitter} still has to be paid', sitter: null },
  },
  remind_tip_payment: {
    ...tip,
    effects: ['keep_version', 'note_pay_reminder'],
    opens: 'pay_reminder',
    deadline: 'pay_until',
    notice: 'payment',
    words: '{owner} was reminded to pay the tip',
    tells: { owner: 'Your tip for {sitter} still waits for your payment', sitter: null },
  },
  tip_payment_expired: {
    ...tip,
    effects: ['end_tip'],
    opens: 'pay_until',
    notice: 'payment',
    words: 'The tip was not paid in time',
    tells: { owner: 'Your tip for {sitter} was not paid: nothing was charged', sitter: null },
  },
}
