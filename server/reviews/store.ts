import { type Insertable, sql } from 'kysely'
import type { Party, Service, Species } from '#contract/codes.ts'
import type { FacePhoto } from '#server/files/face.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import type { StarsGiven } from '#server/reviews/summary.ts'

export const insertReview = (tx: Tx, review: Insertable<DB['review']>) =>
  tx.insertInto('review').values(review).execute()

export const findAuthors = async (db: Db, bookingId: string): Promise<Party[]> => {
  const rows = await db.selectFrom('review').select('author').where('booking_id', '=', bookingId).execute()
  return rows.map(({ author }) => author)
}

export const publishOfBooking = (tx: Tx, bookingId: string, at: Date) =>
  tx
    .updateTable('review')
    .set({ published_at: at })
    .where('booking_id', '=', bookingId)
    .where('published_at', 'is', null)
    .returning('sitter_id')
    .execute()

/** Finds bookings with a review whose hidden period is over, longest overdue first. */
export async function findDue(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('review')
    .select('booking_id')
    .where('published_at', 'is', null)
    .where('hidden_until', '<=', at)
    .groupBy('booking_id')
    .orderBy(({ fn }) => fn.min('hidden_until'))
    .orderBy('booking_id')
    .limit(limit)
    .execute()
  return rows.map(({ booking_id }) => booking_id)
}

export type ReviewRow = {
  id: string
  author: Party
  owner_id: string
  sitter_id: string
  sitter_account_id: string
  overall: number
  ratings: Record<string, number>
  body: string
  service: Service
  species: Species[]
  author_id: string
  author_name: string
  author_erased: boolean
  author_face: FacePhoto | null
  reply: string | null
  published_at: Date
  time_zone: string
}

const reviewRows = sql`
    select review.id, review.author, review.sitter_id, booking.owner_id, sitter.account_id as sitter_account_id,
      review.overall, review.ratings, review.body, booking.service, booking.time_zone,
      account.id as author_id, account.name as author_name, account.erased_at is not null as author_erased,
      (select face.photo from face where face.account_id = account.id limit 1) as author_face,
      review.reply, review.published_at,
      array(
        select distinct pet.species from booking_pet join pet on pet.id = booking_pet.pet_id
        where booking_pet.booking_id = booking.id order by 1
      ) as species
    from review
    join booking on booking.id = review.booking_id
    join sitter on sitter.id = review.sitter_id
    join account on account.id = review.account_id`

/** Locks a published review, so that only one of two concurrent replies is saved. */
export async function lockPublishedReview(tx: Tx, id: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    ${reviewRows}
    where review.id = ${id} and review.published_at is not null and review.removed_at is null
    for update of review`.execute(tx)
  return rows[0]
}

export const saveReply = (tx: Tx, id: string, reply: string, at: Date) =>
  tx.updateTable('review').set({ reply, replied_at: at }).where('id', '=', id).execute()

/** Marks a review as removed; undefined unless it is published and not removed yet. */
export const removeReviewRow = (tx: Tx, id: string, reason: string, at: Date) =>
  tx
    .updateTable('review')
    .set({ removed_at: at, removed_for: reason })
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .where('removed_at', 'is', null)
    .returning('sitter_id')
    .executeTakeFirst()

/** Finds the owner of a booking, only for the account of its sitter. */
export async function findOwnerFor(
  db: Db,
  bookingId: string,
  sitterAccountId: string,
): Promise<{ id: string; name: string; erased: boolean } | undefined> {
  const { rows } = await sql<{ id: string; name: string; erased: boolean }>`
    select account.id, account.name, account.erased_at is not null as erased
    from booking
    join sitter on sitter.id = booking.sitter_id
    join account on account.id = booking.owner_id
    where booking.id = ${bookingId} and sitter.account_id = ${sitterAccountId}
      and booking.status <> 'awaiting_card'`.execute(db)
  return rows[0]
}

export async function countStays(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking
    where owner_id = ${ownerId} and not circle and status in ('completed', 'closed')`.execute(db)
  return rows[0]!.count
}

/** Lists the reviews that sitters published about an owner, newest first. */
export async function listAboutOwner(db: Db, ownerId: string, limit: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    ${reviewRows}
    where booking.owner_id = ${ownerId} and review.author = 'sitter' and review.published_at is not null
      and review.removed_at is null
    order by review.published_at desc, review.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Reads the ratings of an owner, like `findStarsGiven` for a sitter. */
export async function findStarsOfOwner(db: Db, ownerId: string): Promise<StarsGiven[]> {
  const { rows } = await sql<StarsGiven>`
    select review.overall, review.ratings, review.published_at as "publishedAt"
    from review join booking on booking.id = review.booking_id
    where booking.owner_id = ${ownerId} and review.author = 'sitter' and review.published_at is not null
      and review.removed_at is null`.execute(db)
  return rows
}
