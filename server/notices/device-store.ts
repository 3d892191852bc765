import type { Insertable } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { PushDevice, PushKey } from '#server/kernel/db/schema.ts'

export const findPushKey = (db: Db) => db.selectFrom('push_key').selectAll().executeTakeFirst()

/** If several servers generate a key at the same time, the first one stays. */
export const insertPushKey = (tx: Tx, row: Insertable<PushKey>) =>
  tx
    .insertInto('push_key')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export const replacePushKey = (tx: Tx, sealed: string) =>
  tx.updateTable('push_key').set({ private_key_encrypted: sealed }).execute()

export const listDevices = (db: Db, accountId: string) =>
  db.selectFrom('push_device').selectAll().where('account_id', '=', accountId).orderBy('made_at').execute()

export const findDevice = (db: Db, id: string) =>
  db.selectFrom('push_device').selectAll().where('id', '=', id).executeTakeFirst()

/** Saves a device; a browser belongs to the account that registered it last. */
export const saveDevice = (tx: Tx, row: Insertable<PushDevice>) =>
  tx
    .insertInto('push_device')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({
        account_id: row.account_id,
        p256dh: row.p256dh,
        auth: row.auth,
        name: row.name,
        made_at: row.made_at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes the oldest devices beyond the number kept. */
export const deleteOldestDevices = (tx: Tx, accountId: string, maxDevices: number) =>
  tx
    .deleteFrom('push_device')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_device')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('made_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxDevices),
    )
    .execute()

export const deleteOwnDevice = (tx: Tx, accountId: string, by: { id: string } | { endpoint: string }) => {
  const own = tx.deleteFrom('push_device').where('account_id', '=', accountId)
  return ('id' in by ? own.where('id', '=', by.id) : own.where('endpoint', '=', by.endpoint)).execute()
}

export const deleteDevicesOf = (tx: Tx, accountId: string) =>
  tx.deleteFrom('push_device').where('account_id', '=', accountId).execute()

export const deleteDevice = (tx: Tx, id: string) =>
  tx.deleteFrom('push_device').where('id', '=', id).execute()

export const holdPush = (tx: Tx, noticeId: string, accountId: string, dueAt: Date) =>
  tx
    .insertInto('notice_push')
    .values({ notice_id: noticeId, account_id: accountId, due_at: dueAt })
    .onConflict((conflict) => conflict.column('notice_id').doNothing())
    .execute()

/** Takes the pushes that are due; the caller drops those whose notice was read meanwhile. */
export const takeDuePushes = (tx: Tx, at: Date, limit: number) =>
  tx
    .deleteFrom('notice_push')
    .using('notice')
    .whereRef('notice.id', '=', 'notice_push.notice_id')
    .where('notice_push.notice_id', 'in', (eb) =>
      eb
        .selectFrom('notice_push')
        .select('notice_id')
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['notice_push.notice_id', 'notice_push.account_id', 'notice.read_at'])
    .execute()

export const findNoticeToPush = (db: Db, noticeId: string) =>
  db
    .selectFrom('notice')
    .leftJoin('notice_setting as setting', 'setting.account_id', 'notice.account_id')
    .select(['notice.id', 'notice.account_id', 'notice.kind', 'notice.title', 'notice.path'])
    .select(['notice.subject_id', 'notice.gather_key', 'notice.read_at', 'setting.push_shows_title'])
    .where('notice.id', '=', noticeId)
    .executeTakeFirst()
