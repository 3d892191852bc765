import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Quote } from '#contract/bookings/bookings.ts'
import {
  openRequestStatuses,
  type BookingStatus,
  type Party,
  type PaymentMode,
  type PaymentStatus,
  runningStatuses,
} from '#contract/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

const faceOfAccount = (db: Db, account: 'owner.id' | 'sitter.account_id') =>
  db
    .selectFrom('face')
    .select('photo')
    .where(sql<boolean>`face.account_id = ${sql.ref(account)}`)
    .limit(1)

export const bookingWithParties = (db: Db) =>
  db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .innerJoin('account as owner', 'owner.id', 'booking.owner_id')
    .innerJoin('account as keeper', 'keeper.id', 'sitter.account_id')
    .selectAll('booking')
    .select([
      'owner.name as owner_name',
      faceOfAccount(db, 'owner.id').as('owner_face'),
      'owner.phone_number as owner_phone_number',
      'owner.location as owner_location',
      'owner.erased_at as owner_erased_at',
      'sitter.account_id as sitter_account_id',
      'sitter.name as sitter_name',
      faceOfAccount(db, 'sitter.account_id').as('sitter_face'),
      'sitter.place_id as sitter_place_id',
      // Computed only for questions, because only these can be booked without a request later.
      sql<boolean>`booking.status = 'inquiry' and (sitter.instant_book = 'everyone'
        or sitter.instant_book = 'repeat' and exists (
          select 1 from booking earlier where earlier.owner_id = booking.owner_id
            and earlier.sitter_id = booking.sitter_id and not earlier.circle and earlier.status in ('completed', 'closed')))`.as(
        'may_book_at_once',
      ),
      'keeper.phone_number as sitter_phone_number',
      'keeper.location as sitter_location',
      'keeper.erased_at as sitter_erased_at',
    ])

/** A booking with both sides, as `view.ts` and `mails.ts` need it. */
export type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingWithParties>['executeTakeFirstOrThrow']>>

export const findBooking = (db: Db, id: string): Promise<BookingRow | undefined> =>
  bookingWithParties(db).where('booking.id', '=', id).executeTakeFirst()

export const findBookings = async (db: Db, ids: readonly string[]): Promise<BookingRow[]> =>
  ids.length === 0 ? [] : bookingWithParties(db).where('booking.id', 'in', ids).execute()

/** The two sides of a booking never change, so they can be read before anything is locked. */
export const findPartiesOf = (db: Db, id: string) =>
  db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select([
      'booking.owner_id',
      'booking.sitter_id',
      'booking.sent_at',
      'sitter.account_id as sitter_account_id',
    ])
    .where('booking.id', '=', id)
    .executeTakeFirst()

/**
 * Like `findPartiesOf`, but locks the sitter. It is the first statement of every event, so events of bookings with
 * the same sitter are serialised.
 */
export const lockSitterOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select([
      'booking.owner_id',
      'booking.sitter_id',
      'booking.sent_at',
      'sitter.account_id as sitter_account_id',
    ])
    .where('booking.id', '=', id)
    .forNoKeyUpdate('sitter')
    .executeTakeFirst()

/** Locks the booking until the transaction ends; the sitter must be locked first. */
export const lockBooking = (tx: Tx, id: string): Promise<BookingRow | undefined> =>
  bookingWithParties(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirst()

/**
 * Like `lockSitterOf`, but then locks the owner, which serialises the event with the owner's requests to other
 * sitters.
 */
export async function lockSitterAndOwnerOf(tx: Tx, id: string) {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof lockSitterOf>>>>`
    with parties as materialized (
      select booking.owner_id, booking.sitter_id, booking.sent_at, sitter.account_id as sitter_account_id
      from booking join sitter on sitter.id = booking.sitter_id
      where booking.id = ${id} for no key update of sitter
    )
    select parties.* from parties join account on account.id = parties.owner_id
    for no key update of account`.execute(tx)
  return rows[0]
}

/** Serialises one owner's requests to several sitters. Taken after the sitter's lock and before that of any booking. */
export const lockOwner = (tx: Tx, ownerId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', ownerId).forNoKeyUpdate().executeTakeFirstOrThrow()

/**
 * True if the two have a completed booking, other than between friends. The lower fees of a repeat pair depend on it.
 */
export async function isRepeatPair(db: Db, ownerId: string, sitterId: string): Promise<boolean> {
  const found = await db
    .selectFrom('booking')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('sitter_id', '=', sitterId)
    .where('circle', '=', false)
    .where('status', 'in', ['completed', 'closed'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts the owner's own open requests; unsolicited offers by sitters are excluded. */
export async function countOpenRequests(db: Db, ownerId: string, from: Date, to: Date): Promise<number> {
  const { count } = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('status', 'in', openRequestStatuses)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('unasked_offer')
            .select('booking_id')
            .whereRef('unasked_offer.booking_id', '=', 'booking.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds an open booking between one owner and one sitter in that period, if the sitter has been notified of it. */
export const findOpenBetween = (
  db: Db,
  { ownerId, sitterId }: { ownerId: string; sitterId: string },
  from: Date,
  to: Date,
) =>
  db
    .selectFrom('booking')
    .select(['id', 'number', 'start_on', 'end_on'])
    .where('owner_id', '=', ownerId)
    .where('sitter_id', '=', sitterId)
    .where('status', 'in', openRequestStatuses)
    .where('sent_at', 'is not', null)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .limit(1)
    .executeTakeFirst()

export async function insertBooking(
  tx: Tx,
  booking: Insertable<DB['booking']> & { payment_mode: PaymentMode },
  petIds: readonly string[],
  units: readonly NewUnit[],
): Promise<void> {
  await tx.insertInto('booking').values(booking).execute()
  await tx
    .insertInto('booking_pet')
    .values(petIds.map((pet_id) => ({ booking_id: booking.id, pet_id })))
    .execute()
  await insertUnits(tx, booking.id, units)
}

/** Returns the sitters with whom an owner has an open request or an agreed booking in that period. */
export async function findContactedSitters(db: Db, ownerId: string, from: Date, to: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('booking')
    .select('sitter_id')
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('status', 'in', [...openRequestStatuses, ...runningStatuses])
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .execute()
  return rows.map(({ sitter_id }) => sitter_id)
}

/** Counts the questions an owner has asked since then, whatever their outcome. */
export async function countInquiries(db: Db, ownerId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('booking_event')
    .innerJoin('booking', 'booking.id', 'booking_event.booking_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('booking.owner_id', '=', ownerId)
    .where('booking.created_at', '>', since)
    .where('booking_event.event', '=', 'inquire')
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Terms = Pick<
  Insertable<DB['booking']>,
  | 'start_on'
  | 'start_time'
  | 'end_on'
  | 'end_time'
  | 'starts_at'
  | 'ends_at'
  | 'quote'
  | 'terms'
  | 'currency'
  | 'total'
>
type NewUnit = Omit<Insertable<DB['booking_unit']>, 'booking_id' | 'idx'>

/** Replaces dates, units and price before anything is agreed. The booking must be locked. */
export async function replaceTerms(
  tx: Tx,
  id: string,
  terms: Terms,
  units: readonly NewUnit[],
): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ ...terms, dates_open: false })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('booking_unit').where('booking_id', '=', id).execute()
  await insertUnits(tx, id, units)
}

/** Replaces the quote; the terms stay the same. */
export const replaceQuote = (tx: Tx, id: string, quote: Quote) =>
  tx
    .updateTable('booking')
    .set({ quote: JSON.stringify(quote), total: quote.total })
    .where('id', '=', id)
    .execute()

const insertUnits = (tx: Tx, bookingId: string, units: readonly NewUnit[]) =>
  tx
    .insertInto('booking_unit')
    .values(units.map((unit, idx) => ({ ...unit, booking_id: bookingId, idx })))
    .execute()

export type NewEvent = Omit<Insertable<DB['booking_event']>, 'idx' | 'payload'> & { payload: object }

/** Appends an event to the booking's history and returns its index. The booking must be locked. */
export async function appendEvent(tx: Tx, { payload, ...event }: NewEvent): Promise<number> {
  const { idx } = await tx
    .insertInto('booking_event')
    .values(({ selectFrom }) => ({
      ...event,
      payload: JSON.stringify(payload),
      idx: selectFrom('booking_event')
        .select(sql<number>`coalesce(max(idx), 0) + 1`.as('idx'))
        .where('booking_id', '=', event.booking_id),
    }))
    .returning('idx')
    .executeTakeFirstOrThrow()
  return idx
}

/** Updates the booking only if status and version are still the ones that were read; false if they have changed. */
export async function updateBooking(
  tx: Tx,
  { id, status, version }: Pick<BookingRow, 'id' | 'status' | 'version'>,
  change: Updateable<DB['booking']> & { status: BookingStatus; updated_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('booking')
    .set({ version: version + 1, ...change })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type MovedRow = Selectable<DB['booking']>

/**
 * Like `updateBooking`, but also appends the event to the history in the same statement. Returns the updated row and
 * the event's index, or undefined if the booking has changed.
 */
export async function moveRow(
  tx: Tx,
  { id, status, version }: Pick<BookingRow, 'id' | 'status' | 'version'>,
  change: Updateable<DB['booking']> & { status: BookingStatus; updated_at: Date },
  { payload, ...event }: Omit<NewEvent, 'booking_id'>,
): Promise<{ row: MovedRow; idx: number } | undefined> {
  const eventColumns = { ...event, payload: JSON.stringify(payload) }
  const names = Object.keys(eventColumns).map((name) => sql.ref(name))
  const set = Object.entries({ version: version + 1, ...change })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<MovedRow & { idx: number }>`
    with moved as (
      update booking set ${sql.join(set)}
      where id = ${id} and status = ${status} and version = ${version}
      returning *
    ),
    entered as (
      insert into booking_event (booking_id, idx, ${sql.join(names)})
      select id, (select coalesce(max(idx), 0) + 1 from booking_event where booking_id = moved.id),
        ${sql.join(Object.values(eventColumns))}
      from moved returning idx
    )
    select moved.*, entered.idx from moved, entered`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { idx, ...row } = found
  return { row, idx }
}

/**
 * Records the provider's status of a payment that has not moved money yet. The version stays, because open pages stay
 * current.
 */
export async function notePaymentStatus(tx: Tx, id: string, status: PaymentStatus): Promise<void> {
  await tx.updateTable('booking').set({ payment_status: status }).where('id', '=', id).execute()
}

/** False if this mail has already been written. */
export async function insertNotice(
  tx: Tx,
  notice: { booking_id: string; event: string; idx: number; receiver: Party | 'operator'; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('booking_notice')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
