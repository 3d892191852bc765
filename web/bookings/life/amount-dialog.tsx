import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { petNames } from '#web/bookings/life/booking-words.ts'
import { moneyWordsFor, readingOf } from '#web/bookings/life/money-words.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { WordsField } from '#web/bookings/life/words-field.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

type AmountDialogProps = {
  booking: Booking
  event: 'tip' | 'waive'
  move: BookingInUse['move']
  onClose: () => void
}

/** Asks for an amount and sends it: the owner's tip, or an extra refund from the sitter. */
export default function AmountDialog({ event, ...props }: AmountDialogProps) {
  return event === 'tip' ? <TipDialog {...props} /> : <WaiveDialog {...props} />
}

type DialogProps = Omit<AmountDialogProps, 'event'>
type AmountRange = { least: number; most: number }

const within = (amount: number | null, { least, most }: AmountRange): amount is number =>
  amount !== null && amount >= least && amount <= most

const refusal = ({ least, most }: AmountRange, currency: string) => [
  {
    name: 'amount',
    message: `Enter an amount from ${formatMoney(least, currency)} to ${formatMoney(most, currency)}`,
  },
]

const tips: AmountRange = { least: 1_00, most: 500_00 }
const presets = [5_00, 10_00, 20_00]

function TipDialog({ booking, move, onClose }: DialogProps) {
  const { currency } = booking.quote
  const [preset, setPreset] = useState(`${presets[0]}`)
  const [own, setOwn] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const sitter = firstName(booking.sitter.name)
  const isOwn = preset === 'own'
  const amount = isOwn ? own : Number(preset)
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={`Give ${sitter} a tip?`}
      safeLabel="Not now"
      confirmLabel={within(amount, tips) ? `Give ${formatMoney(amount, currency)}` : 'Give the tip'}
      pendingLabel="Saving the tip…"
      stepOf={() =>
        within(amount, tips) ? { event: 'tip', amount, note: note.trim() || null } : refusal(tips, currency)
      }
    >
      {(errorFor) => (
        <>
          <p>
            All of it is for {sitter}, who looked after {petNames(booking)}.{' '}
            {booking.payment.mode === 'stripe'
              ? 'It is charged to the card used for the booking.'
              : 'You pay it directly; we keep a record here.'}
          </p>
          <RadioGroup
            label="Amount"
            name="tip"
            variant="row"
            value={preset}
            onChange={setPreset}
            options={[
              ...presets.map((value) => ({ value: `${value}`, label: formatMoney(value, currency) })),
              { value: 'own', label: 'Another amount' },
            ]}
          />
          {isOwn && (
            <MoneyField
              label="Your amount"
              id="field-amount"
              currency={currency}
              error={errorFor('amount')}
              onChange={setOwn}
            />
          )}
          <WordsField name={sitter} value={note} error={errorFor('note')} onChange={setNote} />
        </>
      )}
    </ActionDialog>
  )
}

function WaiveDialog({ booking, move, onClose }: DialogProps) {
  const { currency, promo } = booking.quote
  const range = { least: 1, most: booking.waivable ?? 0 }
  const [amount, setAmount] = useState<number | null>(range.most)
  const [note, setNote] = useState('')
  const owner = firstName(booking.owner.name)
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={`Charge ${owner} less?`}
      safeLabel="Leave it as it is"
      confirmLabel={within(amount, range) ? `Give up ${formatMoney(amount, currency)}` : 'Give it up'}
      pendingLabel="Saving…"
      stepOf={() =>
        within(amount, range)
          ? { event: 'waive', amount, note: note.trim() || null }
          : refusal(range, currency)
      }
    >
      {(errorFor) => (
        <>
          <p>
            {moneyWordsFor(booking).less(readingOf(booking))} so far:{' '}
            {formatMoney(booking.payment.refunded, currency)}. The other {formatMoney(range.most, currency)}{' '}
            is yours, before the fees; you can give up any part of it. The fees go down accordingly.
            {promo?.paidBy === 'platform' &&
              ` Of the price, ${formatMoney(promo.amount, currency)} was paid by the site with the promo code ${promo.code}: the same share of what you give up goes to the site, the rest to ${owner}.`}
          </p>
          <MoneyField
            label={promo?.paidBy === 'platform' ? 'To give up' : `How much less ${owner} pays`}
            id="field-amount"
            currency={currency}
            defaultMinor={range.most}
            error={errorFor('amount')}
            onChange={setAmount}
          />
          <WordsField name={owner} value={note} error={errorFor('note')} onChange={setNote} />
        </>
      )}
    </ActionDialog>
  )
}
