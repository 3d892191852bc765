import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/live/live.ts'
import { listenForChanges } from '#server/kernel/cache/changes.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction, inTransaction } from '#server/kernel/db/transaction.ts'
import { readEventsAfter, sweepLiveEvents, notifyLive } from '#server/kernel/live/live.ts'
import { openLiveStreams } from '#server/kernel/live/streams.ts'
import { createLog } from '#server/kernel/log.ts'
import { buildAccounts, now, testDeps } from '#test/build.ts'
import { olga, sam } from '#test/cast.ts'
import { countWaiting, createTestDb } from '#test/db.ts'

const soon = { timeout: 30_000 }

async function setup() {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const deps = testDeps(db)
  await buildAccounts(db, olga, sam)
  const sendLiveEvent = (accountIds: string[], event: LiveEvent) =>
    inTransaction(db, (tx) => notifyLive({ ...deps, db: tx }, accountIds, event))
  const openHub = (pollMs?: number) => {
    const hub = openLiveStreams({ db, log: createLog('silent'), ...(pollMs ? { pollMs } : {}) })
    onTestFinished(hub.stop)
    return hub
  }
  return { db, url, deps, sendLiveEvent, openHub }
}

/** Opens a stream as a browser does. */
async function open(hub: ReturnType<typeof openLiveStreams>, accountId: string, lastEventId?: string) {
  const frames: string[] = []
  const state = { ended: false }
  const begin = await hub.open({ accountId, lastEventId })
  const stream = begin({
    send: (frame) => void frames.push(frame),
    end: () => {
      state.ended = true
    },
  })
  const ids = () =>
    frames.flatMap((frame) => /^id: (\d+)\nevent: (?!reset)/.exec(frame)?.[1] ?? []).map(Number)
  return { frames, ids, state, close: () => stream.close() }
}

const after = (db: Db, accountId: string, seq: number) => readEventsAfter(db, [{ accountId, seq }])
const message = (place: number): LiveEvent => ({ topic: 'message', place })

test('an account receives only its own events, in order', async () => {
  const { sendLiveEvent, openHub } = await setup()
  const hub = openHub()
  const olgas = await open(hub, olga.accountId)
  const sams = await open(hub, sam.accountId)
  for (const place of [1, 2, 3]) await sendLiveEvent([olga.accountId], message(place))
  await sendLiveEvent([sam.accountId, olga.accountId], message(4))
  await vi.waitUntil(() => olgas.ids().length === 4 && sams.ids().length === 1, soon)
  expect(olgas.ids()).toEqual([1, 2, 3, 4])
  expect(olgas.frames.at(-1)).toBe('id: 4\nevent: message\ndata: {"place":4}\n\n')
  expect(sams.ids()).toEqual([1])
})

test('a rolled-back event is not stored, and a duplicate within one transaction is stored once', async () => {
  const { db, deps } = await setup()
  const refused = inTransaction(db, async (tx) => {
    await notifyLive({ ...deps, db: tx }, [olga.accountId], message(1))
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await inTransaction(db, async (tx) => {
    await notifyLive({ ...deps, db: tx }, [olga.accountId, olga.accountId], message(2))
    const same: typeof deps = { ...deps, db: tx }
    await ensureTransaction(same, (deps) => notifyLive(deps, [olga.accountId], message(2)))
  })
  expect(await after(db, olga.accountId, 0)).toEqual([
    { accountId: olga.accountId, seq: 1, event: message(2) },
  ])
})

test('event numbers become visible in order, so that an event with a late commit is not lost', async () => {
  const { db, deps, sendLiveEvent, openHub } = await setup()
  await sendLiveEvent([olga.accountId], message(0))
  const stream = await open(openHub(), olga.accountId)
  // Locks the account's counter, as a transaction with a slow commit does.
  let commit = () => {}
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => (isWritten = resolve))
  const slow = inTransaction(db, async (tx) => {
    await sql`
      with numbered as (
        update live_account set last_seq = last_seq + 1 where account_id = ${olga.accountId} returning last_seq
      )
      insert into live_event (account_id, seq, topic, ids, told_at)
      select ${olga.accountId}, last_seq, 'message', '{"place":1}', ${deps.now()} from numbered`.execute(tx)
    isWritten()
    await new Promise<void>((resolve) => (commit = resolve))
  })
  await written
  const quick = sendLiveEvent([olga.accountId], message(2))
  await vi.waitUntil(async () => (await countWaiting(db)) === 1, soon)
  expect(stream.ids()).toEqual([])
  commit()
  await Promise.all([slow, quick])
  await vi.waitUntil(() => stream.ids().length === 2, soon)
  expect(stream.frames.slice(1).map((frame) => /"place":(\d)/.exec(frame)?.[1])).toEqual(['1', '2'])
})

test('control: with numbers from a sequence, an event with a late commit is lost', async () => {
  const { db } = await setup()
  await sql`create table plain_event (id bigint generated always as identity, place int)`.execute(db)
  const read = async (last: number) =>
    (
      await sql<{ id: string; place: number }>`
        select id, place from plain_event where id > ${last} order by id`.execute(db)
    ).rows
  let commit = () => {}
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => (isWritten = resolve))
  const slow = inTransaction(db, async (tx) => {
    await sql`insert into plain_event (place) values (1)`.execute(tx)
    isWritten()
    await new Promise<void>((resolve) => (commit = resolve))
  })
  await written
  await inTransaction(db, (tx) => sql`insert into plain_event (place) values (2)`.execute(tx))
  const seen = await read(0)
  commit()
  await slow
  const later = await read(Number(seen.at(-1)!.id))
  expect([...seen, ...later].map(({ place }) => place)).toEqual([2])
})

test('transactions that notify the same accounts in different orders do not deadlock', async () => {
  const { db, deps } = await setup()
  const both = [olga.accountId, sam.accountId]
  await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      inTransaction(db, async (tx) => {
        for (const id of place % 2 ? both : both.toReversed())
          await notifyLive({ ...deps, db: tx }, [id], message(place))
      }),
    ),
  )
  for (const id of both)
    expect((await after(db, id, 0)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    )
})

test('a reconnect resumes after the last event; an event id that is unknown or too old gets a reset', async () => {
  const { db, deps, sendLiveEvent, openHub } = await setup()
  const hub = openHub()
  for (const place of [1, 2, 3]) await sendLiveEvent([olga.accountId], message(place))
  const resumed = await open(hub, olga.accountId, '1')
  await vi.waitUntil(() => resumed.ids().length === 2, soon)
  expect(resumed.frames[0]).toBe(': here\n\n')
  expect(resumed.ids()).toEqual([2, 3])
  expect((await open(hub, olga.accountId)).frames).toEqual(['id: 3\nevent: reset\ndata: {}\n\n'])
  expect((await open(hub, olga.accountId, '4')).frames[0]).toMatch(/reset/)
  expect((await open(hub, olga.accountId, 'x')).frames[0]).toMatch(/reset/)

  deps.clock.set(new Date(now.getTime() + 1_000))
  await sendLiveEvent([olga.accountId], message(4))
  await inTransaction(db, (tx) => sweepLiveEvents(tx, deps.now()))
  expect((await open(hub, olga.accountId, '2')).frames[0]).toMatch(/reset/)
  expect((await open(hub, olga.accountId, '3')).frames[0]).toBe(': here\n\n')
  expect((await open(hub, olga.accountId, '4')).frames[0]).toBe(': here\n\n')
})

test('the sixth stream of an account ends its first', async () => {
  const { openHub } = await setup()
  const hub = openHub()
  const streams = []
  for (let place = 0; place < 6; place++) streams.push(await open(hub, olga.accountId))
  expect(streams.map(({ state }) => state.ended)).toEqual([true, false, false, false, false, false])
  expect(streams[0]!.frames.at(-1)).toBe('event: end\ndata: {"why":"full"}\n\n')
  expect(hub.count()).toBe(5)
})

test('events of another process arrive by notification, or by polling if there was no notification', async () => {
  const { db, url, deps, openHub } = await setup()
  const listening = await listenForChanges(url, createLog('silent'))
  onTestFinished(listening.stop)
  const stream = await open(openHub(), olga.accountId)
  /** Writes an event as another process would, without waking this one. */
  const insertEventElsewhere = (seq: number) =>
    sql`
    with numbered as (
      insert into live_account (account_id, last_seq) values (${olga.accountId}, ${seq})
      on conflict (account_id) do update set last_seq = ${seq} returning account_id
    )
    insert into live_event (account_id, seq, topic, ids, told_at)
    select account_id, ${seq}, 'message', '{}', ${deps.now()} from numbered`.execute(db)
  await insertEventElsewhere(1)
  await sql`select pg_notify('sitwell_live', ${`other ${sam.accountId},${olga.accountId}`})`.execute(db)
  await vi.waitUntil(() => stream.ids().length === 1, soon)

  const pollingStream = await open(openHub(20), olga.accountId)
  await insertEventElsewhere(2)
  await vi.waitUntil(() => pollingStream.ids().length === 1, soon)
  expect(stream.ids()).toEqual([1])
})
