import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { type Role, roles } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/roles.ts'
import { staffWith } from '#server/accounts/commands.ts'
import { grantRole, revokeRole } from '#server/accounts/role-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import { rolesChangedLetter } from '#server/staff/mails.ts'
import { findPerson, lockSiteOwners, type PersonRow } from '#server/staff/people-store.ts'
import { refused } from '#server/staff/person-commands.ts'

type Given = HandlerInput<typeof contract.changeRoles>['body']

/**
 * Gives and takes roles. The owners of the site are locked, so that two of them who take the role from each other at
 * the same moment do not leave the site without one.
 */
export const changeRoles = (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { give, take, reason }: Given,
): Promise<EndpointResponse<typeof contract.changeRoles>> =>
  ensureTransaction(deps, async (deps) => {
    const owners = await lockSiteOwners(deps.db)
    if (!owners.includes(viewer.accountId)) throw new Problem('role-missing')
    const person = await findPerson(deps.db, accountId)
    if (!person) throw new Problem('account-not-found')
    const taken = roles.filter((role) => take.includes(role) && person.roles.includes(role))
    const given = roles.filter(
      (role) => give.includes(role) && !person.roles.includes(role) && !take.includes(role),
    )
    requirePossible(person, { given, taken })
    const { external_id: uid } = person
    for (const role of given) await grantRole(deps, uid, role)
    for (const role of taken) await revokeRole(deps, uid, role)
    if ((await staffWith(deps.db, 'roles.change')).length === 0)
      throw refused('The site needs an owner who can sign in. Give somebody else this role first.')
    const held = roles.filter(
      (role) => given.includes(role) || (person.roles.includes(role) && !taken.includes(role)),
    )
    const mail = rolesChangedLetter({ given, taken, reason, isStaff: held.length > 0 }, deps.site)
    await notify(deps, {
      accountId,
      kind: 'staff-change',
      title: mail.subject,
      path: held.length > 0 ? '/admin' : '/account',
      mail,
    })
    return { roles: held }
  })

type Change = { given: readonly Role[]; taken: readonly Role[] }

function requirePossible({ disabled, deletion_due_at: dueAt }: PersonRow, { given, taken }: Change): void {
  if (given.length + taken.length === 0) throw refused('These roles are as you want them already.')
  if (given.length > 0 && (disabled || dueAt !== null))
    throw refused('Nobody can sign in to this account now, so it gets no new role.')
}
