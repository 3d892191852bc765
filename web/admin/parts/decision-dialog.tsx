import { type ReactNode, useState } from 'react'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { faultsIn, type FieldTable, type FieldValues } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type DecisionDialogProps<Values extends FieldValues> = {
  title: string
  safeLabel: string
  confirmLabel: string
  /** Label of the button while it is sent. */
  sending: string
  danger: boolean
  /** What happens. */
  children?: ReactNode
  fields: FieldTable<Values>
  initial: NoInfer<Values>
  send: (values: NoInfer<Values>) => Promise<unknown>
  /** Shown once it is done. */
  doneWith: (values: NoInfer<Values>) => string
  onClose: () => void
}

/** Does something with what is entered in these fields, and reads the page again. */
export function DecisionDialog<Values extends FieldValues>(props: DecisionDialogProps<Values>) {
  const { children, sending, fields, initial, send, doneWith, onClose, ...labels } = props
  const { values, set } = useFields<Values>(initial)
  const { pending, errors, attempt, refuse, errorFor, decide } = useDecision(onClose)
  const confirm = () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    void decide(() => send(values), doneWith(values))
  }
  return (
    <AlertDialog open {...labels} onClose={onClose} pending={pending && sending} onConfirm={confirm}>
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        {children}
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}

type DecisionButtonProps = { label: string; renderDialog: (onClose: () => void) => ReactNode }

/** A button that opens such a dialog. */
export function DecisionButton({ label, renderDialog }: DecisionButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && renderDialog(() => setAsking(false))}
    </>
  )
}
