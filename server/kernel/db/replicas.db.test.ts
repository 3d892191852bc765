import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { announce } from '#server/kernel/cache/changes.ts'
import { stopwatch, systemClock } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { openOwnWrites, type OwnWrites } from '#server/kernel/db/own-writes.ts'
import { openReplicas, type Replicas } from '#server/kernel/db/replicas.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { createLog } from '#server/kernel/log.ts'
import { killPostgres, openPair } from '#test/standby.ts'

let pair: Awaited<ReturnType<typeof openPair>>
let primary: Db
let replicas: Replicas
let ownWrites: OwnWrites
/** The tests' own connection to the replica. */
let replicaClient: pg.Client

/** Longer than any test takes on a slow machine, except for the test of the lag. */
const maxLagSeconds = 60

const openWith = (url: string, seconds = maxLagSeconds) =>
  openReplicas({
    primary,
    primaryUrl: pair.primary.url,
    urls: [url],
    maxLagSeconds: seconds,
    log: createLog('silent'),
  })

beforeAll(async () => {
  pair = await openPair()
  primary = openDb(pair.primary.url, { max: 4, onError: () => {} })
}, 120_000)
afterAll(async () => {
  await primary.destroy()
  await pair.close()
})

beforeEach(async () => {
  replicas = await openWith(pair.standby.url)
  ownWrites = openOwnWrites({
    db: primary,
    now: systemClock,
    secret: 'a secret of the tests',
    isSecure: true,
    maxLagMs: replicas.maxLagMs,
    startedAt: replicas.startedAt,
  })
  replicaClient = new pg.Client({ connectionString: pair.standby.url })
  replicaClient.on('error', () => {})
  await replicaClient.connect()
  await untilInUse()
})
afterEach(async () => {
  await replicaClient.query('select pg_wal_replay_resume()').catch(() => {})
  await replicaClient.end().catch(() => {})
  await replicas.stop()
})

const untilInUse = () => vi.waitUntil(() => replicas.replicas()[0]!.inUse, { timeout: 60_000, interval: 50 })

/** Returns true if a replica answered. */
async function isReplica(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]!.is
}

async function pauseReplay(): Promise<void> {
  await replicaClient.query('select pg_wal_replay_pause()')
  await vi.waitUntil(async () => {
    const { rows } = await replicaClient.query<{ state: string }>(
      'select pg_get_wal_replay_pause_state() as state',
    )
    return rows[0]!.state === 'paused'
  })
}

const write = () =>
  sql`insert into migration (name, hash) values (${`made by a test ${stopwatch()}`}, '')`.execute(primary)

test('a read without freshness needs is answered by the replica', async () => {
  expect(await replicas.read(isReplica)).toBe(true)
})

test('after a write, the writer’s reads use the replica only once it has replayed the write', async () => {
  await pauseReplay()
  await write()
  const cookie = (await ownWrites.record('writer')).split(';')[0]
  for (const needs of [await ownWrites.needsOf('writer', undefined), ownWrites.needsOfBrowser(cookie)])
    expect(await replicas.read(isReplica, needs)).toBe(false)
  expect(await replicas.read(isReplica, await ownWrites.needsOf('reader', undefined)), 'somebody else').toBe(
    true,
  )

  await replicaClient.query('select pg_wal_replay_resume()')
  await vi.waitUntil(async () => replicas.read(isReplica, await ownWrites.needsOf('writer', cookie)), {
    timeout: 60_000,
  })
})

test('a read that must include a recent commit goes to the primary while the replica lacks it', async () => {
  await pauseReplay()
  await write()
  const committedBefore = stopwatch()
  expect(await replicas.read(isReplica, { committedBefore })).toBe(false)
})

test('after a change of settings, all reads go to the primary until the replica has caught up', async () => {
  await pauseReplay()
  await inTransaction(primary, (tx) => announce(tx, 'settings'))
  expect(await replicas.read(isReplica)).toBe(false)
  await inTransaction(primary, (tx) => announce(tx, 'sitter', 'one'))
  await replicaClient.query('select pg_wal_replay_resume()')
  await vi.waitUntil(() => replicas.read(isReplica), { timeout: 60_000, interval: 50 })
})

test('a valid write cookie has a position; a missing, forged, malformed or hour-old one is ignored', async () => {
  await write()
  const cookie = (await ownWrites.record('writer')).split(';')[0]!
  expect(ownWrites.needsOfBrowser(cookie).position).toBeTypeOf('bigint')
  expect(ownWrites.needsOfBrowser(`a=b; ${cookie}; c=d`).position).toBeTypeOf('bigint')
  const forged = cookie.replace(/=[0-9a-f]+/, '=ffffffffffff')
  const options = {
    db: primary,
    secret: 'a secret of the tests',
    isSecure: true,
    maxLagMs: replicas.maxLagMs,
    startedAt: replicas.startedAt,
  }
  const later = openOwnWrites({ ...options, now: () => new Date(systemClock().getTime() + 3_600_000) })
  for (const none of [undefined, '', forged, 'sitwell.wrote=1.1.1'])
    expect(ownWrites.needsOfBrowser(none)).toEqual({ position: undefined })
  expect(later.needsOfBrowser(cookie)).toEqual({ position: undefined })
})

test('a replica that lags too far behind is not used until it has caught up', async () => {
  const strict = await openWith(pair.standby.url, 2)
  onTestFinished(() => strict.stop())
  const untilStrictly = (inUse: boolean) =>
    vi.waitUntil(() => strict.replicas()[0]!.inUse === inUse, { timeout: 60_000, interval: 20 })
  await untilStrictly(true)
  await pauseReplay()
  await write()
  await untilStrictly(false)
  expect(strict.replicas()[0]!.lagSeconds).toBeGreaterThanOrEqual(2)
  expect(await strict.read(isReplica)).toBe(false)
  await replicaClient.query('select pg_wal_replay_resume()')
  await untilStrictly(true)
})

test('a read that the replica aborts, or that writes, is answered by the primary', async () => {
  const broken = async (db: Db) => {
    if (await isReplica(db)) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    return isReplica(db)
  }
  const writing = async (db: Db) => {
    await sql`delete from idempotency`.execute(db)
    return isReplica(db)
  }
  for (const read of [broken, writing]) expect(await replicas.read(read)).toBe(false)
})

test('a read that times out or fails is not repeated on the primary', async () => {
  const failingRead = vi.fn(async (db: Db) => sql`select 1 / 0`.execute(db))
  await expect(replicas.read(failingRead)).rejects.toThrow('division by zero')
  const slowRead = vi.fn(async (db: Db) =>
    db.connection().execute(async (one) => {
      await sql`set statement_timeout = '20ms'`.execute(one)
      await sql`select pg_sleep(60)`.execute(one)
    }),
  )
  await expect(replicas.read(slowRead)).rejects.toThrow('statement timeout')
  expect([failingRead.mock.calls.length, slowRead.mock.calls.length]).toEqual([1, 1])
})

test('a read on a killed replica is answered by the primary; the replica is used again once it is back', async () => {
  const hangingRead = replicas.read(async (db) => {
    if (await isReplica(db)) await sql`select pg_sleep(3600)`.execute(db)
    return isReplica(db)
  })
  await killPostgres(pair.standby)
  expect(await hangingRead).toBe(false)
  await vi.waitUntil(() => replicas.read(isReplica), { timeout: 60_000, interval: 50 })
})

test('no replica is fresh enough for a person until the watch has seen the database’s last restart', async () => {
  const startedAt = () => 'at another time'
  const other = openOwnWrites({
    db: primary,
    now: systemClock,
    secret: 'any',
    isSecure: false,
    maxLagMs: 0,
    startedAt,
  })
  expect(await replicas.read(isReplica, await other.needsOf('writer', undefined))).toBe(false)
})

test('after a crash of the primary that empties the list of writers, they still read their own writes', async () => {
  const written = async (db: Db) => ({
    isReplica: await isReplica(db),
    count: (await sql`select 1 from migration`.execute(db)).rows.length,
  })
  await write()
  await ownWrites.record('writer')
  const { count } = await written(primary)
  const before = replicas.startedAt()
  await killPostgres(pair.primary)
  const answer = await vi.waitUntil(
    async () => {
      const needs = await ownWrites.needsOf('writer', undefined).catch(() => undefined)
      const read = needs && (await replicas.read(written, needs).catch(() => undefined))
      expect(read?.count ?? count).toBe(count)
      return replicas.startedAt() !== before && read?.isReplica && read
    },
    { timeout: 60_000, interval: 10 },
  )
  expect(answer.count).toBe(count)
})

test('a server that is not a replica is never used', async () => {
  const stranger = await openWith(pair.primary.url)
  onTestFinished(() => stranger.stop())
  expect(stranger.replicas()).toEqual([{ replica: 1, lagSeconds: null, inUse: false }])
  expect(await stranger.read(isReplica)).toBe(false)
})
