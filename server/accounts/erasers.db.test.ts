import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/kernel/db/db.ts'
import { privacyRows } from '#server/privacy/privacy.ts'
import { jobHandlers } from '#server/slices.ts'
import { openApp } from '#test/app.ts'
import { createTestDb } from '#test/db.ts'
import { insertMarkedPeople, type MarkedPerson, mark, type Row } from '#test/marked-people.ts'
import { drainQueue } from '#test/queue.ts'

const hourMs = 3_600_000
const uuid = /^[\da-f]{8}-[\da-f-]{27}$/

type Found = Map<string, Row | undefined>

let db: Db
let before: Record<'olga' | 'sam', Found>
let after: Record<'olga' | 'sam', Found>

async function readPrimaryKeys(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'p' and n.nspname in ('public', 'identity')`.execute(db)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** The row of this person in each table, as JSON; undefined if it was deleted. */
async function readRows({ rows }: MarkedPerson, keys: ReadonlyMap<string, string[]>): Promise<Found> {
  const found: Found = new Map()
  for (const [table, row] of rows) {
    // If the database generates the primary key, the row is identified by the ids of the rows it belongs to.
    const key = (keys.get(table) ?? []).filter((column) => column in row)
    const named = key.length > 0 ? key : Object.keys(row).filter((column) => uuid.test(String(row[column])))
    const isTheirs = sql.join(
      named.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
      sql` and `,
    )
    const { rows: read } = await sql<{ one: Row }>`
      select to_jsonb(one) as one from ${sql.table(table)} as one where ${isTheirs}`.execute(db)
    found.set(table, read[0]?.one)
  }
  return found
}

beforeAll(async () => {
  const made = await createTestDb()
  db = made.db
  const keys = await readPrimaryKeys()
  const names = new Set<string>(privacyRows.map(({ table }) => table))
  const {
    people: [olga, sam],
  } = await insertMarkedPeople(db, names, { cascades: true })
  await db.updateTable('booking_case').set({ status: 'resolved' }).execute()
  // Part names must have a certain form, and no bytes are stored here.
  await db.updateTable('file').set({ parts: [] }).execute()
  // A page that is already blank is not blanked again.
  await db.updateTable('lost_pet').set({ forgotten_at: null }).execute()
  // The erasure looks for a person's words only under these keys of the JSON.
  for (const { who, rows } of [olga, sam]) {
    const wordsIn = (table: string, column: string) => ({
      words: mark(who, table, column),
      id: String(rows.get(table)!['booking_id']),
    })
    const event = wordsIn('booking_event', 'payload')
    const change = wordsIn('booking_change', 'agreed')
    const payload = { reason: event.words, note: event.words, location: event.words }
    await sql`update booking_event set payload = ${JSON.stringify(payload)}::jsonb where booking_id = ${event.id}`.execute(
      db,
    )
    const agreed = { pets: [{ name: change.words }] }
    await sql`update booking_change set agreed = ${JSON.stringify(agreed)}::jsonb where booking_id = ${change.id}`.execute(
      db,
    )
  }
  const read = async () => ({ olga: await readRows(olga, keys), sam: await readRows(sam, keys) })
  before = await read()
  const { app, deps, config } = await openApp(db)
  const handlers = jobHandlers(deps, config)
  const later = (hours: number) => deps.clock.set(new Date(deps.now().getTime() + hours * hourMs))
  later(24)
  deps.jobs.push({
    name: 'accounts.erase',
    payload: { uid: String(olga.rows.get('account')!['external_id']) },
  })
  await drainQueue(deps, handlers)
  // Removed files are kept for an hour.
  later(2)
  deps.jobs.push({ name: 'files.sweep', payload: {} })
  await drainQueue(deps, handlers)
  after = await read()
  await app.close()
  return made.drop
})

const marked = (erased: 'row' | 'blank') =>
  privacyRows.flatMap((row) =>
    row.erased === erased ? row.columns.map((column) => ({ table: row.table, column })) : [],
  )

test('every table of personal data has a row of both people before the erasure', () => {
  for (const found of Object.values(before))
    expect([...found].filter(([, row]) => !row).map(([table]) => table)).toEqual([])
})

test('every row that the table of personal data marks for deletion is deleted', () => {
  const tables = new Set(marked('row').map(({ table }) => table))
  expect(tables.size).toBeGreaterThan(20)
  expect([...tables].filter((table) => after.olga.get(table))).toEqual([])
})

test('every column that the table of personal data marks for blanking contains nothing of the person', () => {
  const columns = marked('blank')
  expect(columns.length).toBeGreaterThan(40)
  const left = columns.flatMap(({ table, column }) => {
    const row = after.olga.get(table)
    const was = before.olga.get(table)![column]
    const is = row?.[column]
    const isLeft =
      row && (JSON.stringify(is) === JSON.stringify(was) || JSON.stringify(is).includes('<Olga '))
    return isLeft ? [`${table}.${column}: ${JSON.stringify(is)}`] : []
  })
  expect(left).toEqual([])
})

test('the rows of the other person are unchanged', () => {
  expect(Object.fromEntries(after.sam)).toEqual(Object.fromEntries(before.sam))
})
