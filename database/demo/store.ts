import { type Insertable, sql } from 'kysely'
import { keyFor, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { File } from '#server/kernel/db/schema.ts'

/** Waits for the lock without request timeouts, because two servers may start at once. */
export async function lockPart(tx: Tx, part: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await takeLock(tx, keyFor('demoPart', part))
}

export const isSeeded = async (db: Db, part: string): Promise<boolean> =>
  (await db.selectFrom('demo_part').select('part').where('part', '=', part).executeTakeFirst()) !== undefined

export const notePart = (tx: Tx, part: string, at: Date) =>
  tx.insertInto('demo_part').values({ part, founded_at: at }).execute()

/** Records an account that has the publicly known password. */
export const noteDemoPerson = (db: Db, accountId: string) =>
  db.insertInto('demo_person').values({ account_id: accountId }).execute()

export const hasHolidays = async (db: Db, year: number): Promise<boolean> =>
  (await db
    .selectFrom('holiday_period')
    .select('id')
    .where('year', '=', year)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Updates the planner's statistics about the rows just written. */
export const analyse = (tx: Tx) => sql`analyze`.execute(tx)

export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .select(['id', 'external_id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

export async function findSitterOf(db: Db, accountId: string): Promise<string> {
  const { id } = await db
    .selectFrom('sitter')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return id
}

/** Finds bookings between people with addresses of this domain, in order. */
export async function findBookingsOf(db: Db, domain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('booking')
    .innerJoin('account', 'account.id', 'booking.owner_id')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .innerJoin('account as keeper', 'keeper.id', 'sitter.account_id')
    .select('booking.id')
    .where('account.email', 'like', `%${domain}`)
    .where('keeper.email', 'like', `%${domain}`)
    .where('booking.sent_at', 'is not', null)
    .orderBy('booking.sent_at')
    .orderBy('booking.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks these people's conversations as read, because past booking events are no news to them. */
export const readConversations = (tx: Tx, domain: string) =>
  sql`
    update conversation set owner_read_seq = last_seq, sitter_read_seq = last_seq
    from account where account.id = conversation.owner_id and account.email like ${`%${domain}`}`.execute(tx)

/** Finds a confirmed stay of this owner that has more than three nights and is not over. */
export async function findLongStay(db: Db, ownerId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('booking')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'confirmed')
    .where('service', 'in', ['boarding', 'house_sitting'])
    .where('ends_at', '>', now)
    .where(sql<boolean>`end_on - start_on > 3`)
    .orderBy('starts_at')
    .executeTakeFirst()
  return row?.id
}

export async function findReviewAbout(db: Db, sitterId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('review')
    .select('id')
    .where('sitter_id', '=', sitterId)
    .where('author', '=', 'owner')
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Finds the town of the sitter whom this owner has booked. */
export async function findTownOf(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select('sitter.place_id')
    .where('booking.owner_id', '=', ownerId)
    .where('sitter.place_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.place_id!
}

/** Finds the booking in progress between these two people. */
export async function findRunning(
  db: Db,
  ownerId: string,
  sitterAccountId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select('booking.id')
    .where('booking.owner_id', '=', ownerId)
    .where('sitter.account_id', '=', sitterAccountId)
    .where('booking.status', '=', 'in_progress')
    .executeTakeFirst()
  return row?.id
}

export async function findPetNamed(db: Db, ownerId: string, name: string) {
  return db
    .selectFrom('pet')
    .select(['id', 'name', 'species', 'details'])
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
}
export type DemoPet = Awaited<ReturnType<typeof findPetNamed>>

/** Finds the latest finished booking of walks or visits between these two people. */
export async function findWalked(
  db: Db,
  ownerId: string,
  sitterAccountId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select('booking.id')
    .where('booking.owner_id', '=', ownerId)
    .where('sitter.account_id', '=', sitterAccountId)
    .where('booking.service', '=', 'dog_walking')
    .where('booking.status', 'in', ['completed', 'closed'])
    .orderBy('booking.ends_at', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Finds recent events of these people's bookings that are notified to one of the parties. */
export async function findNotifiedEvents(db: Db, domain: string, since: Date) {
  return db
    .selectFrom('booking_event')
    .innerJoin('booking', 'booking.id', 'booking_event.booking_id')
    .innerJoin('account', 'account.id', 'booking.owner_id')
    .select(['booking.id', 'booking_event.event', 'booking_event.by', 'booking_event.at'])
    .where('account.email', 'like', `%${domain}`)
    .where('booking_event.at', '>', since)
    .where('booking_event.by', 'in', ['owner', 'sitter'])
    .orderBy('booking_event.at')
    .orderBy('booking_event.idx')
    .execute()
}

export const insertFiles = (tx: Tx, rows: Insertable<File>[]) => tx.insertInto('file').values(rows).execute()

/** Stores the address of the first photo with the account or the profile. */
export const showPhoto = (tx: Tx, kind: 'account' | 'sitter', id: string, photoUrl: string) =>
  tx.updateTable(kind).set({ photo_url: photoUrl }).where('id', '=', id).execute()
