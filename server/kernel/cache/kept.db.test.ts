import { expect, test } from 'vitest'
import { announce } from '#server/kernel/cache/changes.ts'
import { keptUntil } from '#server/kernel/cache/kept.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { testDb } from '#test/db.ts'

/** Returns a cached read that records its calls, with a clock of its own. */
async function setup(most = 10) {
  const db = await testDb()
  let watch = 0
  const reads: string[] = []
  let gate = Promise.resolve()
  const ask = keptUntil(
    'holidays',
    async (_db: Db, key: string) => {
      reads.push(key)
      await gate
      return reads.length
    },
    { keyOf: (key) => key, trustedMs: 30_000, most, elapsed: () => watch },
  )
  const pass = (ms: number) => {
    watch += ms
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  return { db, ask, pass, reads, hold, change: () => inTransaction(db, (tx) => announce(tx, 'holidays')) }
}

test('a read is cached for 30 seconds, or until a change', async () => {
  const { db, ask, pass, reads, change } = await setup()
  await ask(db, 'a')
  pass(29_999)
  expect(await ask(db, 'a')).toBe(1)
  pass(1)
  expect(await ask(db, 'a')).toBe(2)
  await change()
  expect(await ask(db, 'a')).toBe(3)
  await ask(db, 'b')
  expect(reads).toEqual(['a', 'a', 'a', 'b'])
})

test('a read that starts before a change and ends after it is not cached', async () => {
  const { db, ask, hold, change, reads } = await setup()
  const release = hold()
  const early = ask(db, 'a')
  await change()
  release()
  await early
  await ask(db, 'a')
  expect(reads).toEqual(['a', 'a'])
})

test('a transaction bypasses the cache, and the least recently used entry is evicted', async () => {
  const { db, ask, reads } = await setup(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(db, key)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
  await inTransaction(db, (tx) => ask(tx, 'a'))
  expect(reads).toHaveLength(5)
})
