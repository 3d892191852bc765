import type { BookingStatus, PaymentMode } from '#contract/codes.ts'
import { rowFor } from '#server/bookings/life/rule.ts'
import type { Event, Transition } from '#server/bookings/life/transition.ts'
import { transitions } from '#server/bookings/transitions.ts'

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
  const other = step?.from_status ? transitions[event].wordsFrom?.[step.from_status] : undefined
  return { words: other?.words ?? words, tells: { ...tells, ...other?.tells } }
}
