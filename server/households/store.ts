import { sql } from 'kysely'
import type { BookingStatus, Service } from '#contract/codes.ts'
import type { HouseholdField } from '#contract/households/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export const columnOf = {
  address: 'address',
  entry: 'entry',
  doorCode: 'door_code',
  alarm: 'alarm',
  cameras: 'cameras',
  emergency: 'emergency',
  absence: 'absence',
} as const satisfies Record<HouseholdField, string>

export type Sealed = Record<(typeof columnOf)[HouseholdField], Buffer | null>

export const findHousehold = (db: Db, accountId: string) =>
  db.selectFrom('household').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const lockHousehold = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('household')
    .select('version')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

/** Saves the household; returns false if a concurrent first save has already inserted it. */
export async function saveHousehold(
  tx: Tx,
  accountId: string,
  sealed: Sealed,
  { version, at }: { version: number; at: Date },
): Promise<boolean> {
  const row = { ...sealed, version: version + 1, updated_at: at }
  if (version === 0) {
    const inserted = await tx
      .insertInto('household')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirst()
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  await tx.updateTable('household').set(row).where('account_id', '=', accountId).execute()
  return true
}

/** Finds the next household ids, ordered by account. */
export async function findHouseholdIds(db: Db, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('household')
    .select('account_id')
    .$if(after !== null, (query) => query.where('account_id', '>', after!))
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.account_id)
}

/**
 * Stores the same values under another seal; leaves the version unchanged, because nothing has changed for the owner.
 */
export const replaceSealed = (tx: Tx, accountId: string, sealed: Partial<Sealed>) =>
  tx.updateTable('household').set(sealed).where('account_id', '=', accountId).execute()

export async function deleteHousehold(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('household').where('account_id', '=', accountId).execute()
  await tx
    .deleteFrom('household_view')
    .where((where) => where.or([where('account_id', '=', accountId), where('viewer_id', '=', accountId)]))
    .execute()
}

export type HomeRow = {
  id: string
  number: string
  ownerId: string
  sitterAccountId: string
  ownerName: string
  sitterName: string
  sentAt: Date | null
  status: BookingStatus
  service: Service
  startsAt: Date
  endsAt: Date
  endedAt: Date | null
  fetches: boolean
}

/** Finds a booking for one of its two parties; undefined for anyone else. */
export async function findBooking(
  db: Db,
  bookingId: string,
  accountId: string,
): Promise<HomeRow | undefined> {
  const { rows } = await sql<HomeRow>`
    select booking.id, booking.number, booking.owner_id as "ownerId", sitter.account_id as "sitterAccountId",
      owner.name as "ownerName", sitter.name as "sitterName", booking.sent_at as "sentAt", booking.status,
      booking.service, booking.starts_at as "startsAt", booking.ends_at as "endsAt", booking.ended_at as "endedAt",
      jsonb_path_exists(booking.terms, '$.addOns[*] ? (@.code == "pickup_trip")') as fetches
    from booking
    join sitter on sitter.id = booking.sitter_id
    join account owner on owner.id = booking.owner_id
    where booking.id = ${bookingId}
      and (booking.owner_id = ${accountId} or sitter.account_id = ${accountId} and booking.sent_at is not null)`.execute(
    db,
  )
  return rows[0]
}

export const insertView = (
  tx: Tx,
  view: { id: string; ownerId: string; bookingId: string; viewerId: string; fields: string[]; at: Date },
) =>
  tx
    .insertInto('household_view')
    .values({
      id: view.id,
      account_id: view.ownerId,
      booking_id: view.bookingId,
      viewer_id: view.viewerId,
      fields: view.fields,
      viewed_at: view.at,
    })
    .execute()

export const findViews = (db: Db, which: { ownerId: string } | { bookingId: string }) =>
  db
    .selectFrom('household_view')
    .innerJoin('booking', 'booking.id', 'household_view.booking_id')
    .innerJoin('account as viewer', 'viewer.id', 'household_view.viewer_id')
    .select([
      'household_view.id',
      'household_view.booking_id',
      'booking.number as booking_number',
      'viewer.name as viewer_name',
      'household_view.fields',
      'household_view.viewed_at',
    ])
    .where((where) =>
      'ownerId' in which
        ? where('household_view.account_id', '=', which.ownerId)
        : where('household_view.booking_id', '=', which.bookingId),
    )
    .orderBy('viewed_at', 'desc')
    .orderBy('household_view.id', 'desc')
    .limit(100)
    .execute()

export type ViewRow = Awaited<ReturnType<typeof findViews>>[number]

/** Deletes at most `limit` old views; returns how many. */
export async function deleteViews(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('household_view').select('id').where('viewed_at', '<', before).limit(limit)
  return (await tx.deleteFrom('household_view').where('id', 'in', old).returning('id').execute()).length
}
