import { sql } from 'kysely'
import type { Settings } from '#contract/settings.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export const findLatestSettings = (db: Db) =>
  db
    .selectFrom('setting')
    .select(['version', 'document'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest document before a version; called until one is found that can be read. */
export const findSettingsBefore = (db: Db, version: number) =>
  db
    .selectFrom('setting')
    .select(['version', 'document'])
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Until the transaction ends nobody else changes the settings; reading goes on. */
export const lockSettings = (tx: Tx) => sql`lock table setting in share row exclusive mode`.execute(tx)

export const insertSettings = (tx: Tx, settings: Settings, at: Date) =>
  tx
    .insertInto('setting')
    .values({ document: JSON.stringify(settings), created_at: at })
    .returning('version')
    .executeTakeFirstOrThrow()
