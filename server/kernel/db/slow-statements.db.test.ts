import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '#server/kernel/db/db.ts'
import { logSlowStatements } from '#server/kernel/db/slow-statements.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { createTestDb } from '#test/db.ts'
import { recordLog } from '#test/log-lines.ts'

test('a statement that takes too long is logged without its values, in a transaction too, and a fast one is not', async () => {
  const { url, drop } = await createTestDb()
  onTestFinished(drop)
  const { log, lines, texts } = recordLog()
  const db = openDb(url, { max: 1, ...logSlowStatements(log, 150) })
  await sql`select ${'olga@example.org'}::text`.execute(db)
  expect(lines('slow statement')).toEqual([])
  for (let count = 0; count < 2; count++)
    await sql`select pg_sleep(${0.2}::float),
      ${'olga@example.org'}::text`.execute(db)
  await inTransaction(db, (tx) => sql`select pg_sleep(${0.2}::float), ${'Olga'}::text, 2`.execute(tx))
  expect(lines('slow statement')).toMatchObject([
    { level: 40, statement: 'select pg_sleep($1::float), $2::text' },
    { level: 40, statement: 'select pg_sleep($1::float), $2::text, 2' },
  ])
  expect(lines('slow statement')[0]!['ms']).toBeGreaterThan(150)
  expect(texts.join().toLowerCase()).not.toContain('olga')
  await db.destroy()
})

test('statements are not measured if no threshold is set', () => {
  expect(logSlowStatements(recordLog().log, undefined)).toEqual({})
})
