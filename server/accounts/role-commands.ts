import type { Role } from '#contract/staff/codes.ts'
import * as store from '#server/accounts/store.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

export type Person = {
  uid: string
  /** Null before the account was created. */
  accountId: string | null
  name: string | null
  email: string | null
  roles: string[]
  disabled: boolean
  createdAt: Date
}

/** Finds the one person with this e-mail address, sign-in id or account id. */
export async function findPerson(db: Db, given: string): Promise<Person> {
  const id = given.trim()
  const [row, other] = await store.findPeople(db, { id, email: id.toLowerCase() })
  if (other)
    throw new Problem('account-not-found', {
      detail: `"${id}" matches several people. Use the id of one of them.`,
    })
  const uid = row?.user_id ?? row?.external_id
  if (!row || !uid || !row.created_at)
    throw new Problem('account-not-found', {
      detail: `Nobody was found for "${id}". Give the e-mail address, or the id of the sign-in or of the account.`,
    })
  return {
    uid,
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    roles: row.roles ?? [],
    disabled: row.disabled ?? false,
    createdAt: row.created_at,
  }
}

/** Changes the roles of an account; takes effect with the person's next request. */
function changeRoles(
  deps: Pick<Deps, 'db' | 'now' | 'systemUser'>,
  uid: string,
  kind: string,
  role: Role,
  change: (before: string[]) => string[],
): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const account = await store.lockByExternalId(deps.db, uid)
    if (!account)
      throw new Problem('account-not-found', { detail: 'This person has not created their account yet.' })
    await store.saveAccount(deps.db, account.id, { roles: change(account.roles), updated_at: deps.now() })
    await audit(deps, kind, uid, null, { role })
  })
}

export const grantRole = (
  deps: Pick<Deps, 'db' | 'now' | 'systemUser'>,
  uid: string,
  role: Role,
): Promise<void> => changeRoles(deps, uid, 'role-granted', role, (before) => [...new Set([...before, role])])

export const revokeRole = (
  deps: Pick<Deps, 'db' | 'now' | 'systemUser'>,
  uid: string,
  role: Role,
): Promise<void> =>
  changeRoles(deps, uid, 'role-taken', role, (before) => before.filter((one) => one !== role))
