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

/** Finds the newest document before a version; called repeatedly until one can be parsed. */
export const findSettingsBefore = (db: Db, version: number) =>
  db
    .selectFrom('setting')
    .select(['version', 'document'])
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Serialises changes of the settings until the transaction ends; reads are not blocked. */
export const lockSettings = (tx: Tx) => sql`lock table setting in share row exclusive mode`.execute(tx)

/** Who changed the settings, and why; without an account on the command line. */
export type Author = { accountId: string | null; reason: string | null }

export const insertSettings = (tx: Tx, settings: Settings, at: Date, by?: Author) =>
  tx
    .insertInto('setting')
    .values({
      document: JSON.stringify(settings),
      created_at: at,
      account_id: by?.accountId ?? null,
      reason: by?.reason ?? null,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
