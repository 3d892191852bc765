import type { Booking } from '#contract/bookings.ts'
import type { BookingEvent } from '#contract/codes.ts'
import type { BookingInUse } from '#web/bookings/parts/use-booking.ts'
import { AcceptOfferDialog } from '#web/bookings/start/accept-offer-dialog.tsx'
import { OfferDialog } from '#web/bookings/start/offer-dialog.tsx'
import { RequestDialog } from '#web/bookings/start/request-dialog.tsx'

export type StartEvent = Extract<BookingEvent, 'request' | 'instant_book' | 'offer' | 'accept_offer'>
export type StartDialogProps = { booking: Booking; move: BookingInUse['move']; onClose: () => void }

/** The dialogs of everything that comes before a confirmation and needs more than a yes. */
export default function StartDialog({ event, ...props }: StartDialogProps & { event: StartEvent }) {
  if (event === 'offer') return <OfferDialog {...props} />
  if (event === 'accept_offer') return <AcceptOfferDialog {...props} />
  return <RequestDialog {...props} event={event} />
}
