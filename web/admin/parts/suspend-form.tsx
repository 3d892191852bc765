import { useState } from 'react'
import type { Person } from '#contract/staff/people.ts'
import { ReasonDialog, reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { api } from '#web/api.ts'
import { nowInstant } from '#web/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

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
  const [asking, setAsking] = useState(false)
  const Asked = person.suspended ? RestoreDialog : SuspendDialog
  return (
    <>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        {person.suspended ? 'Open the account again' : 'Suspend this account'}
      </Button>
      {asking && <Asked person={person} onClose={() => setAsking(false)} />}
    </>
  )
}

function SuspendDialog({ person: { accountId, name }, onClose }: DialogProps) {
  const { values, set } = useFields({ reason: '', days: '' })
  const { pending, errors, attempt, refuse, errorFor, decide } = useDecision(onClose)
  const suspend = () => {
    const faults = faultsIn(suspendFields, values)
    if (faults.length > 0) return refuse(faults)
    const { reason, days } = values
    const endsAt = days && new Date(nowInstant() + Number(days) * dayMs).toISOString()
    const body = { reason: reason.trim(), ...(endsAt && { endsAt }) }
    void decide(
      () => api('POST /v1/admin/people/:accountId/suspend', { params: { accountId }, body }),
      `${name} is suspended`,
    )
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`Suspend ${name}?`}
      safeLabel="Leave it"
      confirmLabel="Suspend"
      pending={pending && 'Suspending…'}
      onConfirm={suspend}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>
          All devices are signed out, open requests end, and the profile becomes a draft. Agreed bookings stay
          as they are: look at them below.
        </p>
        <FormFields {...{ fields: suspendFields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}

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
