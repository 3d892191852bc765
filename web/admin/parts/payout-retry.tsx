import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DeskPayout } from '#contract/payments/payouts.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

const fields: FieldTable<{ reason: string }> = {
  reason: {
    label: 'Why do you send it again?',
    kind: 'text',
    rows: 2,
    maxLength: 1000,
    check: atLeast(10, 'Write at least 10 characters'),
  },
}

/** Sends a failed payout again, with a reason, and reads the page again. */
export function PayoutRetry({ payout }: { payout: DeskPayout }) {
  const [asking, setAsking] = useState(false)
  const { amount, currency, person } = payout
  return (
    <>
      <Button
        className="justify-self-start"
        aria-label={`Send again: ${formatMoney(amount, currency)} to ${person.name}`}
        onClick={() => setAsking(true)}
      >
        Send again
      </Button>
      {asking && <RetryDialog payout={payout} onClose={() => setAsking(false)} />}
    </>
  )
}

function RetryDialog({ payout, onClose }: { payout: DeskPayout; onClose: () => void }) {
  const { id: payoutId, amount, currency, person, booking } = payout
  const { values, set } = useFields({ reason: '' })
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const send = async () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    const sent = { params: { payoutId }, body: { reason: values.reason.trim() } }
    if (!(await run(() => api('POST /v1/admin/payouts/:payoutId/retry', sent)))) return
    onClose()
    const toast = await loadToast()
    toast.success(`The payment provider is asked again for booking ${booking.number}`)
    await revalidate()
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`Send ${formatMoney(amount, currency)} to ${person.name} again?`}
      safeLabel="Leave it"
      confirmLabel="Send it again"
      danger={false}
      pending={pending && 'Sending…'}
      onConfirm={() => void send()}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>It is paid once, even if the provider had received it before.</p>
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}
