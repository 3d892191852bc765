import type { ReactNode } from 'react'
import { DecisionDialog } from '#web/admin/parts/decision-dialog.tsx'
import { atLeast } from '#web/ui/forms/field-table.ts'

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
  return (
    <DecisionDialog
      {...{ title, confirmLabel, sending, danger, onClose }}
      safeLabel="Leave it"
      fields={{ reason: { ...reasonField, label, hint } }}
      initial={{ reason: '' }}
      send={({ reason }) => send(reason.trim())}
      doneWith={() => done}
    >
      {children}
    </DecisionDialog>
  )
}
