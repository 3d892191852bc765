import { useState } from 'react'
import type { Person } from '#contract/staff/people.ts'
import { plainPhone } from '#web/accounts/phone.ts'
import { reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type Values = { name: string; phoneNumber: string; email: string; reason: string }

const fields: FieldTable<Values> = {
  name: { kind: 'line', label: 'Name', maxLength: 100, check: atLeast(1, 'Enter the name') },
  phoneNumber: { kind: 'line', type: 'tel', label: 'Telephone', optional: true, maxLength: 30 },
  email: {
    kind: 'line',
    type: 'email',
    label: 'E-mail address',
    hint: 'A new address counts once the person has confirmed it from its mailbox. The old one gets a link that stops the change.',
    check: atLeast(3, 'Enter the e-mail address'),
  },
  reason: { ...reasonField, label: 'Why do you correct this?' },
}

/** Corrects name, telephone number and e-mail address after asking for the reason. */
export function CorrectButton({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        Correct the details
      </Button>
      {asking && <CorrectDialog person={person} onClose={() => setAsking(false)} />}
    </>
  )
}

function CorrectDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { accountId, name, phoneNumber, email } = person
  const { values, set } = useFields<Values>({ name, phoneNumber: phoneNumber ?? '', email, reason: '' })
  const { pending, errors, attempt, refuse, errorFor, decide } = useDecision(onClose)
  const save = () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    const newName = values.name.trim()
    const newPhone = plainPhone(values.phoneNumber) || null
    const newEmail = values.email.trim()
    const body = {
      ...(newName !== name && { name: newName }),
      ...(newPhone !== phoneNumber && { phoneNumber: newPhone }),
      ...(newEmail !== email && { email: newEmail }),
      reason: values.reason.trim(),
    }
    void decide(
      () => api('POST /v1/admin/people/:accountId/correct', { params: { accountId }, body }),
      newEmail === email
        ? 'The details are corrected'
        : 'The new address waits to be confirmed from its mailbox',
    )
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`Correct the details of ${name}`}
      safeLabel="Leave them"
      confirmLabel="Correct them"
      danger={false}
      pending={pending && 'Correcting…'}
      onConfirm={save}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}
