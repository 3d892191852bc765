import { type Insertable, sql, type Updateable } from 'kysely'
import { keyOf, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/** The person whose bookings a webhook is about; null for the site, whose webhooks are about all bookings. */
export type Whose = string | null

export const findWebhooksOf = (db: Db, accountId: Whose) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', 'is not distinct from', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export type WebhookRow = Awaited<ReturnType<typeof findWebhooksOf>>[number]

/** Locks the account, or the list of the site, so that two requests at once cannot both add the last webhook. */
export async function lockAndCount(tx: Tx, accountId: Whose): Promise<number> {
  if (accountId === null) await takeLock(tx, keyOf('siteWebhooks'))
  else await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  return (await findWebhooksOf(tx, accountId)).length
}

export const lockWebhook = (tx: Tx, accountId: Whose, id: string) =>
  tx
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', 'is not distinct from', accountId)
    .forUpdate()
    .executeTakeFirst()

export const findWebhook = (db: Db, accountId: Whose, id: string) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', 'is not distinct from', accountId)
    .executeTakeFirst()

export const insertWebhook = (tx: Tx, row: Insertable<DB['webhook']>) =>
  tx.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow()

export const updateWebhook = (tx: Tx, id: string, change: Updateable<DB['webhook']>) =>
  tx.updateTable('webhook').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deleteWebhook = (tx: Tx, id: string) => tx.deleteFrom('webhook').where('id', '=', id).execute()

export const deleteWebhooksOf = (tx: Tx, accountId: string) =>
  tx.deleteFrom('webhook').where('account_id', '=', accountId).execute()

/**
 * Finds the webhooks of these people and of the site that are told of the event; not those of people who may not sign
 * in.
 */
export const findListening = (db: Db, accountIds: readonly string[], event: string) =>
  db
    .selectFrom('webhook')
    .leftJoin('account', 'account.id', 'webhook.account_id')
    .leftJoin('identity.users as user', 'user.id', 'account.external_id')
    .select(['webhook.id', 'webhook.account_id'])
    .where((eb) => eb.or([eb('webhook.account_id', 'is', null), eb('webhook.account_id', 'in', accountIds)]))
    .where('webhook.is_paused', '=', false)
    .where(sql<boolean>`${event} = any(webhook.events)`)
    .where((eb) => eb.or([eb('user.id', 'is', null), eb('user.disabled', '=', false)]))
    .execute()

export const insertDelivery = (tx: Tx, row: Insertable<DB['webhook_delivery']>) =>
  tx.insertInto('webhook_delivery').values(row).returningAll().executeTakeFirstOrThrow()

export type DeliveryRow = Awaited<ReturnType<typeof insertDelivery>>

export const findDeliveries = (
  db: Db,
  webhookId: string,
  before: ListPosition | undefined,
  limit: number,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before!.at}, ${before!.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const lockDelivery = (tx: Tx, webhookId: string, id: string): Promise<DeliveryRow | undefined> =>
  tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst()

/** Counts what was sent by hand since then: tests, and messages that are sent again. */
export async function countByHand(db: Db, webhookId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('by_hand_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const updateDelivery = (tx: Tx, id: string, change: Updateable<DB['webhook_delivery']>) =>
  tx.updateTable('webhook_delivery').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/**
 * Takes the messages that are due, or one of them, and sets their next attempt in the same statement, so that no two
 * workers send the same one.
 */
export async function takeDue(
  db: Db,
  { at, again, most, id }: { at: Date; again: Date; most: number; id?: string | undefined },
): Promise<DeliveryRow[]> {
  const due = db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('next_at', '<=', at)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('next_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('webhook_delivery')
    .set({ next_at: again })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

export const findReceiver = (db: Db, webhookId: string) =>
  db.selectFrom('webhook').selectAll().where('id', '=', webhookId).executeTakeFirst()

export const lockReceiver = (tx: Tx, webhookId: string) =>
  tx.selectFrom('webhook').selectAll().where('id', '=', webhookId).forUpdate().executeTakeFirst()

/** Gives up what still waits for a webhook that is paused. */
export const failWaiting = (tx: Tx, webhookId: string) =>
  tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', next_at: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()

export async function deleteOldDeliveries(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('webhook_delivery').select('id').where('created_at', '<', before).limit(limit)
  const deleted = await tx.deleteFrom('webhook_delivery').where('id', 'in', old).returning('id').execute()
  return deleted.length
}

/** Returns the next webhooks in the order of their ids. */
export const findSealed = (db: Db, after: string | null, limit: number) =>
  db
    .selectFrom('webhook')
    .select(['id', 'secret'])
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces the sealed secret, unless the secret itself has been replaced meanwhile. */
export const replaceSealed = (tx: Tx, { id, secret }: { id: string; secret: Buffer }, sealed: Buffer) =>
  tx
    .updateTable('webhook')
    .set({ secret: sealed })
    .where('id', '=', id)
    .where('secret', '=', secret)
    .execute()
