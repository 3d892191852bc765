import { startTransitions } from '#server/bookings/begin/transitions.ts'
import { caseTransitions } from '#server/bookings/case/transitions.ts'
import { changeTransitions } from '#server/bookings/change/transitions.ts'
import type { Event, Transition } from '#server/bookings/life/transition.ts'
import { lifeTransitions } from '#server/bookings/life/transitions.ts'
import { chargeTransitions } from '#server/bookings/pay/charge-transitions.ts'
import { disputeTransitions } from '#server/bookings/pay/dispute-transitions.ts'
import { extraTransitions } from '#server/bookings/pay/extra-transitions.ts'
import { paymentTransitions } from '#server/bookings/pay/transitions.ts'
import { refundTransitions } from '#server/bookings/refund/transitions.ts'

/** The state machine of a booking (rules section 10). Add a row here before adding an `if` anywhere. */
export const transitions: Record<Event, Transition> = {
  ...startTransitions,
  ...paymentTransitions,
  ...chargeTransitions,
  ...refundTransitions,
  ...lifeTransitions,
  ...changeTransitions,
  ...extraTransitions,
  ...caseTransitions,
  ...disputeTransitions,
}
