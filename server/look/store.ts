import { sql } from 'kysely'
import type { Look } from '#contract/look.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export const findLatestLook = (db: Db) =>
  db.selectFrom('look').select(['version', 'document']).orderBy('version', 'desc').limit(1).executeTakeFirst()

/** Returns the document of a version; undefined if there is none. */
export const findDocument = async (db: Db, version: number): Promise<unknown> =>
  (await db.selectFrom('look').select('document').where('version', '=', version).executeTakeFirst())?.document

export type VersionRow = { version: number; document: unknown; created_at: Date; by: string; reason: string }

/** Finds versions before the given one, newest first. */
export const findVersions = (db: Db, before: number | undefined, limit: number): Promise<VersionRow[]> =>
  db
    .selectFrom('look')
    .innerJoin('account', 'account.id', 'look.account_id')
    .select(['look.version', 'document', 'look.created_at', 'account.name as by', 'reason'])
    .$if(before !== undefined, (query) => query.where('look.version', '<', before!))
    .orderBy('look.version', 'desc')
    .limit(limit)
    .execute()

/** Serialises changes of the look until the transaction ends; reads are not blocked. */
export const lockLook = (tx: Tx) => sql`lock table look in share row exclusive mode`.execute(tx)

export const insertLook = (
  tx: Tx,
  look: Look,
  { at, accountId, reason }: { at: Date; accountId: string; reason: string },
) =>
  tx
    .insertInto('look')
    .values({ document: JSON.stringify(look), created_at: at, account_id: accountId, reason })
    .returning('version')
    .executeTakeFirstOrThrow()
