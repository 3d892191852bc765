import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { stopwatch } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { burst, newSeen, type Seen, unexpectedStatuses } from './client.ts'
import { isLong, note, rounds } from './plan.ts'
import { type Product, secondsSince, startProduct } from './product.ts'
import { buildFixture, expectInvariantsNow, openProduct, type Opened, type Fixture } from './fixture.ts'

const count = rounds(10, 200)
/**
 * The long form checks the promised 5 seconds on a quiet machine; the short form shares the machine with other tests.
 */
const [readySeconds, healedSeconds] = [rounds(30, 5), 10]
const people = { owners: 20, sitters: 1, capacity: 20 }

let opened: Opened
let fixture: Fixture

beforeAll(async () => {
  opened = await openProduct()
  fixture = await buildFixture(opened.db, opened.product.config, people)
})
afterAll(() => opened.close())

/** Kills the process after every `count / kills` acknowledged creations, one kill at a time. */
function killer(kills: number, kill: () => Promise<number>) {
  const every = count / kills
  const seconds: number[] = []
  let last = Promise.resolve()
  const killAfter = async (earlier: Promise<void>) => {
    await earlier
    seconds.push(await kill())
  }
  return {
    seconds,
    onAcknowledged(acknowledged: number) {
      if ((acknowledged + Math.floor(every / 2)) % every !== 0) return
      last = killAfter(last)
      last.catch(() => {})
    },
    ended: () => last,
  }
}

/** Every acknowledged booking exists exactly once and is confirmed, and every invariant holds. */
async function expectAllOnce(db: Db, name: string, acknowledged: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('booking')
    .select(['id', 'message', 'status'])
    .where('message', 'like', `${name} %`)
    .execute()
  expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.toSorted())
  expect(new Set(rows.map(({ message }) => message)).size).toBe(count)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['confirmed']))
  // Work in progress when a process died is resumed by the next one.
  await vi.waitFor(() => expectInvariantsNow(db), { timeout: 90_000, interval: 500 })
}

const summaryOf = ({ answers }: Seen, seconds: number[]) =>
  `${count} bookings, answers ${JSON.stringify(answers)}, ready again after at most ${Math.max(...seconds).toFixed(1)} s`

type Chosen = Pick<Parameters<typeof burst>[1], 'name' | 'inDays' | 'keyOf' | 'onAcknowledged'> & {
  count?: number
}

const burstIn = ({ url }: Product, { owners, sitters }: Fixture, seen: Seen, chosen: Chosen) =>
  burst(seen, { url, owners, sitter: sitters[0]!, count, ...chosen })

/** Terminates the server's connections repeatedly until told to stop. */
function cutConnections(db: Db) {
  let cuts = 0
  const ending = new AbortController()
  const cutting = (async () => {
    while (!ending.signal.aborted) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      cuts++
      // A short burst is interrupted often at first, and then has time to succeed.
      await pause(cuts < rounds(15, 0) ? 20 : 1_000)
    }
  })()
  return async () => {
    ending.abort()
    await cutting
    return cuts
  }
}

function expectUnharmed(product: Product, seen: Seen): void {
  expect(product.hasDied()).toBe(false)
  expect(seen.answers['503'], 'requests that met the missing database').toBeGreaterThan(0)
  expect(seen.withoutRetryAfter).toBe(0)
  expect(unexpectedStatuses(seen)).toEqual([])
  expect(seen.answers['none']).toBeUndefined()
}

test('killing the server during a burst of bookings loses and duplicates nothing', async () => {
  const kills = rounds(1, 20)
  const { product, db } = opened
  const { seconds, onAcknowledged, ended } = killer(kills, product.restart)
  const seen = newSeen()
  const acknowledged = await burstIn(product, fixture, seen, { name: 'Kill', inDays: 10, onAcknowledged })
  await ended()
  note(`The server is killed ${kills} times`, summaryOf(seen, seconds))

  expect(seconds).toHaveLength(kills)
  expect(seen.answers['none'], 'answers that the kills have lost').toBeGreaterThan(0)
  expect(unexpectedStatuses(seen)).toEqual([])
  expect(product.hasDied()).toBe(false)
  expect(Math.max(...seconds)).toBeLessThan(readySeconds)
  await expectAllOnce(db, 'Kill', acknowledged)
})

test('the server survives repeated loss of all database connections during a burst of bookings', async () => {
  const { product, db, databaseUrl } = opened
  const cutter = openDb(databaseUrl, { max: 1 })
  const stop = cutConnections(cutter)
  onTestFinished(async () => {
    await stop()
    await cutter.destroy()
  })
  const seen = newSeen()
  const acknowledged = await burstIn(product, fixture, seen, { name: 'Cut', inDays: 50 })
  const cuts = await stop()
  note(`All connections are cut ${cuts} times`, summaryOf(seen, [await product.untilReady()]))

  expect(acknowledged).toHaveLength(count)
  expectUnharmed(product, seen)
  await expectAllOnce(db, 'Cut', acknowledged)
})

test('positive control: clients that use a new key for each attempt create duplicate bookings', async () => {
  const { product, db } = opened
  const keyOf = (number: number, attempt: number) => `control-${number}-${attempt}`
  await burstIn(product, fixture, newSeen(), { name: 'Control', inDays: 90, count: 10, keyOf })
  const { rows } = await sql<{ twice: number }>`
    select count(*)::int as twice from (
      select 1 from booking where message like 'Control %' group by message having count(*) > 1
    ) again`.execute(db)
  note('Control: a new key for each attempt', `${rows[0]!.twice} of 10 bookings are there twice`)
  expect(rows[0]!.twice).toBeGreaterThan(0)
})

/** A separate PostgreSQL that the test may kill. */
async function openKillableProduct(): Promise<{ product: Product; db: Db; kill: () => Promise<number> }> {
  const { folder, remove } = await openWorkFolder()
  const postgres = await startPostgres(join(folder, 'postgres'))
  await migrate(postgres.url)
  const db = openDb(postgres.url, { max: 4, onError: () => {} })
  const product = await startProduct(postgres.url)
  onTestFinished(async () => {
    await product.stop()
    await db.destroy()
    await postgres.stop()
    await remove()
  })
  return {
    product,
    db,
    async kill() {
      const { rows } = await sql<{ file: string }>`select pg_read_file('postmaster.pid') as file`.execute(db)
      const began = stopwatch()
      process.kill(Number(rows[0]!.file.split('\n')[0]), 'SIGKILL')
      // The server's old connections keep working for a moment.
      while ((await fetch(`${product.url}/readyz`)).ok && secondsSince(began) < 5) await pause(10)
      await product.untilReady()
      return secondsSince(began)
    },
  }
}

test.runIf(isLong)('the server survives kills of PostgreSQL during a burst of bookings', async () => {
  const kills = 5
  const { product, db, kill } = await openKillableProduct()
  const { seconds, onAcknowledged, ended } = killer(kills, kill)
  const seen = newSeen()
  const separateFixture = await buildFixture(db, product.config, people)
  const acknowledged = await burstIn(product, separateFixture, seen, {
    name: 'Fall',
    inDays: 10,
    onAcknowledged,
  })
  await ended()
  note(`PostgreSQL is killed ${kills} times`, summaryOf(seen, seconds))

  expect(seconds).toHaveLength(kills)
  expectUnharmed(product, seen)
  expect(Math.max(...seconds)).toBeLessThan(healedSeconds)
  await expectAllOnce(db, 'Fall', acknowledged)
})
