import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { stopwatch, systemClock } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { refreshSitter } from '#server/search/commands.ts'
import { killPostgres, openPair } from '#test/standby.ts'
import { z } from 'zod'
import { type Balancer, startBalancer } from './balancer.ts'
import { burst, newSeen, type Seen, unexpectedStatuses } from './client.ts'
import { isLong, note, rounds } from './plan.ts'
import { metricsToken, type Product, startProduct } from './product.ts'
import { buildFixture, expectInvariantsNow, type Fixture } from './fixture.ts'
import {
  newVerdict,
  readAsAnybody,
  readOwn,
  toggle,
  type Verdict,
  type Watched,
  watchedOf,
} from './watchers.ts'

/** Maximum replica lag, and the delay added to each commit on this replica. */
const [mostLagSeconds, delayMs] = [2, 300]
const servers = rounds(2, 3)
/** Milliseconds between two outages, and between two changes of a slowly changing sitter. */
const [calmMs, slowMs] = [rounds(1_500, 8_000), rounds(3_000, 6_000)]
const bookings = rounds(6, 100)
/** Numbers of sitters who change their calendar often and seldom; one more sitter receives the bookings. */
const [quick, slow] = [3, 2]

let pair: Awaited<ReturnType<typeof openPair>>
let primary: Db
let standby: Db
const products: Product[] = []
let balancer: Balancer
let fixture: Fixture
let watched: { quick: Watched[]; slow: Watched[] }

const poolOptions = { max: 2, onError: () => {}, bulk: true }

beforeAll(async () => {
  pair = await openPair()
  primary = openDb(pair.primary.url, poolOptions)
  standby = openDb(pair.standby.url, poolOptions)
  await sql`alter system set recovery_min_apply_delay = ${sql.lit(`${delayMs}ms`)}`.execute(standby)
  await sql`select pg_reload_conf()`.execute(standby)
  const environment = {
    DATABASE_READ_URL: pair.standby.url,
    DATABASE_READ_MAX_LAG_SECONDS: `${mostLagSeconds}`,
  }
  for (let count = 0; count < servers; count++)
    products.push(await startProduct(pair.primary.url, environment))
  balancer = await startBalancer(products.map(({ url }) => url))
  fixture = await buildFixture(primary, products[0]!.config, {
    owners: 20,
    sitters: 1 + quick + slow,
    capacity: 20,
  })
  for (const { sitterId } of fixture.sitters)
    await inTransaction(primary, (tx) => refreshSitter(tx, sitterId, systemClock()))
  const [, ...others] = fixture.sitters
  watched = { quick: watchedOf(others.slice(0, quick), 20), slow: watchedOf(others.slice(quick), 22) }
  await untilReplicaHasFixture()
  await untilReplicaAnswers()
}, 240_000)
afterAll(async () => {
  await balancer.stop()
  await Promise.all(products.map((product) => product.stop()))
  await Promise.all([primary.destroy(), standby.destroy()])
  await pair.close()
})

/**
 * Waits until the replica has the whole fixture. Until then a read may miss parts of it, since a replica in use may lag
 * by up to two seconds.
 */
async function untilReplicaHasFixture(): Promise<void> {
  // Commits of this connection are written later; this one is written with all before it.
  await primary.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx)
    await sql`create table end_of_town ()`.execute(tx)
  })
  await vi.waitUntil(
    async () => {
      const { rows } = await sql<{ isThere: boolean }>`
        select to_regclass('end_of_town') is not null as "isThere"`.execute(standby)
      return rows[0]!.isThere
    },
    { timeout: 60_000, interval: 50 },
  )
}

const Ready = z.object({ replicas: z.array(z.object({ inUse: z.boolean() })) })

/** Waits until every server reads from the replica. */
const untilReplicaAnswers = () =>
  vi.waitFor(
    async () => {
      for (const { url } of products) {
        const { replicas } = Ready.parse(await (await fetch(`${url}/readyz`)).json())
        expect(replicas.map(({ inUse }) => inUse)).toEqual([true])
      }
    },
    { timeout: 60_000, interval: 100 },
  )

/** Counts the reads of all servers since their last start, by the database used. */
async function readsBy(target: string): Promise<number> {
  let sum = 0
  for (const { url } of products) {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
    sum += Number(new RegExp(`sitwell_reads_total\\{target="${target}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0)
  }
  return sum
}

/** Runs readers and writers, each with one request at a time, until told to stop. */
function startReadersAndWriters(seen: Seen, verdict: Verdict) {
  const { url } = balancer
  const ending = new AbortController()
  const repeatUntilEnd = async (step: () => Promise<void>) => {
    while (!ending.signal.aborted) {
      await step()
      // A pause, so that the servers get the machine's CPU.
      await pause(rounds(100, 20))
    }
  }
  const ownChanges = watched.quick.map((one) =>
    repeatUntilEnd(async () => {
      await toggle(url, seen, one)
      await readOwn(url, seen, one, verdict)
    }),
  )
  const seldom = repeatUntilEnd(async () => {
    for (const one of watched.slow) await toggle(url, seen, one)
    await pause(slowMs, undefined, { signal: ending.signal }).catch(() => {})
  })
  const anybody = repeatUntilEnd(() => readAsAnybody(url, seen, watched.slow, mostLagSeconds * 1000, verdict))
  const all = Promise.all([...ownChanges, seldom, anybody])
  all.catch(() => {})
  return async () => {
    ending.abort()
    await all
  }
}

/** Pauses replay on the replica for longer than the permitted lag. */
async function pauseReplication(): Promise<void> {
  await sql`select pg_wal_replay_pause()`.execute(standby)
  await pause((mostLagSeconds + 2) * 1000)
  await sql`select pg_wal_replay_resume()`.execute(standby)
}

const outages: [name: string, cause: () => Promise<unknown>][] = [
  ['one server killed', () => products[0]!.restart()],
  ['the replica killed', () => killPostgres(pair.standby)],
  ...(isLong
    ? ([
        ['the replica held back', pauseReplication],
        ['the database killed', () => killPostgres(pair.primary)],
        ['another server killed', () => products[1]!.restart()],
      ] as [string, () => Promise<unknown>][])
    : []),
]

test('despite killed servers and replica, users read their own writes and no read is over 2 s stale', async () => {
  const [seen, ofBookings, verdict] = [newSeen(), newSeen(), newVerdict()]
  const stop = startReadersAndWriters(seen, verdict)
  const booking = burst(ofBookings, {
    url: balancer.url,
    owners: fixture.owners,
    sitter: fixture.sitters[0]!,
    name: 'Machines',
    inDays: 40,
    count: bookings,
  })
  booking.catch(() => {})
  const began = stopwatch()
  for (const [, cause] of outages) {
    await pause(calmMs)
    await cause()
  }
  await pause(calmMs)
  await Promise.all(products.map((product) => product.untilReady()))
  await untilReplicaAnswers()
  await pause(calmMs)
  const acknowledged = await booking
  await stop()
  const seconds = Math.round((stopwatch() - began) / 1000)
  const [atReplica, atPrimary] = [await readsBy('replica'), await readsBy('primary')]
  note(
    `${servers} servers, two databases: ${outages.map(([name]) => name).join(', ')}`,
    `${seconds} s, ${verdict.ownReads} own reads and ${verdict.decided} reads of anybody that could only say one thing, ` +
      `${verdict.wrong.length} wrong; answers ${JSON.stringify(seen.answers)}; ${acknowledged.length} bookings, ` +
      `answers ${JSON.stringify(ofBookings.answers)}; ${atReplica} reads at the replica, ${atPrimary} at the database`,
  )

  expect(verdict.wrong).toEqual([])
  expect(Math.min(verdict.ownReads, verdict.decided, atReplica, atPrimary)).toBeGreaterThan(0)
  for (const one of [seen, ofBookings]) {
    expect(unexpectedStatuses(one)).toEqual([])
    expect(one.withoutRetryAfter).toBe(0)
  }
  expect(seen.answers['503'], 'requests that met something killed').toBeGreaterThan(0)
  expect(Object.keys(seen.answers).filter((status) => status.startsWith('4'))).toEqual([])
  expect(products.some((product) => product.hasDied())).toBe(false)
  const rows = await primary
    .selectFrom('booking')
    .select(['id', 'status'])
    .where('message', 'like', 'Machines %')
    .execute()
  expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.toSorted())
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['confirmed']))
  await vi.waitFor(() => expectInvariantsNow(primary), { timeout: 90_000, interval: 500 })
})

test('positive control: without the recorded position of their last write, users read stale data', async () => {
  await sql
    .raw(
      `create function forget_position() returns trigger language plpgsql as
         $$ begin new.position := '0/0'; return new; end $$;
       create trigger forget before insert or update on recent_write
         for each row execute function forget_position()`,
    )
    .execute(primary)
  onTestFinished(async () => {
    await sql.raw('drop trigger forget on recent_write; drop function forget_position()').execute(primary)
  })
  const [seen, verdict] = [newSeen(), newVerdict()]
  const one = watched.quick[0]!
  for (let round = 0; round < 5; round++) {
    await toggle(balancer.url, seen, one)
    await readOwn(balancer.url, seen, one, verdict)
  }
  note(
    'Control: own changes are not noted',
    `${verdict.wrong.length} of ${verdict.ownReads} own reads are old`,
  )
  expect(verdict.wrong.length).toBeGreaterThan(0)
})
