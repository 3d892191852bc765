import { useState } from 'react'
import { type Role, roles } from '#contract/staff/codes.ts'
import type { Person } from '#contract/staff/people.ts'
import { roleNames } from '#contract/staff/words.ts'
import { reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

/** What each role may do. */
const roleHints: Record<Role, string> = {
  instance_owner: 'Everything, and gives and takes roles',
  operator: 'Everything except roles',
  support: 'Answers people: reads bookings and cases, checks profiles, secures accounts',
  moderator: 'Decides about reports and profiles',
  accountant: 'Reads bookings and everything about money',
}

type Values = Record<Role, boolean> & { reason: string }

const checkbox = (role: Role) =>
  ({ kind: 'checkbox', label: roleNames[role], hint: roleHints[role] }) as const

const fields: FieldTable<Values> = {
  instance_owner: checkbox('instance_owner'),
  operator: checkbox('operator'),
  support: checkbox('support'),
  moderator: checkbox('moderator'),
  accountant: checkbox('accountant'),
  reason: { ...reasonField, label: 'Why do you change the roles?' },
}

/** Gives and takes roles after asking for the reason. */
export function RolesButton({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        Change the roles
      </Button>
      {asking && <RolesDialog person={person} onClose={() => setAsking(false)} />}
    </>
  )
}

function RolesDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { accountId, name, roles: held } = person
  const { values, set } = useFields<Values>({
    instance_owner: held.includes('instance_owner'),
    operator: held.includes('operator'),
    support: held.includes('support'),
    moderator: held.includes('moderator'),
    accountant: held.includes('accountant'),
    reason: '',
  })
  const { pending, errors, attempt, refuse, errorFor, decide } = useDecision(onClose)
  const save = () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    const body = {
      give: roles.filter((role) => values[role] && !held.includes(role)),
      take: roles.filter((role) => !values[role] && held.includes(role)),
      reason: values.reason.trim(),
    }
    void decide(
      () => api('POST /v1/admin/people/:accountId/roles', { params: { accountId }, body }),
      `The roles of ${name} are changed`,
    )
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`Change the roles of ${name}`}
      safeLabel="Leave them"
      confirmLabel="Change them"
      danger={false}
      pending={pending && 'Changing…'}
      onConfirm={save}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>Changes count from the next page that the person opens.</p>
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}
