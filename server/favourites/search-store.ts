import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type SavedSearchRow = Selectable<DB['saved_search']>

const own = (db: Db, accountId: string) =>
  db.selectFrom('saved_search').selectAll().where('account_id', '=', accountId)

export const findSearches = (db: Db, accountId: string): Promise<SavedSearchRow[]> =>
  own(db, accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export const findSameSearch = (db: Db, accountId: string, address: string) =>
  own(db, accountId).where('address', '=', address).executeTakeFirst()

export const lockSearch = (tx: Tx, accountId: string, id: string): Promise<SavedSearchRow | undefined> =>
  own(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst()

export const findSearch = (db: Db, id: string): Promise<SavedSearchRow | undefined> =>
  db.selectFrom('saved_search').selectAll().where('id', '=', id).executeTakeFirst()

export const insertSearch = (tx: Tx, search: Insertable<DB['saved_search']>) =>
  tx.insertInto('saved_search').values(search).execute()

export const saveSearchRow = (tx: Tx, id: string, change: Updateable<DB['saved_search']>) =>
  tx.updateTable('saved_search').set(change).where('id', '=', id).execute()

export const deleteSearch = (tx: Tx, accountId: string, id: string) =>
  tx.deleteFrom('saved_search').where('account_id', '=', accountId).where('id', '=', id).execute()

export const deleteSearchesOf = (tx: Tx, accountId: string) =>
  tx.deleteFrom('saved_search').where('account_id', '=', accountId).execute()

/** Finds the searches that are due for a check, the longest overdue first. */
export const findDueSearches = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('saved_search')
    .select('id')
    .where('tells', '=', true)
    .where('looked_at', '<', before)
    .orderBy('looked_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Removes a sitter from the matches of all saved searches. */
export const removeFromMatches = (tx: Tx, sitterId: string) =>
  sql`
    update saved_search set seen = array_remove(seen, ${sitterId}::uuid), fresh = array_remove(fresh, ${sitterId}::uuid)
    where ${sitterId}::uuid = any(seen || fresh)`.execute(tx)
