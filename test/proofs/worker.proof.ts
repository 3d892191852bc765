import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { readConfig } from '#server/config/config.ts'
import { addHours } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type JobQueue, openJobs } from '#server/kernel/jobs/jobs.ts'
import { readTrialBalance } from '#server/ledger/desk-commands.ts'
import { jobHandlers } from '#server/slices.ts'
import { actorsOf, buildSitter, weekend } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, now, testDeps } from '#test/build.ts'
import { sam } from '#test/cast.ts'
import { barrier, buildCrowd } from '#test/crowd.ts'
import { createTestDb } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'
import { note, rounds } from './plan.ts'

const mostStays = 32
const stays = rounds(6, mostStays)
const workers = 2

const config = readConfig({ SECRET: 's'.repeat(32), LOG_LEVEL: 'silent', NODE_ENV: 'test' }, '/nowhere')
const handlersOf = (deps: Deps) => jobHandlers(deps, config)

/** A fixture with the real job queue. Half of its requests are confirmed, all before any worker starts. */
async function queueFixture() {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const plain = testDeps(db)
  const openQueue = async (): Promise<JobQueue> => {
    const queue = await openJobs(url, plain.log)
    onTestFinished(() => queue.stop())
    return queue
  }
  const queue = await openQueue()
  const deps = { ...plain, enqueue: queue.enqueue }
  await queue.declare(handlersOf(deps).map(({ name }) => name))
  await buildPlaces(db)
  await buildAccounts(db, sam)
  // The short form has the capacity of the long one, so that a rule that refuses it shows up in `npm test`.
  const services = { boarding: { rates: { base: 30_00 }, capacity: mostStays } }
  const sitterId = await buildSitter(db, sam, { services, homeCeiling: mostStays })
  const owners = (await buildCrowd(db)).slice(0, 2 * stays)
  const { request, act } = actorsOf(deps)
  const requestStay = (index: number, startOn: string, endOn: string) => {
    const { viewer, pet } = owners[index]!
    return request(viewer, { ...weekend({ sitterId, rex: pet }), startOn, endOn })
  }
  const confirmed: Booking[] = []
  for (let index = 0; index < stays; index++)
    confirmed.push(await act(sam, await requestStay(index, '2026-12-03', '2026-12-04'), 'accept'))
  deps.clock.set(addHours(now, 48))
  const waiting: Booking[] = []
  for (let index = 0; index < stays; index++)
    waiting.push(await requestStay(stays + index, '2026-12-20', '2026-12-22'))
  const work = async () => {
    for (let count = 0; count < workers; count++) {
      const worker = await openQueue()
      await worker.work(handlersOf({ ...deps, enqueue: worker.enqueue }), [])
    }
  }
  const wake = () =>
    inTransaction(db, async (tx) => {
      for (let count = 0; count < 2 * workers; count++) await deps.enqueue(tx, 'bookings.run-clock', {})
    })
  return { db, deps, confirmed, waiting, work, wake }
}

/** Waits until no job is left. */
const untilIdle = (db: Db): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ name: string; state: string }>`
        select name, state from job.job where state in ('created', 'retry', 'active') and name !~ '^__pgboss'`.execute(
        db,
      )
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 100 },
  )

const historyOf = async (db: Db, { id }: Booking) =>
  (
    await db.selectFrom('booking_event').select('event').where('booking_id', '=', id).orderBy('idx').execute()
  ).map(({ event }) => event)

/** One row for each payout to a sitter. */
const payoutsOf = (db: Db) =>
  db.selectFrom('ledger_transfer').select('booking_id').where('kind', '=', 'payout').execute()

test('after 48 hours of downtime, workers run every deadline once and in order, and notify and pay once', async () => {
  const { db, deps, confirmed, waiting, work, wake } = await queueFixture()
  deps.clock.set(addHours(now, 4 * 24 + 5))
  await wake()
  await work()
  await untilIdle(db)

  for (const booking of confirmed)
    expect(await historyOf(db, booking)).toEqual(['request', 'accept', 'auto_start', 'auto_complete'])
  for (const booking of waiting) expect(await historyOf(db, booking)).toEqual(['request', 'expire'])
  const mails = await db.selectFrom('mail').select(['recipient', 'kind', 'subject', 'text_body']).execute()
  const notices = await db.selectFrom('booking_notice').selectAll().execute()
  expect(mails.filter(({ kind }) => kind.startsWith('booking-'))).toHaveLength(notices.length)
  const ofOwners = mails.filter(({ recipient }) => recipient.startsWith('owner-'))
  expect(new Set(ofOwners.map(({ recipient, kind }) => `${recipient} ${kind}`)).size).toBe(ofOwners.length)
  await expectInvariants(deps)

  deps.clock.set(addHours(now, 20 * 24))
  const runs = await Promise.all([wake(), ...Array.from({ length: 8 }, () => runClock(deps))])
  await untilIdle(db)
  const paid = await payoutsOf(db)
  expect(paid.map(({ booking_id: id }) => id).sort()).toEqual(confirmed.map(({ id }) => id).sort())
  const { totals } = await readTrialBalance(db)
  expect(totals.map(({ balance }) => balance)).toEqual(totals.map(() => 0))
  await expectInvariants(deps)
  note(
    `Two workers were away for 48 hours`,
    `${confirmed.length * 2 + waiting.length} deadlines done once each, ${notices.length} mails, none twice; ` +
      `${runs.length + 2 * workers} runs of the clock at once made ${paid.length} payouts for ${confirmed.length} stays`,
  )
})

test('positive control: check-then-pay runs without a lock or unique constraint pay twice', async () => {
  const { db, drop } = await createTestDb()
  onTestFinished(drop)
  await sql`create table unguarded (booking_id int)`.execute(db)
  const all = barrier(8)
  const pay = async () => {
    const { rows } = await sql`select 1 from unguarded where booking_id = 1`.execute(db)
    await all()
    if (rows.length === 0) await sql`insert into unguarded values (1)`.execute(db)
  }
  await Promise.all(Array.from({ length: 8 }, pay))
  const { rows } = await sql`select 1 from unguarded`.execute(db)
  note('Control: look, then pay', `8 runs at once paid one booking ${rows.length} times`)
  expect(rows.length).toBeGreaterThan(1)
})
