import { type Insertable, type Selectable, sql } from 'kysely'
import type { PromoUsage } from '#server/bookings/money/promo.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type PromoRow = Selectable<DB['promo_code']>

export const findPromo = (db: Db, code: string): Promise<PromoRow | undefined> =>
  db.selectFrom('promo_code').selectAll().where('code', '=', code).executeTakeFirst()

/** Locks a code until the transaction ends. It is the last lock of a request. */
export const lockPromo = (tx: Tx, id: string): Promise<PromoRow | undefined> =>
  tx.selectFrom('promo_code').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** False if the code exists already. */
export async function insertPromo(tx: Tx, promo: Insertable<DB['promo_code']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('promo_code')
    .values(promo)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const endPromo = (tx: Tx, id: string, at: Date) =>
  tx
    .updateTable('promo_code')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

export async function sumUses(db: Db, promoId: string, ownerId: string | null): Promise<PromoUsage> {
  const { amount, own } = await db
    .selectFrom('promo_use')
    .select([
      sql<string>`coalesce(sum(amount), 0)`.as('amount'),
      sql<string>`count(*) filter (where owner_id = ${ownerId}::uuid)`.as('own'),
    ])
    .where('promo_id', '=', promoId)
    .where('status', '<>', 'returned')
    .executeTakeFirstOrThrow()
  return { amount: Number(amount), ownUses: Number(own) }
}

/** True if this owner has had a booking confirmed, or has an active use of a code for the first booking. */
export async function hasBooked(db: Db, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ booked: boolean }>`
    select exists (select 1 from booking where owner_id = ${ownerId} and not circle and confirmed_at is not null)
      or exists (
        select 1 from promo_use join promo_code on promo_code.id = promo_use.promo_id
        where promo_use.owner_id = ${ownerId} and status <> 'returned' and first_booking
      ) as booked`.execute(db)
  return rows[0]!.booked
}

export const insertUse = (tx: Tx, use: Insertable<DB['promo_use']>) =>
  tx.insertInto('promo_use').values(use).execute()

export const markUsed = (tx: Tx, bookingId: string) =>
  tx
    .updateTable('promo_use')
    .set({ status: 'used' })
    .where('booking_id', '=', bookingId)
    .where('status', '=', 'reserved')
    .execute()

/** Sets the amount of the code that the booking keeps; 0 returns the use. */
export const setUseAmount = (tx: Tx, bookingId: string, amount: number) =>
  tx
    .updateTable('promo_use')
    .set(amount === 0 ? { amount, status: 'returned' } : { amount })
    .where('booking_id', '=', bookingId)
    .execute()

/** Removes the use, as if the booking had never named its code. */
export const deleteUse = (tx: Tx, bookingId: string) =>
  tx.deleteFrom('promo_use').where('booking_id', '=', bookingId).execute()

/** Returns every code made by operators, or one of them, with its use, the newest first. */
export const listPromos = (db: Db, id?: string) =>
  db
    .selectFrom('promo_code')
    .leftJoin('promo_use', 'promo_use.promo_id', 'promo_code.id')
    .selectAll('promo_code')
    .select([
      sql<string>`count(*) filter (where status = 'reserved')`.as('reserved_count'),
      sql<string>`coalesce(sum(promo_use.amount) filter (where status = 'reserved'), 0)`.as(
        'reserved_amount',
      ),
      sql<string>`count(*) filter (where status = 'used')`.as('used_count'),
      sql<string>`coalesce(sum(promo_use.amount) filter (where status = 'used'), 0)`.as('used_amount'),
    ])
    .where('promo_code.owner_id', 'is', null)
    .$if(id !== undefined, (promos) => promos.where('promo_code.id', '=', id!))
    .groupBy('promo_code.id')
    .orderBy('promo_code.created_at', 'desc')
    .orderBy('promo_code.id', 'desc')
    .execute()

export type ListedPromo = Awaited<ReturnType<typeof listPromos>>[number]
