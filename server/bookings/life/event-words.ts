import type { BookingStatus, Party, PaymentMode } from '#contract/codes.ts'
import { rowFor } from '#server/bookings/life/rule.ts'
import type { Event, Transition } from '#server/bookings/life/transition.ts'

type Words = Pick<Transition, 'words'> & { tells?: Partial<Record<Party, string>> }

/** Wording by the status an event starts from, where the table's sentence does not fit. */
const otherWords: Partial<Record<Event, Partial<Record<BookingStatus, Words>>>> = {
  request: {
    inquiry: { words: '{owner} made a request of the question' },
  },
  withdraw: {
    inquiry: {
      words: '{owner} withdrew the question',
      tells: { sitter: '{owner} no longer needs an answer' },
    },
    offered: {
      words: '{owner} did not take the offer',
      tells: { sitter: '{owner} does not take your offer' },
    },
    awaiting_payment: {
      words: '{owner} gave up the booking before it was paid',
      tells: {
        // Used only if the withdrawal was not the owner's own act.
        owner: 'Your booking with {sitter} does not take place, and you pay nothing',
        sitter: '{owner} no longer needs you for these dates: your days are free again',
      },
    },
  },
  decline: {
    offered: {
      words: '{sitter} took the offer back',
      tells: { owner: '{sitter} has taken the offer back' },
    },
  },
  payment_failed: {
    confirmed: {
      words: 'The card of {owner} could not be charged',
      tells: {
        owner: 'Please pay for your booking with {sitter}: your card could not be charged',
        sitter: 'The card of {owner} could not be charged: your days are kept',
      },
    },
  },
  expire: {
    inquiry: {
      words: 'The question came to nothing',
      tells: {
        owner: 'Your question to {sitter} has ended: nothing was charged',
        sitter: 'The question of {owner} has ended',
      },
    },
    offered: {
      words: 'The offer ran out without an answer',
      tells: {
        owner: 'The offer of {sitter} has run out: nothing was charged',
        sitter: '{owner} did not answer your offer in time',
      },
    },
  },
}

type Step = { from_status: BookingStatus | null; to_status: BookingStatus }

/** Returns the history sentence of an event with this step, and the sentence each side is sent. */
export function wordsOf(
  event: Event,
  mode: PaymentMode,
  step: Step | undefined,
  amount?: number,
): Pick<Transition, 'words' | 'tells'> {
  // A request that went straight to `requested` costs nothing, so it takes the wording of a request without a card.
  const { words, tells } = rowFor(event, mode, step?.to_status === 'requested' ? 0 : amount)
  const other = step?.from_status ? otherWords[event]?.[step.from_status] : undefined
  return { words: other?.words ?? words, tells: { ...tells, ...other?.tells } }
}
