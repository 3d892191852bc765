import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { api } from '#web/api.ts'
import { DaysFields } from '#web/bookings/begin/days-fields.tsx'
import { bodyOf, type DaysState, daysOf, otherDaysOf } from '#web/bookings/begin/days-state.ts'
import { withRequote } from '#web/bookings/begin/with-requote.ts'
import type { StartDialogProps } from '#web/bookings/begin/start-dialog-props.ts'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { petNames } from '#web/bookings/life/booking-words.ts'
import { WordsField } from '#web/bookings/life/words-field.tsx'
import { PricePreview } from '#web/bookings/price/price-preview.tsx'
import { hashOf, usePrice } from '#web/bookings/price/use-price.ts'
import { MoneyField } from '#web/ui/forms/money-field.tsx'

/** The days and the discount of an offer with their price; no terms while days are missing. */
function useTerms({ id }: Booking, state: DaysState, discount: number | null) {
  const days = bodyOf(state)
  const terms = days && { ...days, discount: discount ?? 0 }
  const price = usePrice(terms && JSON.stringify(terms), (signal) =>
    api(
      'POST /v1/bookings/:bookingId/calculate-offer',
      { params: { bookingId: id }, body: terms ?? {} },
      { signal },
    ),
  )
  return { terms, price }
}

/** The sitter offers other days, a lower price, or both. Shows the new price before the offer is sent. */
export function OfferDialog({
  booking,
  move,
  onClose,
  again = false,
}: StartDialogProps & {
  /** True for an unrequested offer, which needs other days than those of the booking. */
  again?: boolean
}) {
  const [state, setState] = useState(() => (again ? otherDaysOf(booking) : daysOf(booking)))
  const [discount, setDiscount] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const owner = firstName(booking.owner.name)
  const { terms, price } = useTerms(booking, state, discount)
  const quoteHash = hashOf(price)
  return (
    <ActionDialog
      move={withRequote(move, price.again)}
      onClose={onClose}
      title={again ? `Offer ${owner} new dates` : `Make ${owner} an offer`}
      safeLabel="Go back"
      confirmLabel="Send the offer"
      pendingLabel="Sending…"
      stepOf={() =>
        terms && quoteHash
          ? { event: 'offer', ...terms, quoteHash, note: note.trim() || null }
          : [{ name: 'days', message: price.refusal ?? 'Choose the days and wait for the price' }]
      }
    >
      {(errorFor) => (
        <>
          <p>
            {again
              ? `The same service for ${petNames(booking)}, without extras, at your current prices. ${owner} has two days to accept.`
              : `Other days, a lower price, or both. ${owner} sees what changes and has two days to accept.`}{' '}
            Nothing is reserved until then.
          </p>
          <DaysFields
            state={state}
            timeZone={booking.timeZone}
            error={errorFor('days')}
            onChange={setState}
          />
          <MoneyField
            label="Discount"
            optional
            id="field-discount"
            currency={booking.quote.currency}
            error={errorFor('discount')}
            onChange={setDiscount}
          />
          <PricePreview price={price} forSitter />
          <WordsField name={owner} value={note} error={errorFor('note')} onChange={setNote} />
        </>
      )}
    </ActionDialog>
  )
}
