import { bookingStatuses, type SystemEvent } from '#contract/codes.ts'
import { recordOf } from '#contract/entries.ts'
import { type Transition, notify, quiet } from '#server/bookings/life/transition.ts'

type DisputeEvent = Extract<SystemEvent, `dispute_${string}`>

/** A bank may ask about a payment whatever the status of its booking. */
const anywhere = recordOf(bookingStatuses, (status) => status)

/** A row that moves no money: it is recorded in the history, and both sides are notified. */
const noted = (words: string, tells: Transition['tells'], jobs: Transition['jobs'] = notify): Transition => ({
  by: ['system'],
  to: anywhere,
  guards: [],
  effects: ['keep_version'],
  jobs,
  opens: null,
  deadline: null,
  response: null,
  notice: 'payment',
  words,
  tells,
})

/** Events of a dispute by the owner's bank, and who bears the amount it has taken back. */
export const disputeTransitions: Record<DisputeEvent, Transition> = {
  dispute_opened: noted(
    'The bank of {owner} asks about the payment of {amount}',
    {
      owner: 'Your bank asks about the payment for your booking with {sitter}',
      sitter: 'The bank of {owner} asks about the payment: your payout waits',
    },
    ['bookings.notify', 'bookings.tell-operators'],
  ),
  // Both sides already know that the bank asks and the payout waits; only the operators have to act.
  dispute_escalated: noted('The bank of {owner} has taken the payment of {amount} until it decides', quiet, [
    'bookings.tell-operators',
  ]),
  dispute_won: noted('The bank of {owner} left the payment of {amount} as it was', {
    owner: 'Your bank has left the payment for your booking with {sitter} as it was',
    sitter: 'The payment of {owner} stands: your payout goes on',
  }),
  dispute_lost: noted(
    'The bank of {owner} took the payment of {amount} back',
    {
      owner: 'Your bank has given back the payment for your booking with {sitter}',
      sitter: 'The bank of {owner} has taken the payment back: the operator decides what follows',
    },
    ['bookings.notify', 'bookings.tell-operators'],
  ),
  dispute_borne: noted('The operator decided that {amount} of the returned payment are borne by {sitter}', {
    owner: null,
    sitter: 'It is decided who bears the payment that was taken back',
  }),
  dispute_reversed: noted('The bank of {owner} took its decision back: the payment of {amount} stands', {
    owner: 'Your bank has decided again: the payment for your booking with {sitter} stands',
    sitter: 'The payment of {owner} stands after all: what you bore comes back to you',
  }),
}
