import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { RefundNow } from '#contract/bookings/parts.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { bookingDates } from '#web/bookings/life/booking-words.ts'
import { isUncharged, moneyWordsFor, readingOf } from '#web/bookings/life/money-words.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { capitalised, unitWord } from '#web/words.ts'

type CancelDialogProps = {
  booking: Booking
  refund: RefundNow
  move: BookingInUse['move']
  onClose: () => void
}

const confirmationWord = 'cancel'

/** The refund line by line, and the rule it follows. */
export function RefundPreview({ refund, booking }: { refund: RefundNow; booking: Booking }) {
  // Between friends nobody pays anything.
  if (booking.circle) return null
  const { currency } = booking.quote
  const forOwner = booking.role === 'owner'
  const words = moneyWordsFor(booking)
  const reading = readingOf(booking)
  if (isUncharged(booking))
    return (
      <div className="grid gap-1">
        <p className="font-semibold">{words.note(reading, null)}</p>
        <p className="text-sm text-ink-2">{refund.rule}</p>
      </div>
    )
  const { paid, refunded } = booking.payment
  const left = paid - refunded - refund.total
  const note = words.note(reading, left > 0 ? formatMoney(left, currency) : null)
  const line = (label: string, amount: number) => ({ label, amount: formatMoney(amount, currency) })
  return (
    <div className="grid gap-3">
      <PriceLines
        lines={[
          line(`${capitalised(unitWord(booking.service))}s`, refund.services),
          ...(refund.addOns > 0 ? [line('Extras', refund.addOns)] : []),
          line('Service fee', refund.ownerFee),
          ...(refund.promotion ? [line('Promo code, back to the site', -refund.promotion)] : []),
        ]}
        total={{
          label: words.less(reading),
          amount: formatMoney(refund.total, currency),
          note: `${forOwner ? `${reading.other} earns` : 'You earn'} ${refund.sitterKeeps === 0 ? 'nothing' : `${formatMoney(refund.sitterKeeps, currency)} after the fee`}.`,
        }}
      />
      {note && <p className="font-semibold">{note}</p>}
      <p className="text-sm text-ink-2">
        <span className="font-semibold text-ink">The rule: </span>
        {refund.rule}
      </p>
    </div>
  )
}

type CallOff = 'cancel' | 'end_early'
type CallOffWords = {
  title: string
  safe: string
  confirm: 'cancel' | 'endEarly'
  pending: string
  why: string
}

const callOffWords: Record<CallOff, (sitter: string) => CallOffWords> = {
  cancel: (sitter) => ({
    title: `Cancel your booking with ${sitter}?`,
    safe: 'Keep the booking',
    confirm: 'cancel',
    pending: 'Cancelling…',
    why: 'Why are you cancelling?',
  }),
  end_early: (sitter) => ({
    title: `End your booking with ${sitter} now?`,
    safe: 'Keep the booking',
    confirm: 'endEarly',
    pending: 'Ending…',
    why: 'Why are you ending it?',
  }),
}

/** The owner's cancellation. The refund is shown before the confirmation, and exactly that refund is sent. */
export function CancelDialog({
  booking,
  refund,
  move,
  onClose,
  event,
}: CancelDialogProps & { event: CallOff }) {
  const [reason, setReason] = useState('')
  const sitter = firstName(booking.sitter.name)
  const amount = formatMoney(refund.total, booking.quote.currency)
  const { title, safe, confirm, pending, why } = callOffWords[event](sitter)
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      danger
      title={title}
      safeLabel={safe}
      confirmLabel={moneyWordsFor(booking)[confirm](amount)}
      pendingLabel={pending}
      stepOf={() => ({ event, reason: reason.trim() || null, previewHash: refund.previewHash })}
    >
      {(errorFor) => (
        <>
          <p>{bookingDates(booking)}</p>
          <RefundPreview refund={refund} booking={booking} />
          <TextArea
            label={`${why} ${sitter} reads this`}
            name="reason"
            optional
            rows={2}
            maxLength={2000}
            value={reason}
            error={errorFor('reason')}
            onChange={(change) => setReason(change.target.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** The sitter's cancellation. Everything not delivered is refunded, so a typed word confirms it. */
export function SitterCancelDialog({ booking, refund, move, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  const [word, setWord] = useState('')
  const owner = firstName(booking.owner.name)
  const stepOf = () => {
    const errors = [
      ...(reason.trim().length < 3
        ? [{ name: 'reason', message: `Tell ${owner} why you have to cancel` }]
        : []),
      ...(word.trim().toLowerCase() === confirmationWord
        ? []
        : [{ name: 'confirmation', message: `Type “${confirmationWord}” to confirm` }]),
    ]
    return errors.length > 0 ? errors : { event: 'cancel_by_sitter' as const, reason: reason.trim() }
  }
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      danger
      title={`Cancel ${owner}’s booking?`}
      safeLabel="Keep the booking"
      confirmLabel="Cancel the booking"
      pendingLabel="Cancelling…"
      stepOf={stepOf}
    >
      {(errorFor) => (
        <>
          <p>
            {bookingDates(booking)}. {owner} is counting on you. A cancellation close to the start is
            mentioned on your profile for twelve months, in neutral words.
          </p>
          <RefundPreview refund={refund} booking={booking} />
          <TextArea
            label={`Why do you have to cancel? ${owner} reads this`}
            name="reason"
            rows={2}
            maxLength={2000}
            value={reason}
            error={errorFor('reason')}
            onChange={(event) => setReason(event.target.value)}
          />
          <TextField
            label={`Type “${confirmationWord}” to confirm`}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            value={word}
            error={errorFor('confirmation')}
            onChange={(event) => setWord(event.target.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}
