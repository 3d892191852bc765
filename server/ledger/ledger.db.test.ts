import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { invoke } from '#server/kernel/http/http.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { post } from '#server/ledger/commands.ts'
import { readTrialBalance } from '#server/ledger/desk-commands.ts'
import { watchInvariants, invariants } from '#server/ledger/invariant-commands.ts'
import { postings } from '#server/ledger/postings.ts'
import { ledgerRoutes } from '#server/ledger/routes.ts'
import { buildAccounts, now, testDeps } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'

const sides = { ownerId: olga.accountId, sitterId: sam.accountId }
const source = {
  source: 'test',
  sourceId: 'one',
  bookingId: null,
  currency: 'EUR',
  at: now,
}
const charge = [postings.charge(sides, 627_00), postings.capture(sides, 627_00)]

async function openLedger() {
  const db = await testDb()
  await buildAccounts(db, olga, sam)
  return db
}
const postOnce = (db: Db, sourceId = 'one') =>
  inTransaction(db, (tx) => post(tx, { ...source, sourceId }, charge))

test('a balance is the sum of its postings, and all balances add up to zero', async () => {
  const db = await openLedger()
  expect(await postOnce(db)).toBe(2)
  expect(await readTrialBalance(db)).toEqual({
    items: [
      { account: 'bank', currency: 'EUR', debit: 627_00, credit: 0, balance: -627_00 },
      { account: 'escrow', currency: 'EUR', debit: 0, credit: 627_00, balance: 627_00 },
      { account: 'owner', currency: 'EUR', debit: 627_00, credit: 627_00, balance: 0 },
    ],
    totals: [{ currency: 'EUR', debit: 1254_00, credit: 1254_00, balance: 0 }],
    numbers: Settings.parse({}).datev.accounts,
    timeZone: 'UTC',
  })
})

test('a source is posted once, even by 64 concurrent calls and a later retry; another one posts again', async () => {
  const db = await openLedger()
  const posted = await Promise.all(Array.from({ length: 64 }, () => postOnce(db)))
  expect(posted.toSorted((a, b) => b - a)).toEqual([2, ...Array.from({ length: 63 }, () => 0)])
  expect(await postOnce(db)).toBe(0)
  expect(await postOnce(db, 'two')).toBe(2)
  const { rows } = await sql`select count(*)::int as entries from ledger_entry`.execute(db)
  expect(rows).toEqual([{ entries: 8 }])
})

test('a posting without an amount is not stored', async () => {
  const db = await openLedger()
  const posted = await inTransaction(db, (tx) => post(tx, source, [postings.refund(sides, 0)]))
  expect(posted).toBe(0)
})

test('the ledger tables are append-only: update, delete and truncate are refused', async () => {
  const db = await openLedger()
  await postOnce(db)
  for (const table of ['ledger_transfer', 'ledger_entry']) {
    const statements = [
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `update ${table} set ${table === 'ledger_entry' ? 'amount = 1' : "note = 'x'"}`,
    ]
    for (const statement of statements)
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('is append-only')
  }
})

test('the database refuses a transfer that is empty, unbalanced, extended later or of amount zero', async () => {
  const db = await openLedger()
  await postOnce(db)
  const transfer = (id: number) =>
    `insert into ledger_transfer (id, at, kind, source, source_id, currency)
     values ('00000000-0000-7000-8000-00000000000${id}', '2026-12-01', 'charge', 'test', '${id}', 'EUR')`
  const entry = (id: number, idx: number, amount: number) =>
    `insert into ledger_entry (transfer_id, idx, account, amount)
     values ('00000000-0000-7000-8000-00000000000${id}', ${idx}, 'bank', ${amount})`
  const run = (...statements: string[]) =>
    db.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
  await expect(run(transfer(1))).rejects.toThrow('has 0 entries')
  await expect(run(transfer(1), entry(1, 1, 5))).rejects.toThrow('sum to 5')
  await expect(run(transfer(1), entry(1, 1, 5), entry(1, 2, -4))).rejects.toThrow('sum to 1')
  await run(transfer(1), entry(1, 1, 5), entry(1, 2, -5))
  await expect(run(entry(1, 3, 7))).rejects.toThrow('has 3 entries that sum to 7')
  await expect(run(transfer(2), entry(2, 1, 0), entry(2, 2, 0))).rejects.toThrow('amount')
})

test('only staff can read the lists of the ledger and the invariants', async () => {
  const db = await openLedger()
  const deps = testDeps(db)
  const operator = { ...eve, roles: ['operator'] }
  for (const route of ledgerRoutes.filter(
    ({ endpoint: { method, params } }) => method === 'GET' && !params,
  )) {
    await expect(invoke(route, deps, { viewer: olga, ip: '127.0.0.1' })).rejects.toMatchObject({
      code: 'role-missing',
    })
    expect((await invoke(route, deps, { viewer: operator, ip: '127.0.0.1' })).status).toBe(200)
  }
})

test('refunding an owner more than was paid violates no_liability_below_zero and names the owner', async () => {
  const db = await openLedger()
  const deps = testDeps(db)
  expect(await invariants(deps)).toMatchObject({ holds: true })
  await inTransaction(db, (tx) => post(tx, source, [postings.refund_paid(sides, 5_00)]))
  const { holds, items } = await invariants(deps)
  expect(holds).toBe(false)
  expect(items.filter(({ violations }) => violations > 0)).toMatchObject([
    { name: 'no_liability_below_zero', violations: 1, examples: [`owner ${olga.accountId}`] },
  ])
  const { rows } = await sql`select 1 from ledger_transfer`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a mail or job that waits for more than a minute violates jobs_on_time', async () => {
  const db = await openLedger()
  const deps = { ...testDeps(db), site: { ...testDeps(db).site, mailConfigured: true } }
  await sql`create schema job`.execute(db)
  await sql`create table job.job (id int, name text, state text, start_after timestamptz)`.execute(db)
  await sql`insert into job.job values
    (1, 'bookings.notify', 'created', ${now}), (2, '__pgboss__send-it', 'created', ${now}),
    (3, 'bookings.notify', 'completed', ${now})`.execute(db)
  await db
    .insertInto('mail')
    .values({
      id: '00000000-0000-7000-8000-000000000009',
      recipient: 'olga@example.org',
      subject: 'Hello',
      text_body: '',
      html_body: '',
      kind: 'booking-accept',
      created_at: now,
    })
    .execute()
  deps.clock.set(new Date(now.getTime() + 60_000))
  expect((await invariants(deps)).holds).toBe(true)
  deps.clock.set(new Date(now.getTime() + 60_001))
  const { items } = await invariants(deps)
  expect(items.at(-1)).toMatchObject({
    name: 'jobs_on_time',
    violations: 2,
    examples: ['bookings.notify 1', 'booking-accept 00000000-0000-7000-8000-000000000009'].sort(),
  })
})

test('watchInvariants records the measurements for the metric and logs violations', async () => {
  const db = await openLedger()
  const deps = testDeps(db)
  const logged: unknown[] = []
  deps.log.error = (entry: unknown) => logged.push(entry)
  await watchInvariants(deps)
  expect(logged).toEqual([])
  await inTransaction(db, (tx) => post(tx, source, [postings.refund_paid(sides, 5_00)]))
  await watchInvariants(deps)
  expect(logged).toMatchObject([{ invariant: 'no_liability_below_zero', violations: 1 }])
  const values = await readMeasurements(db)
  expect(values.find(({ labels }) => labels['invariant'] === 'no_liability_below_zero')?.value).toBe(1)
  expect(values.find(({ labels }) => labels['invariant'] === 'ledger_balances')?.value).toBe(0)
})
