import { useState } from 'react'
import { useSaving } from '#web/accounts/use-saving.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type ListNameDialogProps = {
  title: string
  /** The name until now. */
  name?: string
  confirmLabel: string
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a list, and stays open with it until it is saved. */
export function ListNameDialog({ title, name = '', confirmLabel, onSave, onClose }: ListNameDialogProps) {
  const [draft, setDraft] = useState(name)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const save = async () => {
    const chosen = draft.trim()
    if (!chosen) return refuse([{ name: 'name', message: 'Enter a name for the list' }])
    if (chosen === name || (await run(() => onSave(chosen)))) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="list-name" kind="primary" pending={pending && 'Saving…'}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id="list-name"
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        <TextField
          label="Name"
          hint="For example “Easter” or “For Pip”."
          name="name"
          maxLength={60}
          autoComplete="off"
          data-autofocus
          value={draft}
          error={errorFor('name')}
          onChange={(event) => setDraft(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
