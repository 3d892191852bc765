import { type Role, roles } from '#contract/staff/codes.ts'
import type { Person } from '#contract/staff/people.ts'
import { roleNames } from '#contract/staff/words.ts'
import { DecisionButton, DecisionDialog } from '#web/admin/parts/decision-dialog.tsx'
import { reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import type { FieldTable } from '#web/ui/forms/field-table.ts'

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
export const RolesButton = ({ person }: { person: Person }) => (
  <DecisionButton
    label="Change the roles"
    renderDialog={(onClose) => <RolesDialog person={person} onClose={onClose} />}
  />
)

function RolesDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { accountId, name, roles: held } = person
  const change = (values: Values) => {
    const body = {
      give: roles.filter((role) => values[role] && !held.includes(role)),
      take: roles.filter((role) => !values[role] && held.includes(role)),
      reason: values.reason.trim(),
    }
    return api('POST /v1/admin/people/:accountId/roles', { params: { accountId }, body })
  }
  return (
    <DecisionDialog
      title={`Change the roles of ${name}`}
      safeLabel="Leave them"
      confirmLabel="Change them"
      sending="Changing…"
      danger={false}
      fields={fields}
      initial={{
        instance_owner: held.includes('instance_owner'),
        operator: held.includes('operator'),
        support: held.includes('support'),
        moderator: held.includes('moderator'),
        accountant: held.includes('accountant'),
        reason: '',
      }}
      send={change}
      doneWith={() => `The roles of ${name} are changed`}
      onClose={onClose}
    >
      <p>Changes count from the next page that the person opens.</p>
    </DecisionDialog>
  )
}
