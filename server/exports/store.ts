import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Subject } from '#server/exports/section-store.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DataExport } from '#server/kernel/db/schema.ts'

export type ExportRow = Selectable<DataExport>

/** Locks the account, so that requests for copies are serialised; undefined once it is erased. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertExport = (tx: Tx, row: Insertable<DataExport>): Promise<ExportRow> =>
  tx.insertInto('data_export').values(row).returningAll().executeTakeFirstOrThrow()

/** Finds the copies of an account, the newest first. */
export const findOfAccount = (db: Db, accountId: string, limit: number): Promise<ExportRow[]> =>
  db
    .selectFrom('data_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findExport = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('data_export').selectAll().where('id', '=', id).executeTakeFirst()

/** Claims the copy; undefined if another worker has it, or it is done. */
export const claim = (tx: Tx, id: string, at: Date, until: Date): Promise<ExportRow | undefined> =>
  tx
    .updateTable('data_export')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), claimed_until: until, done: 0, steps: 0 }))
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', at)]))
    .returningAll()
    .executeTakeFirst()

/** Updates the copy; returns false if a newer attempt has replaced this one. */
export async function saveAttempt(
  tx: Tx,
  { id, attempt }: Pick<ExportRow, 'id' | 'attempt'>,
  change: Updateable<DataExport>,
): Promise<boolean> {
  const row = await tx
    .updateTable('data_export')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'preparing')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the earlier archives of a person, which a new one replaces. */
export const endOthers = (tx: Tx, accountId: string, exceptId: string, at: Date) =>
  tx
    .updateTable('data_export')
    .set({ state: 'ended', ends_at: at })
    .where('account_id', '=', accountId)
    .where('id', '<>', exceptId)
    .where('state', '=', 'ready')
    .returning('id')
    .execute()

/** Finds copies that no worker is preparing: their claim has expired, or none ever started. */
export const findStalled = (db: Db, { at, unbegunBefore }: { at: Date; unbegunBefore: Date }) =>
  db
    .selectFrom('data_export')
    .select('id')
    .where('state', '=', 'preparing')
    .where((eb) =>
      eb.or([
        eb('claimed_until', '<=', at),
        eb.and([eb('claimed_until', 'is', null), eb('asked_at', '<=', unbegunBefore)]),
      ]),
    )
    .execute()

export const endExpired = (tx: Tx, at: Date) =>
  tx
    .updateTable('data_export')
    .set({ state: 'ended' })
    .where('state', '=', 'ready')
    .where('ends_at', '<=', at)
    .returning('id')
    .execute()

export const deleteBefore = (tx: Tx, before: Date) =>
  tx
    .deleteFrom('data_export')
    .where('state', 'in', ['ended', 'failed'])
    .where('finished_at', '<', before)
    .execute()

/** Finds the copies whose stored parts must be kept. */
export async function findActive(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('data_export')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['preparing', 'ready'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const deleteOfAccount = (tx: Tx, accountId: string) =>
  tx.deleteFrom('data_export').where('account_id', '=', accountId).returning('id').execute()

/** Finds the person with their e-mail addresses, without addresses that somebody else also has. */
export async function findSubject(
  db: Db,
  accountId: string,
): Promise<(Subject & { name: string }) | undefined> {
  const { rows } = await sql<{
    uid: string
    name: string
    sitter_id: string | null
    emails: string[]
  }>`
    select account.external_id as uid, account.name, sitter.id as sitter_id,
      array(
        select distinct address from unnest(array[account.email, own.email, own.initial_email]) as address
        where address <> '' and not exists (
          select from account other where other.id <> account.id and lower(other.email) = lower(address))
        and not exists (
          select from identity.users other
          where other.id <> account.external_id and lower(other.email) = lower(address))
      ) as emails
    from account
      left join sitter on sitter.account_id = account.id
      left join identity.users own on own.id = account.external_id
    where account.id = ${accountId} and account.erased_at is null`.execute(db)
  const [row] = rows
  return row && { accountId, uid: row.uid, name: row.name, sitterId: row.sitter_id, emails: row.emails }
}

/** Finds the person's bookings with ledger transfers, as owner or as sitter. */
export async function findPaidBookings(
  db: Db,
  { accountId, sitterId }: Subject,
): Promise<{ id: string; number: string }[]> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from booking
    where (owner_id = ${accountId} or (sitter_id = ${sitterId}::uuid and sent_at is not null))
      and exists (select from ledger_transfer where ledger_transfer.booking_id = booking.id)
    order by created_at, id`.execute(db)
  return rows
}

export const findInvoices = (db: Db, accountId: string) =>
  db
    .selectFrom('fee_invoice')
    .select(['id', 'month', 'serial'])
    .where('account_id', '=', accountId)
    .orderBy('serial')
    .execute()
