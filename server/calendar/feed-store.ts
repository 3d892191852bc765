import { sql } from 'kysely'
import type { FeedBlocks, FeedFailure, FeedSource } from '#contract/calendar/codes.ts'
import type { Service } from '#contract/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

const columns = [
  'id',
  'sitter_id',
  'name',
  'source',
  'host',
  'address',
  'blocks',
  'services',
  'etag',
  'last_modified',
  'fetched_at',
  'read_on',
  'next_at',
  'failures',
  'failure',
  'skipped',
  'created_at',
] as const

export const findFeeds = (db: Db, sitterId: string) =>
  db.selectFrom('calendar_feed').select(columns).where('sitter_id', '=', sitterId).orderBy('id').execute()

export const findFeed = (db: Db, feedId: string) =>
  db.selectFrom('calendar_feed').select(columns).where('id', '=', feedId).executeTakeFirst()

export type FeedRow = NonNullable<Awaited<ReturnType<typeof findFeed>>>

/**
 * Finds feeds last read before `before`, to be read again before places are taken; skips those with `lessThan` or more
 * failures.
 */
export const findOlder = (db: Db, sitterId: string, before: Date, lessThan: number): Promise<FeedRow[]> =>
  db
    .selectFrom('calendar_feed')
    .select(columns)
    .where('sitter_id', '=', sitterId)
    .where(({ or, and, eb }) =>
      or([eb('fetched_at', 'is', null), and([eb('source', '=', 'address'), eb('fetched_at', '<', before)])]),
    )
    .where('failures', '<', lessThan)
    .orderBy('id')
    .execute()

/** Returns the next feeds in the order of their ids. */
export const findSealed = (db: Db, after: string | null, limit: number) =>
  db
    .selectFrom('calendar_feed')
    .select(['id', 'address'])
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces the sealed address, unless the address itself has been replaced meanwhile. */
export const replaceSealed = (tx: Tx, { id, address }: { id: string; address: Buffer }, sealed: Buffer) =>
  tx
    .updateTable('calendar_feed')
    .set({ address: sealed })
    .where('id', '=', id)
    .where('address', '=', address)
    .execute()

/**
 * Takes the feeds that are due and sets their next time in the same statement, so that no two workers read the same
 * feed.
 */
export async function takeDue(
  db: Db,
  { at, nextAt, most }: { at: Date; nextAt: Date; most: number },
): Promise<FeedRow[]> {
  const due = db
    .selectFrom('calendar_feed')
    .select('id')
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('calendar_feed')
    .set({ next_at: nextAt })
    .where('id', 'in', due)
    .returning(columns)
    .execute()
}

export async function insertFeed(
  tx: Tx,
  feed: {
    id: string
    sitterId: string
    name: string
    source: FeedSource
    host: string
    address: Buffer
    blocks: FeedBlocks
    services: Service[] | null
    at: Date
  },
): Promise<void> {
  await tx
    .insertInto('calendar_feed')
    .values({
      id: feed.id,
      sitter_id: feed.sitterId,
      name: feed.name,
      source: feed.source,
      host: feed.host,
      address: feed.address,
      blocks: feed.blocks,
      services: feed.services,
      next_at: feed.at,
      created_at: feed.at,
    })
    .execute()
}

/** Saves the change and resets the cached state, so that the next read computes everything again. */
export const changeFeed = (
  tx: Tx,
  id: string,
  { name, blocks, services, at }: { name: string; blocks: FeedBlocks; services: Service[] | null; at: Date },
) =>
  tx
    .updateTable('calendar_feed')
    .set({ name, blocks, services, etag: null, last_modified: null, read_on: null, next_at: at })
    .where('id', '=', id)
    .execute()

/** Replaces the file; the next read computes it again, and its age restarts. */
export const replaceFile = (
  tx: Tx,
  id: string,
  { host, address, at }: { host: string; address: Buffer; at: Date },
) =>
  tx
    .updateTable('calendar_feed')
    .set({ host, address, read_on: null, fetched_at: null, next_at: at })
    .where('id', '=', id)
    .execute()

export const scheduleRead = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('calendar_feed').set({ next_at: at }).where('id', '=', id).execute()

export const deleteFeed = (tx: Tx, id: string) =>
  tx.deleteFrom('calendar_feed').where('id', '=', id).execute()

export const deleteFeedsOf = (tx: Tx, sitterId: string) =>
  tx.deleteFrom('calendar_feed').where('sitter_id', '=', sitterId).execute()

export type FeedDay = { service: Service; on: string }

export async function findFeedDays(db: Db, sitterId: string): Promise<(FeedDay & { feedId: string })[]> {
  const { rows } = await sql<FeedDay & { feedId: string }>`
    select feed_id as "feedId", service, on_date as on from calendar_feed_day
    where sitter_id = ${sitterId} order by on_date, service`.execute(db)
  return rows
}

/** Returns the days with busy times of feeds that block times rather than whole days. */
export async function findTimedDays(
  db: Db,
  sitterId: string,
  timeZone: string,
): Promise<{ feedId: string; on: string }[]> {
  const { rows } = await sql<{ feedId: string; on: string }>`
    select distinct time.feed_id as "feedId", to_char(day, 'YYYY-MM-DD') as on
    from calendar_feed_time time
    join calendar_feed feed on feed.id = time.feed_id and feed.blocks = 'times'
    cross join lateral generate_series(
      date_trunc('day', lower(time.during) at time zone ${timeZone}),
      upper(time.during) at time zone ${timeZone} - interval '1 microsecond', interval '1 day'
    ) as day
    where time.sitter_id = ${sitterId} order by 2`.execute(db)
  return rows
}

export async function replaceDays(
  tx: Tx,
  { feedId, sitterId }: { feedId: string; sitterId: string },
  days: readonly FeedDay[],
): Promise<void> {
  await tx.deleteFrom('calendar_feed_day').where('feed_id', '=', feedId).execute()
  await sql`
    insert into calendar_feed_day (feed_id, sitter_id, service, on_date)
    select ${feedId}, ${sitterId}, service, on_date
    from unnest(
      ${days.map(({ service }) => service)}::text[], ${days.map(({ on }) => on)}::date[]
    ) as busy (service, on_date)`.execute(tx)
}

export async function replaceTimes(
  tx: Tx,
  { feedId, sitterId }: { feedId: string; sitterId: string },
  times: readonly (readonly [number, number])[],
): Promise<void> {
  await tx.deleteFrom('calendar_feed_time').where('feed_id', '=', feedId).execute()
  await sql`
    insert into calendar_feed_time (feed_id, sitter_id, during)
    select ${feedId}, ${sitterId}, tstzrange(starts_at, ends_at)
    from unnest(
      ${times.map(([start]) => new Date(start))}::timestamptz[],
      ${times.map(([, end]) => new Date(end))}::timestamptz[]
    ) as busy (starts_at, ends_at)`.execute(tx)
}

/** Records a read, unless the address or file has been replaced meanwhile. */
export const noteRead = (
  tx: Tx,
  { id, address }: Pick<FeedRow, 'id' | 'address'>,
  read: {
    etag?: string | null
    last_modified?: string | null
    read_on?: string
    skipped?: number
    fetched_at: Date
    next_at: Date
  },
) =>
  tx
    .updateTable('calendar_feed')
    .set({ ...read, failures: 0, failure: null })
    .where('id', '=', id)
    .where('address', '=', address)
    .execute()

/** Returns the number of consecutive failures. */
export async function noteFailure(
  tx: Tx,
  id: string,
  { failure, nextAt }: { failure: FeedFailure; nextAt: (failures: number) => Date },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('calendar_feed')
    .set({ failure, failures: sql`least(failures + 1, 10000)` })
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst()
  if (!row) return undefined
  await scheduleRead(tx, id, nextAt(row.failures))
  return row.failures
}

export type Conflict = {
  on: string
  feedId: string
  feedName: string
  bookingId: string
  bookingNumber: string
  service: Service
  pets: string[]
}

/** Finds bookings that hold a day or a time at which a feed is busy. */
export async function findConflicts(db: Db, sitterId: string, from: string): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    select distinct unit.on_date as on, feed.id as "feedId", feed.name as "feedName", booking.id as "bookingId",
      booking.number as "bookingNumber", booking.service,
      array(
        select pet.name from booking_pet join pet on pet.id = booking_pet.pet_id
        where booking_pet.booking_id = booking.id order by pet.name
      ) as pets
    from booking
    join booking_unit unit on unit.booking_id = booking.id
    join calendar_feed feed on feed.sitter_id = booking.sitter_id
    where booking.sitter_id = ${sitterId} and booking.status in ('awaiting_payment', 'confirmed', 'in_progress')
      and unit.on_date >= ${from}
      and (
        exists (
          select 1 from calendar_feed_day day
          where day.feed_id = feed.id and day.service = booking.service and day.on_date = unit.on_date
        ) or feed.blocks = 'times' and booking.service in ('drop_in', 'dog_walking') and exists (
          select 1 from calendar_feed_time time
          where time.feed_id = feed.id and time.during && tstzrange(unit.starts_at, unit.ends_at)
        )
      )
    order by 1, 3, 5 limit 100`.execute(db)
  return rows
}
