import { useState } from 'react'
import type { AdminFeeInvoice } from '#contract/invoices.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Closing = 'settled' | 'written_off'
type ClosingProps = { invoice: AdminFeeInvoice; onClosed: (changed: AdminFeeInvoice) => void }

/** Closes an open invoice as paid or as written off. */
export function InvoiceClosing({ invoice, onClosed }: ClosingProps) {
  const [asking, setAsking] = useState<Closing | null>(null)
  const { number, total } = invoice
  return (
    <div className="flex flex-wrap gap-3">
      <Button aria-label={`Settle ${number}`} onClick={() => setAsking('settled')}>
        Settle
      </Button>
      {total > 0 && (
        <Button kind="quiet" aria-label={`Write off ${number}`} onClick={() => setAsking('written_off')}>
          Write off
        </Button>
      )}
      {asking && (
        <ClosingDialog
          invoice={invoice}
          status={asking}
          onClose={() => setAsking(null)}
          onClosed={onClosed}
        />
      )}
    </div>
  )
}

const closingFields = (isLoss: boolean): FieldTable<{ reason: string }> => ({
  reason: {
    label: isLoss ? 'Why?' : 'Note',
    kind: 'text',
    optional: !isLoss,
    rows: 2,
    maxLength: 500,
    ...(isLoss && { check: atLeast(1, 'Say why nobody will pay it') }),
  },
})

type DialogProps = ClosingProps & { status: Closing; onClose: () => void }

function ClosingDialog({ invoice, status, onClose, onClosed }: DialogProps) {
  const { id, number, version, total, currency, sitter } = invoice
  const { values, set } = useFields({ reason: '' })
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const amount = formatMoney(Math.abs(total), currency)
  const isLoss = status === 'written_off'
  const fields = closingFields(isLoss)
  const close = async () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) {
      refuse(faults)
      return
    }
    const sent = {
      params: { invoiceId: id },
      body: { version, status, reason: values.reason.trim() || null },
    }
    const done = await run(async () => onClosed(await api('PUT /v1/admin/fee-invoices/:invoiceId', sent)))
    if (!done) return
    const toast = await loadToast()
    toast.success(isLoss ? `${number} is written off` : `${number} is settled`)
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={isLoss ? `Write ${number} off?` : `Is ${number} paid?`}
      safeLabel="Leave it open"
      confirmLabel={isLoss ? 'Write it off' : 'It is paid'}
      danger={isLoss}
      pending={pending && 'Saving…'}
      onConfirm={() => void close()}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>
          {isLoss
            ? `You give up ${amount} that ${sitter.name} owes. This cannot be undone.`
            : total < 0
              ? `You have paid ${amount} back to ${sitter.name}. This cannot be undone.`
              : `You have received ${amount} from ${sitter.name}. This cannot be undone.`}
        </p>
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}
