import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db.ts'
import type { DB } from '#server/kernel/schema.ts'

const creditLock = 7_415_530

/** Until the transaction ends nobody else gives a credit, so that the budget holds; it is the last lock of a move. */
export const lockCredits = (tx: Tx) => sql`select pg_advisory_xact_lock(${creditLock})`.execute(tx)

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

/** The oldest credit that no booking has. */
export const findFreeCredit = (db: Db, ownerId: string, currency: string) =>
  creditsOf(db, ownerId)
    .where('currency', '=', currency)
    .where('promo_use.status', 'is', null)
    .orderBy('promo_code.id')
    .limit(1)
    .executeTakeFirst()

export const listCredits = (db: Db, ownerId: string) =>
  creditsOf(db, ownerId).orderBy('promo_code.id', 'desc').limit(100).execute()
