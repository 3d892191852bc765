import { type FormEvent, useState } from 'react'
import type { Dispute } from '#contract/payments/disputes.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type Form = { dispute: Dispute; onMoved: (dispute: Dispute) => void }

const fields: FieldTable<{ evidence: string }> = {
  evidence: {
    label: 'Answer to the bank',
    kind: 'text',
    hint: 'The bank reads one answer. Say what was agreed, what was done, and what shows it: messages, check-in and check-out, report cards.',
    rows: 6,
    maxLength: 10_000,
    check: atLeast(20, 'Write what happened, and what shows it, in a few sentences'),
  },
}

const lossWords = ({ amount, currency }: Dispute) =>
  `The owner’s bank keeps ${formatMoney(amount, currency)}, and no answer can be sent after that. You then decide who covers it.`

/** Submits the single answer that the bank reads, or accepts the loss. */
export function AnswerForm({ dispute, onMoved }: Form) {
  const { values, set } = useFields({ evidence: '' })
  const [asking, setAsking] = useState<'answer' | 'accept' | null>(null)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { id: disputeId, version, actions } = dispute
  const evidence = values.evidence.trim()
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values, disputeId)
    if (faults.length > 0) refuse(faults)
    else setAsking('answer')
  }
  const send = async () => {
    await run(async () => {
      const body =
        asking === 'accept'
          ? ({ action: 'accept', version } as const)
          : ({ action: 'answer', version, evidence } as const)
      onMoved(await api('PUT /v1/admin/disputes/:disputeId', { params: { disputeId }, body }))
    })
    setAsking(null)
  }
  return (
    <form noValidate onSubmit={ask} className="grid gap-4 border-t border-line pt-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <FormFields {...{ fields, values, set, errorFor }} scope={disputeId} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary">
          Send the answer
        </Button>
        {actions.includes('accept') && <Button onClick={() => setAsking('accept')}>Give up the money</Button>}
      </div>
      {asking && (
        <AlertDialog
          open
          onClose={() => setAsking(null)}
          title={asking === 'answer' ? 'Send this answer to the bank?' : 'Give up the money?'}
          safeLabel="Go back"
          confirmLabel={asking === 'answer' ? 'Send the answer' : 'Give up the money'}
          pending={pending && 'Sending…'}
          onConfirm={() => void send()}
        >
          <p className={asking === 'answer' ? 'max-w-measure whitespace-pre-line' : undefined}>
            {asking === 'answer' ? evidence : lossWords(dispute)}
          </p>
        </AlertDialog>
      )}
    </form>
  )
}
