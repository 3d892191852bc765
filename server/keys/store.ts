import type { Insertable } from 'kysely'
import { keyOf, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'

const columns = ['id', 'name', 'scopes', 'ending', 'created_at', 'expires_at', 'used_at'] as const

/** The person as whom a key acts; null for the site. */
export type Whose = string | null

/** Finds the keys of a person, the newest first. */
export const findKeysOf = (db: Db, accountId: string) =>
  db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .leftJoin('identity.users as user', 'user.id', 'account.external_id')
    .select(columns.map((column) => `api_key.${column}` as const))
    .select('user.valid_since')
    .where('api_key.account_id', '=', accountId)
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id', 'desc')
    .execute()

export type KeyRow = Awaited<ReturnType<typeof findKeysOf>>[number]

/** Finds the keys of the site with those who created them, the newest first. */
export const findSiteKeys = (db: Db) =>
  db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.created_by')
    .leftJoin('identity.users as user', 'user.id', 'account.external_id')
    .select(columns.map((column) => `api_key.${column}` as const))
    .select(['account.name as creator_name', 'account.roles as creator_roles'])
    .select((eb) => eb.fn.coalesce('user.disabled', eb.lit(false)).as('creator_disabled'))
    .where('api_key.account_id', 'is', null)
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id', 'desc')
    .execute()

export type SiteKeyRow = Awaited<ReturnType<typeof findSiteKeys>>[number]

/** Runs on every request with a key: reads the key, and for the key of a person who they are and whether they may sign in. */
export const findByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('api_key')
    .leftJoin('account', 'account.id', 'api_key.account_id')
    .leftJoin('identity.users as user', 'user.id', 'account.external_id')
    .leftJoin('identity.deletions as deletion', 'deletion.account_id', 'account.id')
    .select(columns.map((column) => `api_key.${column}` as const))
    .select([
      'api_key.account_id',
      'api_key.email_verified',
      'account.external_id',
      'account.email',
      'account.erased_at',
      'user.id as user_id',
      'user.email as user_email',
      'user.email_verified as user_verified',
      'user.disabled',
      'user.valid_since',
      'deletion.due_at',
    ])
    .where('api_key.hash', '=', hash)
    .modifyFront(frequent)
    .executeTakeFirst()

export type UsedKeyRow = NonNullable<Awaited<ReturnType<typeof findByHash>>>

/** Locks the account, or the list of the site, so that two requests at once cannot both add the last key. */
export async function lockAndCount(tx: Tx, accountId: Whose): Promise<number> {
  if (accountId === null) await takeLock(tx, keyOf('siteKeys'))
  else await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', 'is not distinct from', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whose a key is: a person's, or one of the site that somebody has created. */
export type Owner = { account_id: string; email_verified: boolean } | { account_id: null; created_by: string }

export const insertKey = (tx: Tx, key: Insertable<DB['api_key']>) =>
  tx.insertInto('api_key').values(key).execute()

export const noteUse = (db: Db, id: string, hour: Date) =>
  db.updateTable('api_key').set({ used_at: hour }).where('id', '=', id).execute()

export async function deleteKey(tx: Tx, accountId: Whose, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('api_key')
    .where('id', '=', id)
    .where('account_id', 'is not distinct from', accountId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export const deleteKeysOf = (tx: Tx, accountId: string) =>
  tx.deleteFrom('api_key').where('account_id', '=', accountId).execute()
