import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { containing } from '#server/kernel/db/like.ts'

export type DeskSuppressionRow = Selectable<DB['mail_suppression']> & {
  account_id: string | null
  name: string | null
}

/** The newest account with an address. */
const withPerson = sql`left join lateral (
  select account.id as account_id, account.name from account
  where lower(account.email) = suppression.address and account.erased_at is null
  order by account.created_at desc limit 1) person on true`

type SuppressionQuery = { q?: string | undefined; after: ListPosition | undefined; limit: number }

export async function findSuppressions(
  db: Db,
  { q, after, limit }: SuppressionQuery,
): Promise<DeskSuppressionRow[]> {
  const { rows } = await sql<DeskSuppressionRow>`
    select suppression.*, person.account_id, person.name from (
      select * from mail_suppression
      where ${q ? sql`address like ${containing(q.toLowerCase())}` : sql`true`}
        and ${after ? sql`(at, id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
      order by at desc, id desc limit ${limit}
    ) suppression ${withPerson}
    order by suppression.at desc, suppression.id desc`.execute(db)
  return rows
}

export async function findSuppressionOf(db: Db, address: string): Promise<DeskSuppressionRow> {
  const { rows } = await sql<DeskSuppressionRow>`
    select suppression.*, person.account_id, person.name from mail_suppression suppression ${withPerson}
    where suppression.address = lower(${address})`.execute(db)
  return rows[0]!
}

/** Deletes a row and returns the ids of the accounts with its address; undefined if there was none. */
export async function deleteSuppression(tx: Tx, id: string): Promise<string[] | undefined> {
  const deleted = await tx
    .deleteFrom('mail_suppression')
    .where('id', '=', id)
    .returning('address')
    .executeTakeFirst()
  if (!deleted) return undefined
  const { rows } = await sql<{ id: string }>`
    select id from account where lower(email) = ${deleted.address} and erased_at is null`.execute(tx)
  return rows.map((row) => row.id)
}

export async function deleteSuppressionsOf(tx: Tx, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0)
    await tx.deleteFrom('mail_suppression').where('address', 'in', addresses).execute()
}

export async function findAddress(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst()
  return row?.email
}
