import { type Insertable, type Selectable, sql } from 'kysely'
import { openRequestStatuses, runningStatuses } from '#contract/codes.ts'
import type { OpenMatter } from '#server/identity/deletion/open-matter.ts'
import { numberOf } from '#server/invoices/invoice.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type DeletionRow = Selectable<DB['identity.deletions']>

export const insertDeletion = (tx: Tx, row: Insertable<DB['identity.deletions']>) =>
  tx.insertInto('identity.deletions').values(row).execute()

export const findDeletion = (db: Db, uid: string): Promise<DeletionRow | undefined> =>
  db.selectFrom('identity.deletions').selectAll().where('user_id', '=', uid).executeTakeFirst()

export const lockDeletion = (tx: Tx, uid: string): Promise<DeletionRow | undefined> =>
  tx.selectFrom('identity.deletions').selectAll().where('user_id', '=', uid).forUpdate().executeTakeFirst()

export const findDeletionByCode = (db: Db, codeHash: string): Promise<DeletionRow | undefined> =>
  db.selectFrom('identity.deletions').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()

export const deleteDeletion = (tx: Tx, uid: string) =>
  tx.deleteFrom('identity.deletions').where('user_id', '=', uid).execute()

/** Records that the deletion is due but held back by open matters. */
export const holdDeletion = (tx: Tx, uid: string, at: Date) =>
  tx.updateTable('identity.deletions').set({ held_at: at }).where('user_id', '=', uid).execute()

export const setDisabledAfter = (tx: Tx, uid: string, disabled: boolean) =>
  tx.updateTable('identity.deletions').set({ was_disabled: disabled }).where('user_id', '=', uid).execute()

/**
 * Returns true if this sign-in belongs to the only owner of the site who can sign in. The owners are locked, so that two
 * of them who leave at the same moment do not leave the site without one.
 */
export async function isLastOwner(tx: Tx, uid: string): Promise<boolean> {
  await sql`
    select id from account where 'instance_owner' = any(roles)
      and exists (select from account mine where mine.external_id = ${uid} and 'instance_owner' = any(mine.roles))
    order by id for update`.execute(tx)
  const { rows } = await sql<{ uid: string }>`
    select account.external_id as uid
    from account left join identity.users users on users.id = account.external_id
    where 'instance_owner' = any(roles) and erased_at is null and users.disabled is not true`.execute(tx)
  return rows.length === 1 && rows[0]!.uid === uid
}

export const bringForward = (tx: Tx, uid: string, at: Date) =>
  tx
    .updateTable('identity.deletions')
    .set({ due_at: sql<Date>`greatest(asked_at, least(due_at, ${at}::timestamptz))` })
    .where('user_id', '=', uid)
    .execute()

export const findDueDeletions = (db: Db, at: Date, limit: number) =>
  db
    .selectFrom('identity.deletions')
    .select('user_id')
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** Locks the account of a sign-in until the end of the transaction. */
export const lockAccount = (tx: Tx, uid: string) =>
  tx
    .selectFrom('account')
    .select(['id', 'name', 'email', 'phone_number'])
    .where('external_id', '=', uid)
    .forUpdate()
    .executeTakeFirst()

/** Earlier e-mail addresses of the account whose links to recover it are still valid. */
export async function findRecoveringAddresses(db: Db, uid: string, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.oob_codes')
    .select('email')
    .distinct()
    .where('user_id', '=', uid)
    .where('type', '=', 'RECOVER_EMAIL')
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .execute()
  return rows.map(({ email }) => email)
}

/** Returns every address the sign-in has had, as far as it is still stored. */
export async function findAddresses(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(email) as email from (
      select email from identity.users where id = ${uid}
      union all select initial_email from identity.users where id = ${uid}
      union all select email from identity.user_identities where user_id = ${uid}
      union all select email from identity.oob_codes where user_id = ${uid}
      union all select new_email from identity.oob_codes where user_id = ${uid}
    ) known where email is not null and email <> ''`.execute(db)
  return rows.map(({ email }) => email)
}

/** Deletes the codes of these addresses, including those that are not tied to a user. */
export const deleteCodesTo = (tx: Tx, emails: readonly string[]) =>
  emails.length === 0
    ? Promise.resolve()
    : tx
        .deleteFrom('identity.oob_codes')
        .where((eb) => eb.or([eb('email', 'in', emails), eb('new_email', 'in', emails)]))
        .execute()

/**
 * Removes IP addresses and details from the audit events of this sign-in. The events themselves stay, under an id
 * that no longer belongs to anybody.
 */
export const redactAuditEvents = (tx: Tx, uid: string) =>
  tx.updateTable('identity.audit_events').set({ ip: null, detail: '{}' }).where('user_id', '=', uid).execute()

type Found = Omit<OpenMatter, 'number'> & { number: string | null; serial: number | null }

/** Returns the matters that block a deletion, in the order in which they arose. */
export async function findOpenMatters(db: Db, accountId: string): Promise<OpenMatter[]> {
  const { rows } = await sql<Found>`
    with mine as (
      select booking.* from booking join sitter on sitter.id = booking.sitter_id
      where booking.owner_id = ${accountId} or sitter.account_id = ${accountId}
    )
    select 'booking' as kind, id, number, null::integer as serial, created_at as at from mine
    where status in (${sql.join([...openRequestStatuses, ...runningStatuses])})
    union all
    select 'payout', id, number, null, created_at from mine
    where status not in (${sql.join([...openRequestStatuses, ...runningStatuses])}) and paid - refunded - released > 0
    union all
    select 'case', mine.id, mine.number, null, booking_case.opened_at
    from booking_case join mine on mine.id = booking_case.booking_id where booking_case.status <> 'resolved'
    union all
    select 'dispute', mine.id, mine.number, null, payment_dispute.opened_at
    from payment_dispute join mine on mine.id = payment_dispute.booking_id where payment_dispute.closed_at is null
    union all
    select 'payment', mine.id, mine.number, null::integer, mine.created_at
    from mine where exists (
        select from payment_task where payment_task.booking_id = mine.id
          and payment_task.state in ('planned', 'unknown', 'waiting'))
      or exists (select from booking_extra where booking_extra.booking_id = mine.id and booking_extra.status = 'waiting')
    union all
    select 'invoice', id, null, serial, made_at from fee_invoice
    where account_id = ${accountId} and status = 'open'
    order by at, kind`.execute(db)
  return rows.map(({ kind, id, number, serial }) => ({ kind, id, number: number ?? numberOf(serial!) }))
}
