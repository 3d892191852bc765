import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type SuspensionRow = Selectable<DB['suspension']> & {
  by_name: string | null
  lifted_by_name: string | null
}

export type AccountRow = {
  id: string
  external_id: string
  roles: string[]
  time_zone: string | null
  sitter_id: string | null
  sitter_status: string | null
}

export const findAccount = (db: Db, accountId: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .leftJoin('sitter', 'sitter.account_id', 'account.id')
    .select([
      'account.id',
      'account.external_id',
      'account.roles',
      'account.time_zone',
      'sitter.id as sitter_id',
      'sitter.status as sitter_status',
    ])
    .where('account.id', '=', accountId)
    .where('account.erased_at', 'is', null)
    .executeTakeFirst()

/** Returns false if the account is suspended already. */
export async function insertSuspension(tx: Tx, row: Insertable<DB['suspension']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('suspension')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').where('lifted_at', 'is', null).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Ends the open suspension of an account and returns its id. */
export const liftOpen = (
  tx: Tx,
  accountId: string,
  change: Pick<Updateable<DB['suspension']>, 'lifted_at' | 'lifted_by' | 'lift_reason'>,
): Promise<{ id: string } | undefined> =>
  tx
    .updateTable('suspension')
    .set(change)
    .where('account_id', '=', accountId)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Finds the suspensions of an account, newest first. */
export async function findSuspensions(db: Db, accountId: string): Promise<SuspensionRow[]> {
  const { rows } = await sql<SuspensionRow>`
    select suspension.*, staff.name as by_name, lifter.name as lifted_by_name
    from suspension
      left join account staff on staff.id = suspension.by_account
      left join account lifter on lifter.id = suspension.lifted_by
    where suspension.account_id = ${accountId} order by suspension.at desc, suspension.id desc`.execute(db)
  return rows
}

export const findDue = (db: Db, at: Date, limit: number): Promise<{ account_id: string }[]> =>
  db
    .selectFrom('suspension')
    .select('account_id')
    .where('lifted_at', 'is', null)
    .where('ends_at', '<=', at)
    .orderBy('ends_at')
    .limit(limit)
    .execute()

/** Locks the open suspension of an account if it has ended. */
export const lockDue = (tx: Tx, accountId: string, at: Date): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('suspension')
    .select('id')
    .where('account_id', '=', accountId)
    .where('lifted_at', 'is', null)
    .where('ends_at', '<=', at)
    .forUpdate()
    .executeTakeFirst()

/** Removes why an account was suspended and opened again. */
export async function blankReasons(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('suspension')
    .set({ reason: '', lift_reason: null })
    .where('account_id', '=', accountId)
    .execute()
}
