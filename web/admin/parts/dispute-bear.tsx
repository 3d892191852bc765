import { type FormEvent, useState } from 'react'
import type { Dispute } from '#contract/payments/disputes.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'

type Form = { dispute: Dispute; onMoved: (dispute: Dispute) => void }
type Shared = { fromSitter: number | null; reason: string }

const mostOf = ({ money }: Dispute) => Math.min(money.open, money.unpaid + money.paidOut)

function bearFields(dispute: Dispute): FieldTable<Shared> {
  const { currency, booking } = dispute
  const sitter = firstName(booking.sitterName)
  const most = mostOf(dispute)
  return {
    fromSitter: {
      label: `Covered by ${sitter}`,
      kind: 'money',
      hint: hintOf(dispute, sitter),
      currency,
      appliesTo: () => most > 0,
      check: (amount) =>
        amount === null || amount > most ? `Enter an amount up to ${formatMoney(most, currency)}` : undefined,
    },
    reason: {
      label: 'Reasons',
      kind: 'text',
      hint: 'Both sides read them in the history of the booking.',
      rows: 4,
      maxLength: 2000,
      check: atLeast(20, 'Write the reasons, in a sentence or two'),
    },
  }
}

/**
 * Divides what the bank has kept between the site and the sitter, who bears at most what they earned with the booking.
 */
export function BearForm({ dispute, onMoved }: Form) {
  const { values, set } = useFields<Shared>({ fromSitter: 0, reason: '' })
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { id: disputeId, version, money, currency } = dispute
  const fields = bearFields(dispute)
  const fromSitter = values.fromSitter ?? 0
  const reason = values.reason.trim()
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values, disputeId)
    if (faults.length > 0) refuse(faults)
    else setAsking(true)
  }
  const decide = async () => {
    await run(async () => {
      const body = { action: 'bear', version, fromSitter, reason } as const
      onMoved(await api('PUT /v1/admin/disputes/:disputeId', { params: { disputeId }, body }))
    })
    setAsking(false)
  }
  return (
    <form noValidate onSubmit={ask} className="grid gap-4 border-t border-line pt-4">
      <h3 className="text-lg">Who covers the {formatMoney(money.open, currency)}?</h3>
      <ErrorSummary errors={errors} attempt={attempt} />
      <FormFields {...{ fields, values, set, errorFor }} scope={disputeId} />
      <Button type="submit" kind="primary" className="justify-self-start">
        Decide
      </Button>
      {asking && (
        <BearDialog
          {...{ dispute, fromSitter, reason, pending }}
          onClose={() => setAsking(false)}
          onConfirm={() => void decide()}
        />
      )}
    </form>
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
