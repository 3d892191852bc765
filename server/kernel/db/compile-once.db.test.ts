import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { compileOnce } from '#server/kernel/db/compile-once.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { testDb } from '#test/db.ts'

test('a statement is built once, and each execution has its own values', async () => {
  const db = await testDb()
  let built = 0
  const add = compileOnce<{ one: number; others: number[] }, { sum: number; fixed: string }>((value) => {
    built++
    const one = sql`${value(({ one }) => one)}::int`
    const others = value(({ others }) => others)
    return sql`${frequent} select ${one} + ${one} + sum(other)::int as sum, ${'$1 stays'}::text as fixed
      from unnest(${others}::int[]) other`
  })
  expect(await add(db, { one: 1, others: [10, 20] })).toEqual([{ sum: 32, fixed: '$1 stays' }])
  expect(await add(db, { one: 5, others: [1] })).toEqual([{ sum: 11, fixed: '$1 stays' }])
  expect(await inTransaction(db, (tx) => add(tx, { one: 2, others: [2] }))).toEqual([
    { sum: 6, fixed: '$1 stays' },
  ])
  expect(built).toBe(1)
})

test('a value that a statement uses several times is sent once', async () => {
  const db = await testDb()
  const twice = compileOnce<{ day: string }, { day: string; query: string }>((value) => {
    const day = sql`${value(({ day }) => day)}::text`
    return sql`${frequent} select ${day} as day, query from pg_stat_activity where pid = pg_backend_pid() and ${day} <> ''`
  })
  const [row] = await twice(db, { day: 'Monday' })
  expect(row!.day).toBe('Monday')
  expect(row!.query.match(/\$\d+/g)).toEqual(['$1', '$1'])
})
