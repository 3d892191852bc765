import { expect, test, vi } from 'vitest'
import { announce } from '#server/kernel/cache/changes.ts'
import { cachedUntilChange } from '#server/kernel/cache/cached-until-change.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { testDb } from '#test/db.ts'

/** Returns a cached read that records its calls, with a clock of its own. */
async function setup(maxEntries = 10) {
  const db = await testDb()
  let elapsedMs = 0
  const reads: string[] = []
  const fails = { next: false }
  let gate = Promise.resolve()
  const readCached = cachedUntilChange(
    'holidays',
    async (_db: Db, key: string) => {
      const count = reads.push(key)
      const isFailing = fails.next
      await gate
      if (isFailing) throw new Error('The database is away.')
      return count
    },
    { keyOf: (key) => key, trustedMs: 30_000, maxEntries, elapsed: () => elapsedMs },
  )
  const advance = (ms: number) => {
    elapsedMs += ms
  }
  const holdReads = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  return {
    db,
    readCached: readCached,
    advance: advance,
    reads,
    fails,
    holdReads: holdReads,
    change: () => inTransaction(db, (tx) => announce(tx, 'holidays')),
  }
}

test('a read is cached for 30 seconds, or until a change', async () => {
  const { db, readCached, advance, reads, change } = await setup()
  await readCached(db, 'a')
  advance(29_999)
  expect(await readCached(db, 'a')).toBe(1)
  advance(1)
  expect(await readCached(db, 'a')).toBe(2)
  await change()
  expect(await readCached(db, 'a')).toBe(3)
  await readCached(db, 'b')
  expect(reads).toEqual(['a', 'a', 'a', 'b'])
})

test('a read that starts before a change and ends after it is not cached', async () => {
  const { db, readCached, holdReads, change, reads } = await setup()
  const release = holdReads()
  const early = readCached(db, 'a')
  await change()
  release()
  await early
  await readCached(db, 'a')
  expect(reads).toEqual(['a', 'a'])
})

test('concurrent requests for one key share one read, and those for another key or inside a transaction do not', async () => {
  const { db, readCached, holdReads, reads } = await setup()
  const release = holdReads()
  const shared = ['a', 'a', 'b', 'a'].map((key) => readCached(db, key))
  const alone = [1, 2].map(() => inTransaction(db, (tx) => readCached(tx, 'a')))
  await vi.waitUntil(() => reads.length === 4, { timeout: 60_000 })
  release()
  expect(await Promise.all(shared)).toEqual([1, 1, 2, 1])
  expect(new Set(await Promise.all(alone))).toEqual(new Set([3, 4]))
  expect(reads).toEqual(['a', 'b', 'a', 'a'])
})

test('a request after a change does not join a read from before it, which then replaces nothing', async () => {
  const { db, readCached, holdReads, change } = await setup()
  const releaseEarly = holdReads()
  const early = readCached(db, 'a')
  await change()
  holdReads()()
  const late = await Promise.all([readCached(db, 'a'), readCached(db, 'a')])
  releaseEarly()
  expect([await early, ...late, await readCached(db, 'a')]).toEqual([1, 2, 2, 2])
})

test('a read that runs longer than an answer is trusted is joined no more', async () => {
  const { db, readCached, holdReads, advance } = await setup()
  const release = holdReads()
  const running = [readCached(db, 'a')]
  advance(29_999)
  running.push(readCached(db, 'a'))
  advance(1)
  running.push(readCached(db, 'a'))
  release()
  expect(await Promise.all(running)).toEqual([1, 1, 2])
  expect(await readCached(db, 'a')).toBe(2)
})

test('a failed read fails for all who wait for it and is not cached', async () => {
  const { db, readCached, holdReads, fails } = await setup()
  const release = holdReads()
  fails.next = true
  const failing = [readCached(db, 'a'), readCached(db, 'a')]
  fails.next = false
  release()
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await readCached(db, 'a')).toBe(2)
})

test('a read that fails after a later one began leaves the later one cached', async () => {
  const { db, readCached, holdReads, fails, advance } = await setup()
  const release = holdReads()
  fails.next = true
  const failing = readCached(db, 'a')
  fails.next = false
  holdReads()()
  advance(30_000)
  await readCached(db, 'a')
  release()
  await expect(failing).rejects.toThrow('The database is away.')
  expect(await readCached(db, 'a')).toBe(2)
})

test('a transaction bypasses the cache, and the least recently used entry is evicted', async () => {
  const { db, readCached, reads } = await setup(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await readCached(db, key)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
  await inTransaction(db, (tx) => readCached(tx, 'a'))
  expect(reads).toHaveLength(5)
})
