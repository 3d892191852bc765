import { expect, test } from 'vitest'
import { cachedByCost } from '#server/kernel/cache/cached-by-cost.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { createLog } from '#server/kernel/log.ts'
import { unreachableDb } from '#test/build.ts'

/** Returns a cached figure that records its computations, each of which takes as long as the test says. */
function setup({ takesMs = 0, most = 10 } = {}) {
  let [nowMs, elapsedMs] = [1_000_000, 0]
  const computed: string[] = []
  const fails = { next: false }
  const figure = cachedByCost(
    async (_db: Db, key: string) => {
      computed.push(key)
      elapsedMs += takesMs
      if (fails.next) throw new Error('The database is away.')
      return computed.length
    },
    most,
    () => elapsedMs,
  )
  const deps = { db: unreachableDb(), now: () => new Date(nowMs), log: createLog('silent') }
  const readFigure = (key = 'a') => figure(deps, key)
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { readFigure, advance, computed, fails, deps, figure }
}

test('concurrent requests for a figure compute it once', async () => {
  const { readFigure, computed } = setup()
  expect(await Promise.all([readFigure(), readFigure(), readFigure()])).toEqual([1, 1, 1])
  expect(computed).toEqual(['a'])
})

test('a figure that is quick to compute is fresh for one second and no longer served after ten', async () => {
  const { readFigure, advance, computed } = setup()
  await readFigure()
  advance(999)
  expect(await readFigure()).toBe(1)
  expect(computed).toHaveLength(1)
  advance(9_001)
  expect(await readFigure()).toBe(2)
})

test('a figure that takes 500 ms is fresh for 50 s, then served stale while it is recomputed', async () => {
  const { readFigure, advance, computed } = setup({ takesMs: 500 })
  await readFigure()
  advance(49_999)
  await readFigure()
  expect(computed).toHaveLength(1)
  advance(1)
  expect(await readFigure()).toBe(1)
  expect(await readFigure()).toBe(2)
})

test('no figure older than five minutes is served, however long it takes to compute', async () => {
  const { readFigure, advance } = setup({ takesMs: 60_000 })
  await readFigure()
  advance(299_999)
  expect(await readFigure()).toBe(1)
  advance(1)
  expect(await readFigure()).toBe(2)
})

test('a failed computation serves the stale figure if there is one, else throws, and is retried', async () => {
  const { readFigure, advance, fails } = setup({ takesMs: 500 })
  await readFigure()
  fails.next = true
  advance(60_000)
  expect(await readFigure()).toBe(1)
  advance(300_000)
  await expect(readFigure()).rejects.toThrow('The database is away.')
  fails.next = false
  expect(await readFigure()).toBe(4)
})

test('the least recently used key is evicted when there are too many', async () => {
  const { readFigure, computed } = setup({ most: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await readFigure(key)
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
})

test('a transaction bypasses the cache, and each database has a separate one', async () => {
  const { readFigure, deps, figure, computed } = setup()
  await readFigure()
  const tx = Object.defineProperty(unreachableDb(), 'isTransaction', { value: true })
  await figure({ ...deps, db: tx }, 'a')
  await figure({ ...deps, db: unreachableDb() }, 'a')
  expect(computed).toHaveLength(3)
})
