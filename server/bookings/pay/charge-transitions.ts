import type { SystemEvent } from '#contract/codes.ts'
import { type Transition, notify, notifyAndCount, quiet } from '#server/bookings/life/transition.ts'

type ChargeEvent = Extract<
  SystemEvent,
  'keep_card' | 'remind_charge' | 'swap_card' | 'charge_card' | 'pay_charge'
>

/** Events of a booking so far ahead that its card is only saved at first. A charge that fails is `payment_failed`. */
export const chargeTransitions: Record<ChargeEvent, Transition> = {
  keep_card: {
    by: ['system'],
    to: { awaiting_payment: 'confirmed' },
    guards: [],
    effects: ['keep_charge', 'count_promo', 'end_siblings'],
    jobs: notifyAndCount,
    opens: null,
    deadline: null,
    response: null,
    notice: 'booking-settled',
    words: '{owner}’s card is saved and the booking is confirmed',
    tells: {
      owner: 'Your booking with {sitter} is confirmed: your card will be charged later',
      sitter: '{owner}’s booking is confirmed',
    },
  },
  remind_charge: {
    by: ['system'],
    to: { confirmed: 'confirmed' },
    guards: [],
    effects: ['keep_version'],
    jobs: notify,
    opens: 'charge_reminder',
    deadline: 'charge',
    response: null,
    notice: 'payment',
    words: '{owner} was reminded that the card will be charged soon',
    tells: { owner: 'Your card will be charged soon for your booking with {sitter}', sitter: null },
  },
  swap_card: {
    by: ['system'],
    to: { confirmed: 'confirmed' },
    guards: [],
    effects: ['keep_version'],
    jobs: [],
    opens: null,
    deadline: null,
    response: null,
    notice: 'payment',
    words: '{owner} added another card',
    tells: quiet,
  },
  charge_card: {
    by: ['system'],
    to: { confirmed: 'confirmed' },
    guards: [],
    effects: ['ask_charge'],
    jobs: [],
    opens: 'charge',
    deadline: null,
    response: null,
    notice: null,
    words: '{owner}’s card is being charged',
    tells: quiet,
  },
  pay_charge: {
    by: ['system'],
    to: { confirmed: 'confirmed' },
    guards: [],
    effects: ['capture_payment'],
    jobs: notify,
    opens: null,
    deadline: null,
    response: null,
    isPayment: true,
    notice: 'payment',
    words: '{owner}’s card was charged',
    tells: {
      owner: 'You have paid for your booking with {sitter}',
      sitter: '{owner} has paid for the booking',
    },
  },
}
