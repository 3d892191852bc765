import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { LedgerCorrection } from '#contract/staff/corrections.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Action = LedgerCorrection['actions'][number]

const words: Record<Action, { title: string; confirm: string; label: string; done: string }> = {
  approve: {
    title: 'Approve the correction',
    confirm: 'Approve and post it',
    label: 'What did you check?',
    done: 'The correction is posted',
  },
  reject: {
    title: 'Reject the correction',
    confirm: 'Reject it',
    label: 'Why is it not posted?',
    done: 'The correction is rejected',
  },
}

/** Approves or rejects a correction that waits; whoever proposed it can only take it back. */
export function CorrectionDecision({ correction }: { correction: LedgerCorrection }) {
  const [asking, setAsking] = useState<Action | null>(null)
  const { actions, amount, currency } = correction
  const money = formatMoney(amount, currency)
  const isOwn = !actions.includes('approve')
  return (
    <div className="flex flex-wrap items-center gap-3">
      {!isOwn && (
        <Button kind="primary" aria-label={`Approve ${money}`} onClick={() => setAsking('approve')}>
          Approve
        </Button>
      )}
      <Button
        aria-label={isOwn ? `Take back ${money}` : `Reject ${money}`}
        onClick={() => setAsking('reject')}
      >
        {isOwn ? 'Take back' : 'Reject'}
      </Button>
      {isOwn && <p className="text-sm text-ink-2">Somebody else has to approve it.</p>}
      {asking && <DecisionDialog correction={correction} action={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}

/** The form for a new correction, on the same page, has a reason too. */
const scope = 'decision'

type DialogProps = { correction: LedgerCorrection; action: Action; onClose: () => void }

function DecisionDialog({ correction: { id, amount, currency }, action, onClose }: DialogProps) {
  const { title, confirm, label, done } = words[action]
  const fields: FieldTable<{ reason: string }> = {
    reason: {
      label,
      kind: 'text',
      rows: 2,
      maxLength: 1000,
      check: atLeast(10, 'Write at least 10 characters'),
    },
  }
  const { values, set } = useFields({ reason: '' })
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const send = async () => {
    const faults = faultsIn(fields, values, scope)
    if (faults.length > 0) return refuse(faults)
    const sent = { params: { correctionId: id }, body: { reason: values.reason.trim() } }
    const decided = await run(() =>
      action === 'approve'
        ? api('POST /v1/admin/ledger/corrections/:correctionId/approve', sent)
        : api('POST /v1/admin/ledger/corrections/:correctionId/reject', sent),
    )
    if (!decided) return
    onClose()
    const toast = await loadToast()
    toast.success(done)
    await revalidate()
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`${title} of ${formatMoney(amount, currency)}?`}
      safeLabel="Leave it waiting"
      confirmLabel={confirm}
      danger={false}
      pending={pending && 'Saving…'}
      onConfirm={() => void send()}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>
          {action === 'approve'
            ? 'The entries are posted now and cannot be changed or deleted.'
            : 'Nothing is posted. The proposal stays in the list.'}
        </p>
        <FormFields {...{ fields, values, set, errorFor, scope }} />
      </div>
    </AlertDialog>
  )
}
