import { sql } from 'kysely'
import { keyFor, takeLock, takeSharedLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

/** Lock key of a pair, the same for both orders of the two. */
const pairLock = (one: string, other: string) =>
  keyFor(
    'pair',
    sql<string>`least(${one}::uuid, ${other}::uuid)::text || greatest(${one}::uuid, ${other}::uuid)::text`,
  )

/** Takes the pair's exclusive lock, so that nothing passes between the two until the transaction ends. */
export const lockPair = (tx: Tx, one: string, other: string) => takeLock(tx, pairLock(one, other))

/** Takes the pair's shared lock, so that neither can block the other until the transaction ends. */
export const lockPairShared = (tx: Tx, one: string, other: string) => takeSharedLock(tx, pairLock(one, other))

/** Finds which of the two block the other. */
export async function findBlocks(db: Db, one: string, other: string): Promise<string[]> {
  const rows = await db
    .selectFrom('block')
    .select('blocker_id')
    .where((where) =>
      where.or([
        where.and([where('blocker_id', '=', one), where('blocked_id', '=', other)]),
        where.and([where('blocker_id', '=', other), where('blocked_id', '=', one)]),
      ]),
    )
    .execute()
  return rows.map(({ blocker_id: id }) => id)
}

/** Finds a person whom the account knows from a conversation or a sent booking; undefined for anyone else. */
export async function findKnown(db: Db, accountId: string, otherId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select other.id, other.name from account as other
    where other.id = ${otherId} and other.id <> ${accountId} and (
      exists (
        select from booking join sitter on sitter.id = booking.sitter_id
        where booking.sent_at is not null
          and (booking.owner_id, sitter.account_id) in ((${accountId}, other.id), (other.id, ${accountId}))
      ) or exists (
        select from conversation join sitter on sitter.id = conversation.sitter_id
        where conversation.last_seq > 0
          and (conversation.owner_id, sitter.account_id) in ((${accountId}, other.id), (other.id, ${accountId}))
      )
    )`.execute(db)
  return rows[0]
}

export const findOwnBlocks = (db: Db, accountId: string, limit: number) =>
  db
    .selectFrom('block')
    .innerJoin('account', 'account.id', 'block.blocked_id')
    .select(['block.blocked_id', 'block.created_at', 'account.name'])
    .where('blocker_id', '=', accountId)
    .orderBy('block.created_at', 'desc')
    .orderBy('block.blocked_id')
    .limit(limit)
    .execute()

export async function countBlocks(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('block')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('blocker_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Inserts a block and returns its time; a repeated block keeps the time of the first one. */
export const insertBlock = (tx: Tx, blockerId: string, blockedId: string, at: Date) =>
  tx
    .insertInto('block')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['blocker_id', 'blocked_id'])
        .doUpdateSet(({ ref }) => ({ created_at: ref('block.created_at') })),
    )
    .returning('created_at')
    .executeTakeFirstOrThrow()

export async function deleteBlock(tx: Tx, blockerId: string, blockedId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('block')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteBlocksOf = (tx: Tx, accountId: string) =>
  tx
    .deleteFrom('block')
    .where((where) => where.or([where('blocker_id', '=', accountId), where('blocked_id', '=', accountId)]))
    .execute()
