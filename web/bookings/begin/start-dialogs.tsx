import type { BookingEvent } from '#contract/codes.ts'
import { AcceptOfferDialog } from '#web/bookings/begin/accept-offer-dialog.tsx'
import { OfferDialog } from '#web/bookings/begin/offer-dialog.tsx'
import { RequestDialog } from '#web/bookings/begin/request-dialog.tsx'
import type { StartDialogProps } from '#web/bookings/begin/start-dialog-props.ts'

export type StartEvent = Extract<BookingEvent, 'request' | 'instant_book' | 'offer' | 'accept_offer'>

/** Dialogs for the steps before a confirmation that need more than a yes. */
export default function StartDialog({ event, ...props }: StartDialogProps & { event: StartEvent }) {
  if (event === 'offer') return <OfferDialog {...props} />
  if (event === 'accept_offer') return <AcceptOfferDialog {...props} />
  return <RequestDialog {...props} event={event} />
}
