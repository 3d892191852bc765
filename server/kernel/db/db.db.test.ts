import { AbortedTransactionError, sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { problemOf } from '#server/kernel/db/errors.ts'
import { frequent, deferred } from '#server/kernel/db/prepared.ts'
import { ensureTransaction, inTransaction } from '#server/kernel/db/transaction.ts'
import { buildPlaces } from '#test/build.ts'
import { dublin } from '#test/cast.ts'
import { testDb } from '#test/db.ts'

test('a connection lost within a transaction fails it as "unavailable" and does not end the process', async () => {
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

test('a transaction cannot begin inside another one, and one that is needed joins the current one', async () => {
  const db = await testDb()
  const idOf = async (from: Db) =>
    (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(from)).rows[0]!.id
  await inTransaction(db, async (tx) => {
    await expect(inTransaction(tx, idOf)).rejects.toThrow('cannot begin inside another one')
    const deps: { db: Db; name: string } = { db: tx, name: 'given' }
    const joined = await ensureTransaction(deps, async (inside) => [await idOf(inside.db), inside.name])
    expect(joined).toEqual([await idOf(tx), 'given'])
  })
  const started = await ensureTransaction({ db }, (deps) => Promise.all([idOf(deps.db), idOf(deps.db)]))
  expect(started[0]).toBe(started[1])
})

const preparedNow = sql<{ statement: string }>`
  select statement from pg_prepared_statements where statement not in ('begin', 'commit')`

test('statements in transactions are prepared once per connection; reads outside are not prepared', async () => {
  const db = await testDb()
  const find = (from: Db) => from.selectFrom('place').select('name').where('id', '=', 1).execute()
  await db.connection().execute(async (connection) => {
    await find(connection)
    expect((await preparedNow.execute(connection)).rows).toEqual([])
    for (let turn = 0; turn < 3; turn++) await connection.transaction().execute(find)
    expect((await preparedNow.execute(connection)).rows).toHaveLength(1)
  })
})

test('a transaction with a prepared plan older than the table is retried and sees the new table', async () => {
  const db = await testDb()
  const read = () =>
    inTransaction(db, (tx) => tx.selectFrom('place').selectAll().where('id', '<>', 1).execute())
  await read()
  await sql`alter table place add column later_on int`.execute(db)
  await expect(read()).resolves.toEqual([])
})

test('a frequent statement is prepared outside transactions too, and works after the table has changed', async () => {
  const db = await testDb()
  await db.connection().execute(async (connection) => {
    const read = () => sql`${frequent} select * from place where id <> ${1}`.execute(connection)
    for (let turn = 0; turn < 3; turn++) await read()
    expect((await preparedNow.execute(connection)).rows).toHaveLength(1)
    await sql`alter table place add column later_on int`.execute(db)
    await expect(read()).resolves.toMatchObject({ rows: [] })
  })
})

/** Counts the round trips to the database of one transaction. */
async function countRoundTrips(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return db.connection().execute(async (connection) => {
    const sync = vi.spyOn(pg.Connection.prototype, 'sync')
    try {
      await inTransaction(connection, work)
      return sync.mock.calls.length
    } finally {
      sync.mockRestore()
    }
  })
}
const rename = (tx: Tx, name: string) =>
  sql`${deferred} update place set name = ${name} where id = ${dublin.id}`.execute(tx)
const nameIn = async (db: Db) => {
  const { name } = await db
    .selectFrom('place')
    .select('name')
    .where('id', '=', dublin.id)
    .executeTakeFirstOrThrow()
  return name
}

test('statements issued together are sent in order in one round trip, along with BEGIN', async () => {
  const db = await testDb()
  await buildPlaces(db)
  const results: unknown[] = []
  const roundTrips = await countRoundTrips(db, async (tx) => {
    results.push(
      ...(await Promise.all([
        nameIn(tx),
        tx.updateTable('place').set({ name: 'Later' }).where('id', '=', dublin.id).execute(),
        nameIn(tx),
      ])),
    )
  })
  expect(results).toMatchObject(['Dublin', [{ numUpdatedRows: 1n }], 'Later'])
  expect(roundTrips).toBe(2)
})

test('a deferred statement is sent with the next statement or the commit', async () => {
  const db = await testDb()
  await buildPlaces(db)
  expect(
    await countRoundTrips(db, async (tx) => {
      await rename(tx, 'First')
      await rename(tx, 'Second')
    }),
  ).toBe(1)
  expect(await nameIn(db)).toBe('Second')
  await inTransaction(db, async (tx) => {
    await rename(tx, 'Third')
    expect(await nameIn(tx)).toBe('Third')
  })
})

test('a transaction without statements makes no round trip to the database', async () => {
  expect(await countRoundTrips(await testDb(), async () => 'nothing')).toBe(0)
})

test.each([
  ['the next statement', (tx: Tx) => nameIn(tx)],
  ['the commit', async () => 'nothing more'],
])(
  'a deferred statement that fails makes %s fail, is rolled back and leaves the connection usable',
  async (_, next) => {
    const db = await testDb()
    await buildPlaces(db)
    await db.connection().execute(async (connection) => {
      const failed = inTransaction(connection, async (tx) => {
        await rename(tx, 'Lost')
        await sql`${deferred} insert into place (id) values (${1})`.execute(tx)
        await next(tx)
      })
      await expect(failed).rejects.toMatchObject({ code: '23502' })
      expect(await nameIn(connection)).toBe('Dublin')
      await inTransaction(connection, (tx) => rename(tx, 'Kept'))
      expect(await nameIn(connection)).toBe('Kept')
    })
  },
)

test('statements after a failing one fail with the same error; those before it keep their results', async () => {
  const db = await testDb()
  await buildPlaces(db)
  const outcomes: unknown[] = []
  const failed = inTransaction(db, async (tx) => {
    const all = [
      nameIn(tx),
      sql`update place set name = null where id = ${dublin.id}`.execute(tx),
      nameIn(tx),
    ]
    outcomes.push(...(await Promise.allSettled(all)))
  })
  await expect(failed).rejects.toBeInstanceOf(AbortedTransactionError)
  const refused = { status: 'rejected', reason: { code: '23502' } }
  expect(outcomes).toMatchObject([{ status: 'fulfilled', value: 'Dublin' }, refused, refused])
  expect(await nameIn(db)).toBe('Dublin')
})

test('a statement in a transaction that has ended is refused', async () => {
  const db = await testDb()
  const readAfterEnd = await inTransaction(db, async (tx) => () => nameIn(tx))
  await expect(readAfterEnd()).rejects.toThrow('The transaction has ended.')
})

test('a script of several statements can run in a transaction', async () => {
  const db = await testDb()
  await inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = '1s'; set local statement_timeout = '2s'`.execute(tx)
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)
    expect(rows).toEqual([{ lock_timeout: '1s' }])
  })
})
