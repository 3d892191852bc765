import type { Person } from '#contract/staff/people.ts'
import { DecisionButton, DecisionDialog } from '#web/admin/parts/decision-dialog.tsx'
import { ReasonDialog, reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { nowInstant } from '#web/clock.ts'
import type { FieldTable } from '#web/ui/forms/field-table.ts'

const dayMs = 86_400_000

/** How long a suspension lasts, in days; empty if its end is open. */
const lengths = [
  { value: '', label: 'Until we open the account again' },
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

const suspendFields: FieldTable<{ reason: string; days: string }> = {
  reason: { ...reasonField, label: 'Why do you suspend this account?' },
  days: { label: 'For how long?', kind: 'select', options: lengths },
}

type DialogProps = { person: Person; onClose: () => void }

/** Suspends the person, or opens the account again, after asking for the reason; then reads the page again. */
export function SuspendButton({ person }: { person: Person }) {
  const Asked = person.suspended ? RestoreDialog : SuspendDialog
  return (
    <DecisionButton
      label={person.suspended ? 'Open the account again' : 'Suspend this account'}
      renderDialog={(onClose) => <Asked person={person} onClose={onClose} />}
    />
  )
}

const SuspendDialog = ({ person: { accountId, name }, onClose }: DialogProps) => (
  <DecisionDialog
    title={`Suspend ${name}?`}
    safeLabel="Leave it"
    confirmLabel="Suspend"
    sending="Suspending…"
    danger
    fields={suspendFields}
    initial={{ reason: '', days: '' }}
    send={({ reason, days }) => {
      const endsAt = days && new Date(nowInstant() + Number(days) * dayMs).toISOString()
      const body = { reason: reason.trim(), ...(endsAt && { endsAt }) }
      return api('POST /v1/admin/people/:accountId/suspend', { params: { accountId }, body })
    }}
    doneWith={() => `${name} is suspended`}
    onClose={onClose}
  >
    <p>
      All devices are signed out, open requests end, and the profile becomes a draft. Agreed bookings stay as
      they are: look at them below.
    </p>
  </DecisionDialog>
)

const RestoreDialog = ({ person: { accountId, name }, onClose }: DialogProps) => (
  <ReasonDialog
    title={`Open the account of ${name} again?`}
    label="Why do you open this account again?"
    confirmLabel="Open it"
    sending="Opening…"
    danger={false}
    send={(reason) =>
      api('POST /v1/admin/people/:accountId/restore', { params: { accountId }, body: { reason } })
    }
    done={`The account of ${name} is open again`}
    onClose={onClose}
  >
    <p>The person can sign in again. A sitter’s profile stays a draft until they publish it.</p>
  </ReasonDialog>
)
