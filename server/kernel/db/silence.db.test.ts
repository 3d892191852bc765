import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { problemOf } from '#server/kernel/db/errors.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { createTestDb } from '#test/db.ts'

const silenceMs = 400
const sleepLonger = (db: Db) => sql`select pg_sleep(1)`.execute(db)
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => problemOf(error)?.code,
  )

async function openImpatient(): Promise<Db> {
  const { url, drop } = await createTestDb()
  const db = openDb(url, { max: 1, silenceMs })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return db
}

test('a statement of a frozen database fails as "unavailable", and the next one gets a new connection', async () => {
  const db = await openImpatient()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const { pid } = rows[0]!
  process.kill(pid, 'SIGSTOP')
  try {
    expect(await outcomeOf(sql`select 1`.execute(db))).toBe('unavailable')
    await expect(sql`select 2 as two`.execute(db)).resolves.toMatchObject({ rows: [{ two: 2 }] })
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('a connection without a statement stays open, and a transaction without a statement timeout may take long', async () => {
  const db = await openImpatient()
  const connection = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
  const first = await connection()
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sleepLonger(tx)
  })
  await new Promise((resolve) => setTimeout(resolve, 3 * silenceMs))
  expect(await connection()).toBe(first)
  expect(await outcomeOf(sleepLonger(db))).toBe('unavailable')
})
