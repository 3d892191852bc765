import type { ReactNode } from 'react'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

/** Asks why something is done; unless something else is said, the words are sent to a person. */
export const reasonField = {
  kind: 'text',
  rows: 4,
  maxLength: 1000,
  hint: 'We send these words to the person.',
  check: atLeast(10, 'Write at least 10 characters'),
} as const

type ReasonDialogProps = {
  title: string
  /** What happens. */
  children: ReactNode
  /** Label of the field for the reason. */
  label: string
  hint?: string
  confirmLabel: string
  /** Label of the button while it is sent. */
  sending: string
  danger?: boolean
  send: (reason: string) => Promise<unknown>
  /** Shown once it is done. */
  done: string
  onClose: () => void
}

/** Does something after asking for the reason, and reads the page again. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    children,
    label,
    hint = reasonField.hint,
    confirmLabel,
    sending,
    danger = true,
    send,
    done,
    onClose,
  } = props
  const fields: FieldTable<{ reason: string }> = { reason: { ...reasonField, label, hint } }
  const { values, set } = useFields({ reason: '' })
  const { pending, errors, attempt, refuse, errorFor, decide } = useDecision(onClose)
  const confirm = () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    void decide(() => send(values.reason.trim()), done)
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={title}
      safeLabel="Leave it"
      confirmLabel={confirmLabel}
      danger={danger}
      pending={pending && sending}
      onConfirm={confirm}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        {children}
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}
