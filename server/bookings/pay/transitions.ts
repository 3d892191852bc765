import type { SystemEvent } from '#contract/codes.ts'
import { type Transition, notify, notifyAndCount } from '#server/bookings/life/transition.ts'

type PaymentEvent = Extract<
  SystemEvent,
  'give_card' | 'card_expired' | 'reopen_question' | 'pay' | 'payment_failed' | 'payment_expired'
>

/** Events caused by the payment provider's result, or because no result arrived in time. */
export const paymentTransitions: Record<PaymentEvent, Transition> = {
  give_card: {
    by: ['system'],
    to: { awaiting_card: 'requested' },
    guards: [],
    effects: ['set_expiry', 'note_sent'],
    jobs: notify,
    opens: null,
    deadline: 'expiry',
    response: null,
    notice: 'booking-asked',
    words: '{owner} added a card and the request was sent',
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
    jobs: notify,
    opens: 'expiry',
    deadline: null,
    response: null,
    notice: 'booking-answered',
    words: 'The request expired because no card was added',
    tells: { owner: 'Your request to {sitter} was not sent: you had not added a card', sitter: null },
  },
  reopen_question: {
    by: ['system'],
    to: { awaiting_card: 'inquiry' },
    guards: ['question_left'],
    effects: ['void_payment', 'forget_request', 'set_expiry'],
    jobs: notify,
    opens: 'expiry',
    deadline: null,
    response: null,
    notice: 'booking-answered',
    words: 'No card was added, so the request was turned back into a question',
    tells: {
      owner: 'Your request to {sitter} was not sent because it had no card; your question is open again',
      sitter: null,
    },
  },
  pay: {
    by: ['system'],
    to: { awaiting_payment: 'confirmed' },
    guards: [],
    effects: ['capture_payment', 'count_promo', 'end_siblings'],
    jobs: notifyAndCount,
    opens: null,
    deadline: null,
    response: null,
    isPayment: true,
    notice: 'booking-settled',
    words: '{owner} paid and the booking is confirmed',
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
    jobs: notify,
    // As a scheduled event: a saved card was charged, and its bank has not answered.
    opens: 'charge_unanswered',
    deadline: null,
    response: null,
    notice: { owner: 'payment-due', sitter: 'payment' },
    words: '{owner} was asked to pay',
    tells: {
      owner: 'Please pay to confirm your booking with {sitter}',
      sitter: '{owner} still has to pay: your days are held',
    },
    wordsFrom: {
      confirmed: {
        words: '{owner}’s card could not be charged',
        tells: {
          owner: 'Please pay for your booking with {sitter}: your card could not be charged',
          sitter: '{owner}’s card could not be charged: your days are held',
        },
      },
    },
  },
  payment_expired: {
    by: ['system'],
    to: { awaiting_payment: 'expired' },
    guards: [],
    effects: ['void_payment', 'return_promo', 'free_places'],
    jobs: notify,
    opens: 'expiry',
    deadline: null,
    response: null,
    notice: 'booking-settled',
    words: 'The booking was not paid in time',
    tells: {
      owner: 'Your booking with {sitter} was not paid in time and has expired',
      sitter: '{owner} did not pay in time: your days are free again',
    },
  },
}
