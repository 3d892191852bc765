import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Quote } from '#contract/bookings/bookings.ts'
import { addDays, daysBetween, localOf } from '#server/kernel/day.ts'
import type { JobName } from '#server/kernel/jobs/jobs.ts'

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

/** The product's clock cannot be set, so the booking is moved: it begins in the given number of hours. */
export async function beginInHours(bookingId: string, hours: number): Promise<void> {
  await inDatabase(async (client) => {
    const { rows } = await client.query<{
      starts_at: Date
      ends_at: Date
      start_on: string
      time_zone: string
      quote: Quote
    }>('select starts_at, ends_at, start_on::text, time_zone, quote from booking where id = $1', [bookingId])
    const { starts_at, ends_at, start_on, time_zone, quote } = rows[0]!
    const shift = Date.now() + hours * 3_600_000 - starts_at.getTime()
    const start = localOf(new Date(starts_at.getTime() + shift), time_zone)
    const end = localOf(new Date(ends_at.getTime() + shift), time_zone)
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
    await client.query('begin')
    await client.query(
      `update booking set starts_at = starts_at + $2::interval, ends_at = ends_at + $2::interval,
        start_on = $3, start_time = $4, end_on = $5, end_time = $6, quote = $7 where id = $1`,
      [bookingId, `${shift} milliseconds`, start.on, start.time, end.on, end.time, JSON.stringify(moved)],
    )
    await client.query(
      `update booking_unit set starts_at = starts_at + $2::interval, ends_at = ends_at + $2::interval,
        on_date = ((starts_at + $2::interval) at time zone $3)::date where booking_id = $1`,
      [bookingId, `${shift} milliseconds`, time_zone],
    )
    await client.query('commit')
  })
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
