import { isStaff } from '#contract/staff/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { findPerson, type PersonRow } from '#server/staff/people-store.ts'

export const refused = (detail: string) => new Problem('person-change-refused', { detail })

/** Returns the person whom the viewer wants to change; staff are changed by an owner of the site only. */
export async function requireChangeable(db: Db, viewer: Viewer, accountId: string): Promise<PersonRow> {
  const person = await findPerson(db, accountId)
  if (!person) throw new Problem('account-not-found')
  if (accountId === viewer.accountId)
    throw refused('This is your own account. Change it in your account settings.')
  if (isStaff(person.roles) && !viewer.roles.includes('instance_owner'))
    throw refused('This person helps to run the site. Only an owner of the site can do this.')
  return person
}

/** Names the reason why a sign-in is not found: it is managed elsewhere. */
export function explainMissingSignIn(error: unknown): never {
  if (!(error instanceof Problem && error.code === 'account-not-found')) throw error
  throw refused('This person signs in at another service. Change their sign-in there.')
}
