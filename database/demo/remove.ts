import { randomBytes } from 'node:crypto'
import { hashPassword } from '#server/identity/commands.ts'
import { replaceSignIns } from '#server/identity/sessions/ending-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { operatorIntroduction, introductions } from './cast.ts'
import { castEmail } from './people.ts'
import * as store from './remove-store.ts'

export type Removed = {
  counts: ReadonlyMap<string, number>
  others: { name: string; email: string; bookings: number }[]
}

/** Removes the people of the demo town with all their data, in one transaction. */
export const removeDemo = (deps: Pick<Deps, 'db'>): Promise<Removed> =>
  inTransaction(deps.db, async (tx) => {
    const edges = await store.markDemo(tx)
    const removed = { counts: await store.countMarked(tx), others: await store.othersWithBookings(tx) }
    await store.deleteMarked(tx, edges)
    return removed
  })

export type NewPassword = { email: string; name: string; password: string }

/**
 * Gives each demo person printed at the start a new password. No other demo person can sign in afterwards, and no key,
 * webhook or address that somebody created with the public password works any more.
 */
export async function keepDemo(
  deps: Pick<Deps, 'db' | 'now'>,
  pepper: string | undefined,
): Promise<{ people: number; passwords: NewPassword[] }> {
  const introduced = new Map<string, string>()
  for (const { firstName } of [...introductions, operatorIntroduction])
    introduced.set(castEmail(firstName), randomBytes(12).toString('base64url'))
  const hashes = new Map<string, string>()
  for (const [email, password] of introduced) hashes.set(email, await hashPassword(password, pepper))
  return inTransaction(deps.db, async (tx) => {
    const people = await store.listDemoPeople(tx)
    for (const { uid, email } of people) {
      const hash = hashes.get(email) ?? null
      await replaceSignIns({ ...deps, db: tx }, uid, 'demo town kept', {
        password_hash: hash,
        password_updated_at: hash === null ? null : deps.now(),
      })
    }
    await store.endOtherAccess(tx, deps.now())
    await store.markKept(tx, deps.now())
    const passwords = people.flatMap(({ email, name }) => {
      const password = introduced.get(email)
      return password === undefined ? [] : [{ email, name, password }]
    })
    return { people: people.length, passwords }
  })
}
