import { type FormEvent, useState } from 'react'
import type { Dispute } from '#contract/payments/disputes.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { firstName } from '#web/bookings/life/booking-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'

type Form = { dispute: Dispute; onMoved: (dispute: Dispute) => void }
const least = 20

/**
 * Divides what the bank has kept between the site and the sitter, who bears at most what they earned with the booking.
 */
export function BearForm({ dispute, onMoved }: Form) {
  const [fromSitter, setFromSitter] = useState<number | null>(0)
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { id: disputeId, version, money, currency } = dispute
  const most = Math.min(money.open, money.unpaid + money.paidOut)
  const amount = (value: number) => formatMoney(value, currency)
  const [amountName, reasonName] = [`from-sitter-${disputeId}`, `reason-${disputeId}`]
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const missing: FormError[] = []
    if (fromSitter === null || fromSitter > most)
      missing.push({ name: amountName, message: `Enter an amount up to ${amount(most)}` })
    if (reason.trim().length < least)
      missing.push({ name: reasonName, message: 'Write the reasons, in a sentence or two' })
    if (missing.length > 0) refuse(missing)
    else setAsking(true)
  }
  const decide = async () => {
    await run(async () => {
      const body = { action: 'bear', version, fromSitter: fromSitter ?? 0, reason: reason.trim() } as const
      onMoved(await api('PUT /v1/admin/disputes/:disputeId', { params: { disputeId }, body }))
    })
    setAsking(false)
  }
  return (
    <form noValidate onSubmit={ask} className="grid gap-4 border-t border-line pt-4">
      <h3 className="text-lg">Who covers the {amount(money.open)}?</h3>
      <ErrorSummary errors={errors} attempt={attempt} />
      {most > 0 && (
        <SitterShare {...{ dispute, amountName }} error={errorFor(amountName)} onChange={setFromSitter} />
      )}
      <TextArea
        label="Reasons"
        name={reasonName}
        hint="Both sides read them in the history of the booking."
        rows={4}
        maxLength={2000}
        value={reason}
        error={errorFor(reasonName)}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" kind="primary" className="justify-self-start">
        Decide
      </Button>
      {asking && (
        <BearDialog
          {...{ dispute, reason, pending }}
          fromSitter={fromSitter ?? 0}
          onClose={() => setAsking(false)}
          onConfirm={() => void decide()}
        />
      )}
    </form>
  )
}

type SitterShareProps = {
  dispute: Dispute
  amountName: string
  error: string | undefined
  onChange: (minor: number | null) => void
}

function SitterShare({ dispute, amountName, error, onChange }: SitterShareProps) {
  const { currency, booking } = dispute
  const sitter = firstName(booking.sitterName)
  return (
    <MoneyField
      label={`Covered by ${sitter}`}
      hint={hintOf(dispute, sitter)}
      id={`field-${amountName}`}
      currency={currency}
      defaultMinor={0}
      error={error}
      onChange={onChange}
    />
  )
}

type BearDialogProps = {
  dispute: Dispute
  fromSitter: number
  reason: string
  pending: boolean
  onClose: () => void
  onConfirm: () => void
}

function BearDialog({ dispute, fromSitter, reason, pending, onClose, onConfirm }: BearDialogProps) {
  const { money, currency, booking } = dispute
  const amount = (value: number) => formatMoney(value, currency)
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Decide who covers it?"
      safeLabel="Go back"
      confirmLabel="Decide"
      pending={pending && 'Deciding…'}
      onConfirm={onConfirm}
    >
      <div className="grid gap-4 text-ink">
        <PriceLines
          lines={[
            { label: `Covered by ${firstName(booking.sitterName)}`, amount: amount(fromSitter) },
            { label: 'Covered by the site', amount: amount(money.open - fromSitter) },
          ]}
          total={{ label: 'Kept by the bank', amount: amount(money.open) }}
        />
        <p className="max-w-measure whitespace-pre-line">{reason}</p>
      </div>
    </AlertDialog>
  )
}

function hintOf({ money, currency }: Dispute, sitter: string): string {
  const amount = (value: number) => formatMoney(value, currency)
  const rest = 'The site covers the rest.'
  if (money.paidOut === 0) return `${amount(money.unpaid)} are waiting to be paid out to ${sitter}. ${rest}`
  const unpaid = money.unpaid > 0 ? `${amount(money.unpaid)} are waiting to be paid out, and ` : ''
  return `${unpaid}${amount(money.paidOut)} were paid out to ${sitter} and are reclaimed; the site covers what the account no longer holds. ${rest}`
}
