import type { SystemEvent } from '#contract/codes.ts'
import type { Transition } from '#server/bookings/life/transition.ts'

type PaymentEvent = Extract<
  SystemEvent,
  'give_card' | 'card_expired' | 'reopen_question' | 'pay' | 'payment_failed' | 'payment_expired'
>

/** Events caused by the result of a payment provider, or by its absence in time. */
export const paymentTransitions: Record<PaymentEvent, Transition> = {
  give_card: {
    by: ['system'],
    to: { awaiting_card: 'requested' },
    guards: [],
    effects: ['set_expiry', 'note_sent'],
    jobs: ['bookings.notify'],
    opens: null,
    deadline: 'expiry',
    response: null,
    words: '{owner} gave a card, the request is sent',
    tells: {
      owner: 'Your request to {sitter} is on its way',
      sitter: '{owner} would like to book you',
    },
  },
  card_expired: {
    by: ['system'],
    to: { awaiting_card: 'expired' },
    guards: ['no_question_left'],
    effects: ['void_payment', 'return_promo'],
    jobs: ['bookings.notify'],
    opens: 'expiry',
    deadline: null,
    response: null,
    words: 'The request ended: it had no card',
    tells: { owner: 'Your request to {sitter} was not sent: it had no card', sitter: null },
  },
  reopen_question: {
    by: ['system'],
    to: { awaiting_card: 'inquiry' },
    guards: ['question_left'],
    effects: ['void_payment', 'forget_request', 'set_expiry'],
    jobs: ['bookings.notify'],
    opens: 'expiry',
    deadline: null,
    response: null,
    words: 'The request had no card, and is a question again',
    tells: {
      owner: 'Your request to {sitter} was not sent: it had no card, and your question is open again',
      sitter: null,
    },
  },
  pay: {
    by: ['system'],
    to: { awaiting_payment: 'confirmed' },
    guards: [],
    effects: ['capture_payment', 'count_promo', 'end_siblings'],
    jobs: ['bookings.notify', 'sitters.refresh-figures'],
    opens: null,
    deadline: null,
    response: null,
    words: '{owner} has paid, the booking is confirmed',
    tells: {
      owner: 'You have paid: your booking with {sitter} is confirmed',
      sitter: '{owner} has paid: the booking is confirmed',
    },
  },
  payment_failed: {
    by: ['system'],
    to: { awaiting_payment: 'awaiting_payment', confirmed: 'awaiting_payment' },
    guards: [],
    effects: ['note_failed_payment', 'end_change'],
    jobs: ['bookings.notify'],
    // As a scheduled event: a card was charged later, and its bank does not answer.
    opens: 'charge_unanswered',
    deadline: null,
    response: null,
    words: 'The payment of {owner} is still to be made',
    tells: {
      owner: 'Please pay to confirm your booking with {sitter}',
      sitter: 'The payment of {owner} is still to be made: your days are kept',
    },
  },
  payment_expired: {
    by: ['system'],
    to: { awaiting_payment: 'expired' },
    guards: [],
    effects: ['void_payment', 'return_promo', 'free_places'],
    jobs: ['bookings.notify'],
    opens: 'expiry',
    deadline: null,
    response: null,
    words: 'The booking was not paid in time',
    tells: {
      owner: 'Your booking with {sitter} was not paid in time and has ended',
      sitter: '{owner} did not pay in time: your days are free again',
    },
  },
}
