import type { Person } from '#contract/staff/people.ts'
import { plainPhone } from '#web/accounts/phone.ts'
import { DecisionButton, DecisionDialog } from '#web/admin/parts/decision-dialog.tsx'
import { reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { atLeast, type FieldTable } from '#web/ui/forms/field-table.ts'

type Values = { name: string; phoneNumber: string; email: string; reason: string }

const fields: FieldTable<Values> = {
  name: { kind: 'line', label: 'Name', maxLength: 100, check: atLeast(1, 'Enter the name') },
  phoneNumber: { kind: 'line', type: 'tel', label: 'Phone number', optional: true, maxLength: 30 },
  email: {
    kind: 'line',
    type: 'email',
    label: 'E-mail address',
    hint: 'A new address counts once the person has confirmed it from its mailbox. The old one gets a link that stops the change.',
    check: atLeast(3, 'Enter the e-mail address'),
  },
  reason: { ...reasonField, label: 'Why do you correct this?' },
}

/** Corrects name, phone number and e-mail address after asking for the reason. */
export const CorrectButton = ({ person }: { person: Person }) => (
  <DecisionButton
    label="Correct the details"
    renderDialog={(onClose) => <CorrectDialog person={person} onClose={onClose} />}
  />
)

function CorrectDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { accountId, name, phoneNumber, email } = person
  const correct = (values: Values) => {
    const newName = values.name.trim()
    const newPhone = plainPhone(values.phoneNumber) || null
    const newEmail = values.email.trim()
    const body = {
      ...(newName !== name && { name: newName }),
      ...(newPhone !== phoneNumber && { phoneNumber: newPhone }),
      ...(newEmail !== email && { email: newEmail }),
      reason: values.reason.trim(),
    }
    return api('POST /v1/admin/people/:accountId/correct', { params: { accountId }, body })
  }
  return (
    <DecisionDialog
      title={`Correct the details of ${name}`}
      safeLabel="Leave them"
      confirmLabel="Correct them"
      sending="Correcting…"
      danger={false}
      fields={fields}
      initial={{ name, phoneNumber: phoneNumber ?? '', email, reason: '' }}
      send={correct}
      doneWith={(values) =>
        values.email.trim() === email
          ? 'The details are corrected'
          : 'The new address waits to be confirmed from its mailbox'
      }
      onClose={onClose}
    />
  )
}
