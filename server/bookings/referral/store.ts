import { type Insertable, sql } from 'kysely'
import { keyOf, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/**
 * Serialises the granting of credits until the transaction ends, so that the budget holds. It is the last lock that
 * an event takes.
 */
export const lockCredits = (tx: Tx) => takeLock(tx, keyOf('credits'))

export async function sumCredits(tx: Tx, currency: string, inviterId: string, earnedBy: string) {
  const { amount, to_inviter, earned } = await tx
    .selectFrom('promo_code')
    .select([
      sql<string>`coalesce(sum(amount), 0)`.as('amount'),
      sql<string>`count(*) filter (where owner_id = ${inviterId} and earned_by <> ${inviterId})`.as(
        'to_inviter',
      ),
      sql<string>`count(*) filter (where earned_by = ${earnedBy})`.as('earned'),
    ])
    .where('owner_id', 'is not', null)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return { amount: Number(amount), toInviter: Number(to_inviter), isEarned: Number(earned) > 0 }
}

export const insertCredits = (tx: Tx, credits: Insertable<DB['promo_code']>[]) =>
  tx.insertInto('promo_code').values(credits).execute()

const creditsOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('promo_code')
    .leftJoin('promo_use', (on) =>
      on.onRef('promo_use.promo_id', '=', 'promo_code.id').on('promo_use.status', '<>', 'returned'),
    )
    .select(['code', 'promo_code.amount', 'currency', 'created_at', 'promo_use.status'])
    .where('promo_code.owner_id', '=', ownerId)

/** The oldest credit that no booking uses. */
export const findFreeCredit = (db: Db, ownerId: string, currency: string) =>
  creditsOf(db, ownerId)
    .where('currency', '=', currency)
    .where('promo_use.status', 'is', null)
    .orderBy('promo_code.id')
    .limit(1)
    .executeTakeFirst()

export const listCredits = (db: Db, ownerId: string) =>
  creditsOf(db, ownerId).orderBy('promo_code.id', 'desc').limit(100).execute()

/**
 * Marks a credit as notified and returns it with the name of the other side of the invitation; undefined if its owner
 * has already been notified.
 */
export const claimUnannouncedCredit = (tx: Tx, id: string, at: Date) =>
  sql<{ owner_id: string; earned_by: string; amount: number; currency: string; other_name: string }>`
    update promo_code credit set told_at = ${at}
    from account newcomer join account inviter on inviter.id = newcomer.invited_by
    where credit.id = ${id} and credit.told_at is null and newcomer.id = credit.earned_by
    returning credit.owner_id, credit.earned_by, credit.amount, credit.currency,
      case when credit.owner_id = credit.earned_by then inviter.name else newcomer.name end as other_name`
    .execute(tx)
    .then(({ rows }) => rows[0])
