import { expect, test } from 'vitest'
import { remembered } from '#server/kernel/cache/remembered.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { createLog } from '#server/kernel/log.ts'
import { unreachableDb } from '#test/build.ts'

/** Returns a cached figure that records its computations, each of which takes as long as the test says. */
function setup({ takesMs = 0, most = 10 } = {}) {
  let [moment, watch] = [1_000_000, 0]
  const counted: string[] = []
  const fails = { next: false }
  const figure = remembered(
    async (_db: Db, key: string) => {
      counted.push(key)
      watch += takesMs
      if (fails.next) throw new Error('The database is away.')
      return counted.length
    },
    most,
    () => watch,
  )
  const deps = { db: unreachableDb(), now: () => new Date(moment), log: createLog('silent') }
  const ask = (key = 'a') => figure(deps, key)
  const pass = (ms: number) => {
    moment += ms
  }
  return { ask, pass, counted, fails, deps, figure }
}

test('concurrent requests for a figure compute it once', async () => {
  const { ask, counted } = setup()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(counted).toEqual(['a'])
})

test('a figure that is quick to compute is fresh for one second and no longer served after ten', async () => {
  const { ask, pass, counted } = setup()
  await ask()
  pass(999)
  expect(await ask()).toBe(1)
  expect(counted).toHaveLength(1)
  pass(9_001)
  expect(await ask()).toBe(2)
})

test('a figure that takes 500 ms is fresh for 50 s, then served stale while it is recomputed', async () => {
  const { ask, pass, counted } = setup({ takesMs: 500 })
  await ask()
  pass(49_999)
  await ask()
  expect(counted).toHaveLength(1)
  pass(1)
  expect(await ask()).toBe(1)
  expect(await ask()).toBe(2)
})

test('no figure older than five minutes is served, however long it takes to compute', async () => {
  const { ask, pass } = setup({ takesMs: 60_000 })
  await ask()
  pass(299_999)
  expect(await ask()).toBe(1)
  pass(1)
  expect(await ask()).toBe(2)
})

test('a failed computation serves the stale figure if there is one, else throws, and is retried', async () => {
  const { ask, pass, fails } = setup({ takesMs: 500 })
  await ask()
  fails.next = true
  pass(60_000)
  expect(await ask()).toBe(1)
  pass(300_000)
  await expect(ask()).rejects.toThrow('The database is away.')
  fails.next = false
  expect(await ask()).toBe(4)
})

test('the least recently used key is evicted when there are too many', async () => {
  const { ask, counted } = setup({ most: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
  expect(counted).toEqual(['a', 'b', 'c', 'b'])
})

test('a transaction bypasses the cache, and each database has a separate one', async () => {
  const { ask, deps, figure, counted } = setup()
  await ask()
  const tx = Object.defineProperty(unreachableDb(), 'isTransaction', { value: true })
  await figure({ ...deps, db: tx }, 'a')
  await figure({ ...deps, db: unreachableDb() }, 'a')
  expect(counted).toHaveLength(3)
})
