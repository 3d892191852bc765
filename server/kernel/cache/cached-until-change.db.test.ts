import { expect, test } from 'vitest'
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
  let gate = Promise.resolve()
  const readCached = cachedUntilChange(
    'holidays',
    async (_db: Db, key: string) => {
      reads.push(key)
      await gate
      return reads.length
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

test('a transaction bypasses the cache, and the least recently used entry is evicted', async () => {
  const { db, readCached, reads } = await setup(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await readCached(db, key)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
  await inTransaction(db, (tx) => readCached(tx, 'a'))
  expect(reads).toHaveLength(5)
})
