import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openOwnMetrics } from '#server/health/own-metrics.ts'
import { openSharedMetrics } from '#server/health/shared-metrics.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { newId } from '#server/kernel/ids.ts'
import { job, openJobs } from '#server/kernel/jobs/jobs.ts'
import { version } from '#server/kernel/version.ts'
import { testDeps, unreachableDb } from '#test/build.ts'
import { caseFixture } from '#test/case-fixture.ts'
import { createTestDb, testDb } from '#test/db.ts'
import { metricsOf } from '#test/metrics.ts'

const hoursBefore = (at: Date, hours: number) => new Date(at.getTime() - hours * 3_600_000)

test('the figures of the business are those of the desk, and counted at most every 30 seconds', async () => {
  const { deps, db, disputed } = await caseFixture()
  await disputed()
  const read = metricsOf(db, openSharedMetrics(deps))
  const first = await read()

  expect(first('sitwell_bookings{status="completed"}')).toBe(1)
  expect(first('sitwell_bookings{status="requested"}')).toBe(0)
  expect(first('sitwell_turnover_minor_units{currency="EUR",days="30"}')).toBe(83_60)
  expect(first('sitwell_take_minor_units{currency="EUR",days="30"}')).toBe(15_20)
  expect(first('sitwell_refunded_minor_units{currency="EUR",days="30"}')).toBe(0)
  expect(first('sitwell_accounts')).toBe(3)
  expect(first('sitwell_sitters_published')).toBe(1)

  await sql`update booking set status = 'closed', ended_at = ${hoursBefore(deps.now(), 48)}`.execute(db)
  deps.clock.set(new Date(deps.now().getTime() + 29_000))
  expect((await read())('sitwell_bookings{status="closed"}')).toBe(0)
  deps.clock.set(new Date(deps.now().getTime() + 600_000))
  const later = await read()
  expect(later('sitwell_bookings{status="closed"}')).toBe(1)
  expect(later('sitwell_turnover_minor_units{currency="EUR",days="1"}')).toBe(0)
  expect(later('sitwell_turnover_minor_units{currency="EUR",days="30"}')).toBe(83_60)
})

test('mails are counted by what became of them, if there is a mail server', async () => {
  const db = await testDb()
  const deps = testDeps(db)
  const at = deps.now()
  const mail = (hours: number, state: { sent_at?: Date; refused_at?: Date } = {}) => ({
    id: newId(hoursBefore(at, hours)),
    recipient: 'olga@example.org',
    subject: 'Hello',
    text_body: '',
    html_body: '',
    kind: 'test',
    created_at: hoursBefore(at, hours),
    ...state,
  })
  await db
    .insertInto('mail')
    .values([
      mail(1),
      mail(2),
      mail(30),
      mail(30, { sent_at: hoursBefore(at, 23) }),
      mail(30, { sent_at: hoursBefore(at, 25) }),
      mail(3, { refused_at: at }),
      mail(24 * 8),
    ])
    .execute()
  const withMail = { ...deps, site: { ...deps.site, mailConfigured: true } }
  const shown = await metricsOf(db, openSharedMetrics(withMail))()
  expect(shown('sitwell_mails{state="waiting"}')).toBe(2)
  expect(shown('sitwell_mails{state="given_up"}')).toBe(2)
  expect(shown('sitwell_mails{state="sent"}')).toBe(1)
  expect(shown('sitwell_mail_waiting_seconds')).toBe(7200)

  const without = await metricsOf(db, openSharedMetrics(deps))()
  expect(without('sitwell_mails{state="waiting"}')).toBeUndefined()
  expect(without('sitwell_mail_waiting_seconds')).toBeUndefined()
})

test('jobs are counted by state, with the age of the oldest that is due and the time that they took', async () => {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const deps = testDeps(db)
  const queue = await openJobs(url, deps.log)
  onTestFinished(() => queue.stop())
  await queue.declare(['search.refresh-sitter', 'bookings.run-clock'])
  await inTransaction(db, async (tx) => {
    await queue.enqueue(tx, 'search.refresh-sitter', { sitterId: 'a' })
    await queue.enqueue(
      tx,
      'search.refresh-sitter',
      { sitterId: 'b' },
      { startAfter: new Date(Date.UTC(2100, 0)) },
    )
  })
  const due = new Date(deps.now().getTime() - 90_000)
  await sql`update job.job set start_after = ${due} where data ->> 'sitterId' = 'a'`.execute(db)
  const read = metricsOf(db, openSharedMetrics(deps))

  const first = await read()
  expect(first('sitwell_jobs{name="search.refresh-sitter",state="waiting"}')).toBe(1)
  expect(first('sitwell_jobs{name="search.refresh-sitter",state="later"}')).toBe(1)
  expect(first('sitwell_jobs{name="bookings.run-clock",state="waiting"}')).toBe(0)
  expect(first('sitwell_job_waiting_seconds{name="search.refresh-sitter"}')).toBe(90)
  expect(first('sitwell_job_waiting_seconds{name="bookings.run-clock"}')).toBe(0)
  expect(first('sitwell_search_waiting')).toBe(1)

  await queue.work([job('bookings.run-clock', () => Promise.reject(new Error('on purpose')))], [])
  await inTransaction(db, (tx) => queue.enqueue(tx, 'bookings.run-clock', {}))
  const failedOnce = 'sitwell_job_duration_seconds_count{name="bookings.run-clock",outcome="failed"}'
  await vi.waitUntil(async () => (await read())(failedOnce) === 1, { timeout: 10_000, interval: 50 })
  await sql`update job.job set state = 'failed', completed_on = ${due} where data ->> 'sitterId' = 'a'`.execute(
    db,
  )
  deps.clock.set(new Date(deps.now().getTime() + 600_000))
  const last = await read()
  expect(last('sitwell_jobs{name="search.refresh-sitter",state="failed"}')).toBe(1)
  expect(last('sitwell_search_waiting')).toBe(0)
})

test('while the database does not answer, its figures are absent instead of 0, and those of the process remain', async () => {
  const db = await testDb()
  const deps = testDeps(db)
  const read = metricsOf(db, openSharedMetrics(deps))
  expect((await read())('sitwell_backup_timestamp_seconds')).toBe(0)

  const away = await metricsOf(db, openSharedMetrics({ ...deps, db: unreachableDb() }))()
  expect(away('sitwell_database_answers')).toBe(0)
  for (const name of [
    'sitwell_backup_timestamp_seconds',
    'sitwell_backup_failed',
    'sitwell_clock_in_doubt',
    'sitwell_accounts',
    'sitwell_search_waiting',
    'sitwell_bookings{status="requested"}',
  ])
    expect([name, away(name)]).toEqual([name, undefined])
  expect(away('process_cpu_seconds_total')).toBeGreaterThan(0)
})

test('each process shows its version, its connections to the database and the space on its disks', async () => {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const pool = openDb(url, { name: 'tested', max: 1 })
  const config = readConfig(
    { SECRET: 's'.repeat(32), DATA_DIR: process.cwd(), FILES_DIR: 'not-there', NODE_ENV: 'test' },
    process.cwd(),
  )
  const read = metricsOf(db, openOwnMetrics(config))
  const sleep = () => sql`select pg_sleep(1)`.execute(pool)
  const queries = [sleep(), sleep()]
  await vi.waitUntil(
    async () => (await read())('sitwell_database_connections{pool="tested",state="waiting"}') === 1,
    { timeout: 5_000, interval: 20 },
  )
  const shown = await read()
  expect(shown('sitwell_database_connections{pool="tested",state="busy"}')).toBe(1)
  expect(shown('sitwell_database_connections_max{pool="tested"}')).toBe(1)
  expect(shown(`sitwell_build_info{node="${process.version}",version="${version}"}`)).toBe(1)
  expect(shown('sitwell_disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
  expect(shown('sitwell_disk_size_bytes{folder="data"}')).toBeGreaterThan(
    shown('sitwell_disk_free_bytes{folder="data"}')!,
  )
  expect(shown('sitwell_disk_size_bytes{folder="files"}')).toBeUndefined()
  await Promise.all(queries)
  await pool.destroy()
  expect((await read())('sitwell_database_connections_max{pool="tested"}')).toBeUndefined()
})

test('the connections of the job queue are shown until it is stopped', async () => {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const queue = await openJobs(url, testDeps(db).log)
  const config = readConfig({ SECRET: 's'.repeat(32), NODE_ENV: 'test' }, process.cwd())
  const read = metricsOf(db, openOwnMetrics(config))
  const busy = async () => (await read())('sitwell_database_connections{pool="jobs",state="busy"}')
  let declared: Promise<void> | undefined
  await inTransaction(db, async (tx) => {
    await sql`lock table job.queue`.execute(tx)
    declared = queue.declare(['kernel.sweep'])
    await vi.waitUntil(async () => (await busy()) === 1, { timeout: 5_000, interval: 20 })
  })
  expect((await read())('sitwell_database_connections_max{pool="jobs"}')).toBe(4)
  await declared
  await queue.stop()
  expect(await busy()).toBeUndefined()
})
