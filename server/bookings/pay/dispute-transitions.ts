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
    '{owner}’s bank asked about the payment of {amount}',
    {
      owner: 'Your bank is asking about the payment for your booking with {sitter}',
      sitter: '{owner}’s bank is asking about the payment: your payout is on hold',
    },
    ['bookings.notify', 'bookings.tell-operators'],
  ),
  // Both sides have already been told of the inquiry and that the payout is on hold; only the operators have to act.
  dispute_escalated: noted('{owner}’s bank took the payment of {amount} back until it decides', quiet, [
    'bookings.tell-operators',
  ]),
  dispute_won: noted('{owner}’s bank decided that the payment of {amount} stands', {
    owner: 'Your bank has decided that the payment for your booking with {sitter} stands',
    sitter: '{owner}’s payment stands: your payout is no longer on hold',
  }),
  dispute_lost: noted(
    '{owner}’s bank took the payment of {amount} back',
    {
      owner: 'Your bank has returned the payment for your booking with {sitter}',
      sitter: '{owner}’s bank has taken the payment back: the operator will decide who bears the loss',
    },
    ['bookings.notify', 'bookings.tell-operators'],
  ),
  dispute_borne: noted('The operator decided that {sitter} bears {amount} of the returned payment', {
    owner: null,
    sitter: 'The operator has decided who bears the loss of the payment',
  }),
  dispute_reversed: noted('{owner}’s bank changed its decision: the payment of {amount} stands', {
    owner: 'Your bank has changed its decision: the payment for your booking with {sitter} stands',
    sitter: '{owner}’s payment stands after all: you get back the loss that you bore',
  }),
}
