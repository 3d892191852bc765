import { expect, test } from 'vitest'
import { remembered } from '#server/kernel/cache/remembered.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { createLog } from '#server/kernel/log.ts'

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
  const deps = { db: {} as Db, now: () => new Date(moment), log: createLog('silent') }
  const ask = (key = 'a') => figure(deps, key)
  const pass = (ms: number) => {
    moment += ms
  }
  return { ask, pass, counted, fails, deps, figure }
}

test('what many ask for at the same time is counted once', async () => {
  const { ask, counted } = setup()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(counted).toEqual(['a'])
})

test('a figure that is quick to count is fresh for a second and out of use after ten', async () => {
  const { ask, pass, counted } = setup()
  await ask()
  pass(999)
  expect(await ask()).toBe(1)
  expect(counted).toHaveLength(1)
  pass(9_001)
  expect(await ask()).toBe(2)
})

test('a figure that takes half a second is fresh for fifty, then given once more while it is counted', async () => {
  const { ask, pass, counted } = setup({ takesMs: 500 })
  await ask()
  pass(49_999)
  await ask()
  expect(counted).toHaveLength(1)
  pass(1)
  expect(await ask()).toBe(1)
  expect(await ask()).toBe(2)
})

test('however long it takes to count, nothing is older than five minutes', async () => {
  const { ask, pass } = setup({ takesMs: 60_000 })
  await ask()
  pass(299_999)
  expect(await ask()).toBe(1)
  pass(1)
  expect(await ask()).toBe(2)
})

test('a count that fails is said where nothing is left to give, and tried again', async () => {
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

test('of too many keys the one asked for longest ago is forgotten', async () => {
  const { ask, counted } = setup({ most: 2 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
  expect(counted).toEqual(['a', 'b', 'c', 'b'])
})

test('a transaction counts for itself, and each database too', async () => {
  const { ask, deps, figure, counted } = setup()
  await ask()
  await figure({ ...deps, db: { isTransaction: true } as Db }, 'a')
  await figure({ ...deps, db: {} as Db }, 'a')
  expect(counted).toHaveLength(3)
})
