import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Quote } from '#contract/bookings/bookings.ts'
import { consumesCapacity } from '#server/bookings/record/status.ts'
import { releaseCapacity, takeCapacity } from '#server/calendar/commands.ts'
import { findTaken } from '#server/calendar/store.ts'
import { addDays, daysBetween, localOf } from '#server/kernel/day.ts'
import { openDb, type Tx } from '#server/kernel/db/db.ts'
import type { JobName } from '#server/kernel/jobs/jobs.ts'
import { lockSitter } from '#server/sitters/commands.ts'

/** Runs statements in the database of the product under test. */
export async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connectionString = process.env['DATABASE_URL']
  if (!connectionString) throw new Error('Set DATABASE_URL to the database of the product at BASE_URL.')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The product's clock cannot be set, so the booking is moved: it begins in the given number of hours. The places that
 * it takes move with it; a day without a free place is refused.
 */
export async function beginInHours(bookingId: string, hours: number): Promise<void> {
  const db = openDb(process.env['DATABASE_URL']!, { max: 1 })
  try {
    await db.transaction().execute((tx) => moveBooking(tx, bookingId, hours))
  } finally {
    await db.destroy()
  }
}

async function moveBooking(tx: Tx, bookingId: string, hours: number): Promise<void> {
  const booking = await tx
    .selectFrom('booking')
    .select(['sitter_id', 'status', 'circle', 'starts_at', 'ends_at', 'start_on', 'time_zone', 'quote'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await lockSitter(tx, booking.sitter_id)
  const now = new Date()
  const takesPlaces = consumesCapacity(booking.status) && !booking.circle
  if (takesPlaces) await releaseCapacity(tx, bookingId, now)
  const shiftMs = now.getTime() + hours * 3_600_000 - booking.starts_at.getTime()
  await shiftDates(tx, bookingId, booking, shiftMs)
  if (takesPlaces) await takePlacesAgain(tx, bookingId, now)
}

type Dates = { starts_at: Date; ends_at: Date; start_on: string; time_zone: string; quote: Quote }

async function shiftDates(tx: Tx, bookingId: string, booking: Dates, shiftMs: number): Promise<void> {
  const { starts_at, ends_at, start_on, time_zone, quote } = booking
  const start = localOf(new Date(starts_at.getTime() + shiftMs), time_zone)
  const end = localOf(new Date(ends_at.getTime() + shiftMs), time_zone)
  const days = daysBetween(start_on, start.on)
  const moved: Quote = {
    ...quote,
    lines: quote.lines.map((line) =>
      line.dates ? { ...line, dates: line.dates.map((on) => addDays(on, days)) } : line,
    ),
    holidays: quote.holidays.map((period) => ({
      ...period,
      startOn: addDays(period.startOn, days),
      endOn: addDays(period.endOn, days),
    })),
  }
  const shift = sql`${`${shiftMs} milliseconds`}::interval`
  await sql`
    update booking set starts_at = starts_at + ${shift}, ends_at = ends_at + ${shift}, start_on = ${start.on},
      start_time = ${start.time}, end_on = ${end.on}, end_time = ${end.time}, quote = ${JSON.stringify(moved)}
    where id = ${bookingId}`.execute(tx)
  await sql`
    update booking_unit set starts_at = starts_at + ${shift}, ends_at = ends_at + ${shift},
      on_date = ((starts_at + ${shift}) at time zone ${time_zone})::date
    where booking_id = ${bookingId}`.execute(tx)
}

async function takePlacesAgain(tx: Tx, bookingId: string, now: Date): Promise<void> {
  const taken = (await findTaken(tx, bookingId))!
  await takeCapacity(tx, taken.sitter_id, { ...taken, id: bookingId, ownerId: taken.owner_id }, now)
}

/** Runs the product's clock job now instead of at its next minute. */
export async function runClockJob(): Promise<void> {
  const connectionString = process.env['DATABASE_URL']!
  const jobs = new PgBoss({
    connectionString,
    schema: 'job',
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await jobs.start()
  try {
    await jobs.send('bookings.run-clock' satisfies JobName, {})
  } finally {
    await jobs.stop({ graceful: false })
  }
}
