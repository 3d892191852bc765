import { firstName, formatMoney } from '#contract/words.ts'
import type { StartDialogProps } from '#web/bookings/begin/start-dialog-props.ts'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { bookingDates } from '#web/bookings/life/booking-words.ts'
import { OfferTerms } from '#web/bookings/price/offer-terms.tsx'
import { howToPay } from '#web/layout/use-config.ts'

/** Shows the request and the offer side by side before the owner accepts it. */
export function AcceptOfferDialog({ booking, move, onClose }: StartDialogProps) {
  const sitter = firstName(booking.sitter.name)
  const { total, currency } = booking.quote
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={`Accept ${sitter}’s offer?`}
      safeLabel="Not yet"
      confirmLabel={`Accept for ${formatMoney(total, currency)}`}
      pendingLabel="Confirming…"
      stepOf={() => ({ event: 'accept_offer' })}
    >
      {() => (
        <>
          {booking.offer?.before ? (
            <OfferTerms booking={booking} before={booking.offer.before} />
          ) : (
            <p className="font-semibold">{bookingDates(booking)}</p>
          )}
          <p>
            The booking is then confirmed, and you {howToPay(booking.payment.mode, sitter)}. Requests you sent
            to others for the same pets and times are withdrawn.
          </p>
        </>
      )}
    </ActionDialog>
  )
}
