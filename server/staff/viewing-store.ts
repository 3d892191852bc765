import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

export type ViewedRow = { id: string; uid: string; email: string; email_verified: boolean; roles: string[] }

/** Finds the person as whom staff see the site; undefined once the account is erased. */
export async function findViewed(db: Db, accountId: string): Promise<ViewedRow | undefined> {
  const { rows } = await sql<ViewedRow>`
    select account.id, account.external_id as uid, account.email, account.roles,
      coalesce(users.email_verified, false) as email_verified
    from account left join identity.users users on users.id = account.external_id
    where account.id = ${accountId} and account.erased_at is null`.execute(db)
  return rows[0]
}
