import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type ListRow = Selectable<DB['favourite_list']>

const own = (db: Db, accountId: string) =>
  db.selectFrom('favourite_list').selectAll().where('account_id', '=', accountId)

/** Finds the lists of an account in the order in which they were created, those of the same moment by name. */
export const findLists = (db: Db, accountId: string): Promise<ListRow[]> =>
  own(db, accountId).orderBy('created_at').orderBy('name').execute()

export const lockList = (tx: Tx, accountId: string, id: string): Promise<ListRow | undefined> =>
  own(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Finds the list with this name, whatever its capital letters. */
export const findListNamed = (db: Db, accountId: string, name: string): Promise<ListRow | undefined> =>
  own(db, accountId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()

export const insertList = (tx: Tx, list: Insertable<DB['favourite_list']>): Promise<ListRow> =>
  tx.insertInto('favourite_list').values(list).returningAll().executeTakeFirstOrThrow()

export const saveListName = (tx: Tx, id: string, name: string): Promise<ListRow> =>
  tx
    .updateTable('favourite_list')
    .set(({ eb }) => ({ name, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const saveListCode = (tx: Tx, id: string, code: string | null): Promise<ListRow> =>
  tx.updateTable('favourite_list').set({ code }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deleteList = (tx: Tx, accountId: string, id: string) =>
  tx.deleteFrom('favourite_list').where('account_id', '=', accountId).where('id', '=', id).execute()

export const deleteListsOf = (tx: Tx, accountId: string) =>
  tx.deleteFrom('favourite_list').where('account_id', '=', accountId).execute()

/** Puts those of the sitters on a list who are among the favourites of its account. */
export const addFavouritesToList = (
  tx: Tx,
  { id, account_id }: Pick<ListRow, 'id' | 'account_id'>,
  sitterIds: readonly string[],
) =>
  sql`
    insert into favourite_list_sitter (list_id, account_id, sitter_id)
    select ${id}::uuid, account_id, sitter_id from favourite
    where account_id = ${account_id} and sitter_id = any(${sitterIds}::uuid[])
    on conflict do nothing`.execute(tx)

/** Puts a favourite on these lists of the account and takes it off all others; unknown lists are ignored. */
export async function saveListsOfFavourite(
  tx: Tx,
  { accountId, sitterId }: { accountId: string; sitterId: string },
  listIds: readonly string[],
): Promise<void> {
  await sql`
    delete from favourite_list_sitter
    where account_id = ${accountId} and sitter_id = ${sitterId} and list_id <> all(${listIds}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into favourite_list_sitter (list_id, account_id, sitter_id)
    select id, account_id, ${sitterId}::uuid from favourite_list
    where account_id = ${accountId} and id <> account_id and id = any(${listIds}::uuid[])
    on conflict do nothing`.execute(tx)
}

export type SharedListRow = Pick<ListRow, 'id' | 'account_id' | 'name'> & { owner_name: string }

/** Finds a shared list, unless its account is to be deleted. */
export const findSharedList = (db: Db, code: string): Promise<SharedListRow | undefined> =>
  db
    .selectFrom('favourite_list as list')
    .innerJoin('account as owner', 'owner.id', 'list.account_id')
    .select(['list.id', 'list.account_id', 'list.name', 'owner.name as owner_name'])
    .where('list.code', '=', code)
    .where('owner.id', 'not in', db.selectFrom('identity.deletions').select('account_id'))
    .executeTakeFirst()
