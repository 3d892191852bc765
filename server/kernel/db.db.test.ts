import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { type Db, inTransaction, problemOf } from '#server/kernel/db.ts'
import { askedOften } from '#server/kernel/prepared.ts'
import { testDb } from '#test/db.ts'

test('a connection lost between two statements fails its transaction as "unavailable" and does not end the process', async () => {
  const db = await testDb()
  const lost = inTransaction(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
    await vi.waitUntil(async () => {
      const left = await sql`select 1 from pg_stat_activity where pid = ${rows[0]!.pid}`.execute(db)
      return left.rows.length === 0
    })
    await sql`select 1`.execute(tx)
  })
  const error: unknown = await lost.catch((reason: unknown) => reason)
  expect(problemOf(error)?.code).toBe('unavailable')
  await expect(sql`select 1 as one`.execute(db)).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

const preparedNow = sql<{ statement: string }>`select statement from pg_prepared_statements`

test('what transactions repeat is planned once for each connection, reads outside are planned each time', async () => {
  const db = await testDb()
  const find = (from: Db) => from.selectFrom('place').select('name').where('id', '=', 1).execute()
  await db.connection().execute(async (connection) => {
    await find(connection)
    expect((await preparedNow.execute(connection)).rows).toEqual([])
    for (let turn = 0; turn < 3; turn++) await connection.transaction().execute(find)
    expect((await preparedNow.execute(connection)).rows).toHaveLength(1)
  })
})

test('a transaction whose plan is older than the table begins again and sees the new table', async () => {
  const db = await testDb()
  const read = () =>
    inTransaction(db, (tx) => tx.selectFrom('place').selectAll().where('id', '<>', 1).execute())
  await read()
  await sql`alter table place add column later_on int`.execute(db)
  await expect(read()).resolves.toEqual([])
})

test('what every request asks is planned once outside of transactions too, and sees a table that has changed', async () => {
  const db = await testDb()
  await db.connection().execute(async (connection) => {
    const read = () => sql`${askedOften} select * from place where id <> ${1}`.execute(connection)
    for (let turn = 0; turn < 3; turn++) await read()
    expect((await preparedNow.execute(connection)).rows).toHaveLength(1)
    await sql`alter table place add column later_on int`.execute(db)
    await expect(read()).resolves.toMatchObject({ rows: [] })
  })
})
