import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bookingJobs, bookingSchedules } from '#server/bookings/jobs.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { clockStates, openClockWatch, trustClocks } from '#server/kernel/jobs/clock-watch.ts'
import { job, openJobs } from '#server/kernel/jobs/jobs.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { now, testDeps } from '#test/build.ts'
import { olga, sam } from '#test/cast.ts'
import { createTestDb } from '#test/db.ts'

const day = 86_400_000

/** Returns a machine whose clock and database follow the test's clock, and whose uptime is set by hand. */
function machineOf({ db, now: clock, log }: ReturnType<typeof testDeps>) {
  const machine = { name: 'this one', boot: 'first', uptimeMs: 1_000_000 }
  const open = () =>
    openClockWatch({
      db,
      now: clock,
      log,
      machine: { ...machine, uptimeMs: () => machine.uptimeMs },
      databaseNow: async () => clock(),
    })
  return { machine, open }
}

/** Shifts the clock of the queue, which is the database's, relative to the real one. */
const setQueueClock = (db: Db, days: number) =>
  sql`create or replace function job.job_now() returns timestamptz language sql stable as
    ${sql.lit(`select now() + interval '${days} days'`)}`.execute(db)

const soon = { timeout: 30_000, interval: 50 }

test('a clock 30 days ahead for 75 seconds leaves bookings unchanged, and jobs resume an hour later', async () => {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  const requested = await fixture.request(olga, weekend(fixture))
  const confirmed = await fixture.act(sam, requested, 'accept')
  const { machine, open } = machineOf(deps)
  const { rows } = await sql<{ url: string }>`select current_database() as url`.execute(db)
  const url = Object.assign(new URL(process.env['TEST_DATABASE_URL']!), { pathname: `/${rows[0]!.url}` }).href
  const queue = await openJobs(url, deps.log, { scheduleSeconds: 1, resetSeconds: 1 })
  onTestFinished(() => queue.stop())
  const runs: string[] = []
  const handlers = bookingJobs(deps)
    .filter(({ name }) => name === 'bookings.run-clock')
    .map(({ name, run }) =>
      job(name, async (payload) => {
        await run(payload)
        runs.push(deps.now().toISOString())
      }),
    )
  await queue.declare(['bookings.run-clock', 'bookings.remind-of-news'])
  const schedules = bookingSchedules.filter(({ name }) => name === 'bookings.run-clock')
  const tick = (ms: number, jump = 0) => {
    machine.uptimeMs += ms
    deps.clock.set(new Date(deps.now().getTime() + ms + jump))
  }
  const waitingRuns = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from job.job
      where name = 'bookings.run-clock' and state < 'completed'`.execute(db)
    ).rows[0]!.n
  const call = () => inTransaction(db, (tx) => queue.enqueue(tx, 'bookings.run-clock', {}))
  await open().isTrusted()

  tick(1_000, 30 * day)
  await setQueueClock(db, 30)
  await queue.work(handlers, schedules, open())
  await call()
  await vi.waitFor(
    async () => expect(await clockStates(db)).toMatchObject([{ doubt: { against: 'uptime' } }]),
    soon,
  )
  await vi.waitFor(async () => expect(await waitingRuns()).toBe(0), soon)
  // The schedule has been checked by the wrong clock.
  await vi.waitFor(async () => {
    const seen = await sql<{
      ahead: boolean
    }>`select cron_on > now() + interval '1 day' as ahead from job.version`.execute(db)
    expect(seen.rows).toEqual([{ ahead: true }])
  }, soon)
  await call()
  tick(75_000, -30 * day)
  await setQueueClock(db, 0)
  const isCronAhead = async () => {
    const seen = await sql<{ ahead: boolean }>`select cron_on > now() as ahead from job.version`.execute(db)
    return seen.rows[0]!.ahead
  }
  await vi.waitFor(async () => expect(await isCronAhead()).toBe(false), soon)
  await vi.waitFor(async () => expect(await waitingRuns()).toBe(0), soon)
  expect(runs).toEqual([])
  expect(await fixture.show(olga, confirmed)).toMatchObject({ status: 'confirmed', version: 2 })

  // After an hour of agreement the schedule runs by itself again.
  await open().isTrusted()
  tick(3_600_000)
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(0), { timeout: 75_000, interval: 100 })
  expect(await fixture.show(olga, confirmed)).toMatchObject({ status: 'confirmed', version: 2 })
})

test('distrust after a jump survives restarts, spares other machines and can be lifted by the operator', async () => {
  const { db, drop } = await createTestDb()
  onTestFinished(drop)
  const deps = testDeps(db)
  const { machine, open } = machineOf(deps)
  expect(await open().isTrusted()).toBe(true)
  machine.uptimeMs += 1_000
  deps.clock.set(new Date(now.getTime() + 30 * day))
  expect(await open().isTrusted()).toBe(false)
  expect(await open().isTrusted()).toBe(false)
  // A recreated container has another name but the same kernel clock.
  const renamed = openClockWatch({
    ...deps,
    machine: { name: 'anew', boot: 'first', uptimeMs: () => machine.uptimeMs + 1_000 },
    databaseNow: async () => deps.now(),
  })
  expect(await renamed.isTrusted()).toBe(false)
  const elsewhere = openClockWatch({
    ...deps,
    now: () => now,
    machine: { name: 'other', boot: 'second', uptimeMs: () => 5_000 },
    databaseNow: async () => now,
  })
  expect(await elsewhere.isTrusted()).toBe(true)

  expect(await trustClocks(db)).toBe(2)
  expect(await open().isTrusted()).toBe(true)
  expect(await trustClocks(db)).toBe(0)
})

test('the real clocks of this machine and of its database agree', async () => {
  const { db, drop } = await createTestDb()
  onTestFinished(drop)
  expect(await openClockWatch({ db, now: () => new Date(), log: testDeps(db).log }).isTrusted()).toBe(true)
})
