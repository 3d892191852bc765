import type { Updateable } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { NoticeSetting } from '#server/kernel/db/schema.ts'

export type SettingChanges = Updateable<
  Pick<NoticeSetting, 'quiet_from' | 'quiet_to' | 'digest' | 'digest_time' | 'push_shows_title' | 'time_zone'>
>

export const findSetting = (db: Db, accountId: string) =>
  db.selectFrom('notice_setting').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Locks the account, because the settings may have no row yet that could be locked. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const saveSetting = (tx: Tx, accountId: string, changes: SettingChanges, version: number, at: Date) =>
  tx
    .insertInto('notice_setting')
    .values({ account_id: accountId, ...changes, version, updated_at: at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...changes, version, updated_at: at }),
    )
    .execute()
