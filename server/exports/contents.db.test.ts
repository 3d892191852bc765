import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { householdFields } from '#contract/household-codes.ts'
import { sealPlace as feedPlace } from '#server/calendar/feed-commands.ts'
import { makeArchive } from '#server/exports/archive-commands.ts'
import { copyFiles } from '#server/exports/contents-store.ts'
import { apiName } from '#server/exports/csv.ts'
import * as store from '#server/exports/store.ts'
import { placeOf } from '#server/households/commands.ts'
import type { Db } from '#server/kernel/db.ts'
import { seal } from '#server/kernel/seal.ts'
import { privacyRows } from '#server/privacy.ts'
import { now, testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { readZip } from '#test/zip.ts'

type Column = { name: string; type: string; to: string | null; toColumn: string | null; isMade: boolean }
type Row = Record<string, unknown>
/** Rows of one person: in every table one, in which every text says whose it is and where it stands. */
type Forged = { who: string; rows: Map<string, Row> }

let db: Db
let tables: Map<string, Column[]>
let [olga, sam]: [Forged, Forged] = [null as never, null as never]

/** Every table with its columns, and where each points. */
async function readTables(): Promise<Map<string, Column[]>> {
  const { rows } = await sql<Column & { table: string }>`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table,
      a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated <> '' or a.attidentity <> '' as "isMade",
      case f.nspname when 'public' then t.relname else f.nspname || '.' || t.relname end as to, ta.attname as "toColumn"
    from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'identity')
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
      left join pg_class t on t.oid = k.confrelid
      left join pg_namespace f on f.oid = t.relnamespace
      left join pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = k.confkey[1]
    where a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return Map.groupBy(rows, ({ table }) => table)
}

/** Nothing but types is checked any more, so that every column can hold its mark. */
async function dropRules(): Promise<void> {
  await sql`do $$ declare r record; begin
    for r in select conrelid::regclass as t, conname from pg_constraint
      where contype in ('f', 'c', 'u') and connamespace in ('public'::regnamespace, 'identity'::regnamespace)
    loop execute format('alter table %s drop constraint %I', r.t, r.conname); end loop;
    for r in select tgrelid::regclass as t, tgname from pg_trigger where not tgisinternal
    loop execute format('drop trigger %I on %s', r.tgname, r.t); end loop;
  end $$`.execute(db)
}

const mark = (who: string, table: string, column: string) => `<${who} ${table} ${column}>`

/** What only a certain value brings into somebody's copy. */
const chosen: Record<string, Row> = {
  account: { erased_at: null },
  file: { state: 'ready', removed_at: null, kind: 'pet', type: 'application/pdf' },
  message: { removed_at: null },
  review: { removed_at: null, author: 'owner' },
  report: { status: 'upheld', measure: 'removed' },
}

function forge(who: string): Forged {
  const rows = new Map<string, Row>()
  const ids = new Map<string, unknown>()
  const idOf = (table: string, column: string): unknown => {
    const key = `${table}.${column}`
    const isText = tables.get(table)!.find(({ name }) => name === column)!.type === 'text'
    if (!ids.has(key)) ids.set(key, isText ? mark(who, table, column) : randomUUID())
    return ids.get(key)
  }
  for (const [table, columns] of tables) {
    const row: Row = {}
    for (const [index, { name, type, to, toColumn, isMade }] of columns.entries()) {
      if (isMade) continue
      const words = mark(who, table, name)
      const at = new Date(now.getTime() + index * 60_000)
      const values: Record<string, unknown> = {
        text: words,
        'text[]': [words],
        citext: words,
        uuid: randomUUID(),
        'uuid[]': [randomUUID()],
        jsonb: JSON.stringify({ words }),
        bytea: Buffer.from(words),
        boolean: true,
        date: `2026-11-${String((index % 28) + 1).padStart(2, '0')}`,
        'timestamp with time zone': at,
        tstzrange: `[${at.toISOString()},${new Date(at.getTime() + 1000).toISOString()})`,
        'smallint[]': [index],
        'integer[]': [index],
        pg_lsn: '0/1',
      }
      row[name] =
        to && toColumn && tables.has(to)
          ? idOf(to, toColumn)
          : name === 'id' && (type === 'uuid' || type === 'text')
            ? idOf(table, name)
            : type in values
              ? values[type]
              : index + (who === 'Olga' ? 1000 : 2000)
    }
    rows.set(table, { ...row, ...chosen[table] })
  }
  const of = (table: string) => rows.get(table)!
  of('account')['external_id'] = of('identity.users')['id']
  of('account')['invited_by'] = randomUUID()
  of('file')['hash'] = Buffer.from(who).toString('hex').padEnd(64, '0')
  of('mail')['recipient'] = of('account')['email']
  for (const row of rows.values()) if ('user_id' in row) row['user_id'] = of('identity.users')['id']
  const keys = testDeps(db).site
  for (const field of householdFields) {
    const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const place = placeOf(String(of('account')['id']), field)
    of('household')[column] = seal(keys, place, mark(who, 'household', column))
  }
  of('calendar_feed')['address'] = seal(
    keys,
    feedPlace(String(of('calendar_feed')['id'])),
    mark(who, 'calendar_feed', 'address'),
  )
  return { who, rows }
}

const insert = (table: string, row: Row) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)

beforeAll(async () => {
  const made = await createTestDb()
  db = made.db
  tables = await readTables()
  const named = new Set(
    [...privacyRows, ...copyFiles.flatMap(({ sections }) => sections)].map(({ table }) => table),
  )
  for (const table of tables.keys()) if (!named.has(table)) tables.delete(table)
  await dropRules()
  ;[olga, sam] = [forge('Olga'), forge('Sam')]
  for (const { rows } of [olga, sam]) for (const [table, row] of rows) await insert(table, row)
  // The papers are printed by rules of other slices, which take no forged words.
  await sql`delete from ledger_transfer where booking_id is not null`.execute(db)
  for (const { rows } of [olga, sam])
    await insert('ledger_transfer', { ...rows.get('ledger_transfer'), booking_id: null })
  await sql`delete from fee_invoice`.execute(db)
  return made.drop
})

async function copyOf({ rows }: Forged): Promise<{ files: Map<string, Buffer>; all: string }> {
  const { folder, remove } = await openWorkFolder()
  try {
    const subject = (await store.findSubject(db, String(rows.get('account')!['id'])))!
    const path = join(folder, 'copy.zip')
    const read = (archive: NodeJS.ReadableStream) => pipeline(archive, createWriteStream(path))
    await makeArchive(testDeps(db), subject, { read, onStep: () => Promise.resolve() })
    const files = readZip(await readFile(path))
    return { files, all: [...files.values()].map((bytes) => bytes.toString('utf8')).join('\n') }
  } finally {
    await remove()
  }
}

const copied = privacyRows.flatMap(({ table, columns, exported }) =>
  'in' in exported
    ? columns.map((column) => ({ table, column, file: exported.in.replace(/\.json$|\/$/, '') }))
    : [],
)
const leftOut = privacyRows.flatMap(({ table, columns, exported }) =>
  'not' in exported ? columns.map((column) => ({ table, column })) : [],
)

test('every column that the table of personal data marks for the copy is in the named file', () => {
  const held = new Set(
    copyFiles.flatMap(({ name, sections }) =>
      sections.flatMap(({ table, columns, computed }) =>
        [...columns, ...Object.keys(computed)].map((column) => `${name} ${table}.${column}`),
      ),
    ),
  )
  const wanted = copied.map(({ file, table, column }) => `${file} ${table}.${column}`)
  expect(wanted.length).toBeGreaterThan(100)
  expect(wanted.filter((one) => !held.has(one))).toEqual([])
  const kept = leftOut.filter(({ table, column }) =>
    [...held].some((one) => one.endsWith(` ${table}.${column}`)),
  )
  expect(kept, 'what is marked to be left out').toEqual([])
})

/** Printed papers take no forged words; their own tests and the sum of `exports.db.test.ts` cover them. */
const without = new Set(['fee_invoice'])

test('each value of the person is in the archive, and what is to be left out is not', async () => {
  const { files, all } = await copyOf(olga)
  const lost: string[] = []
  for (const { table, column, file } of copied) {
    if (without.has(table)) continue
    const sections = copyFiles
      .find(({ name }) => name === file)!
      .sections.filter((one) => one.table === table)
    const json = JSON.parse(files.get(`${file}.json`)!.toString('utf8')) as Record<string, Row[]>
    const values = sections.flatMap(({ name }) => json[apiName(name)]!.map((row) => row[apiName(column)]))
    const value = olga.rows.get(table)![column]
    const isSealed = Buffer.isBuffer(value)
    const expected = isSealed ? mark('Olga', table, column) : value
    const { type } = tables.get(table)!.find(({ name }) => name === column)!
    const same = (one: unknown) =>
      type === 'jsonb'
        ? JSON.stringify(one) === expected
        : type === 'tstzrange'
          ? typeof one === 'string' && one.length > 10
          : type === 'bigint'
            ? Number(one) === expected
            : JSON.stringify(one) === JSON.stringify(expected)
    if (!values.some(same)) lost.push(`${table}.${column}: ${JSON.stringify(values)}`)
  }
  expect(lost).toEqual([])
  const secrets = leftOut.map(({ table, column }) => mark('Olga', table, column))
  expect(secrets.filter((words) => all.includes(words))).toEqual([])
  expect(all.includes('Sam'), 'nothing of somebody with whom there was nothing').toBe(false)
})

test('of the other side of a booking the copy holds what both saw, and nothing else', async () => {
  const at = now
  const of = ({ rows }: Forged, table: string) => rows.get(table)!
  const shared = randomUUID()
  const talk = randomUUID()
  await insert('booking', {
    ...of(olga, 'booking'),
    id: shared,
    number: 'shared',
    sitter_id: of(sam, 'sitter')['id'],
    sent_at: at,
  })
  await insert('conversation', { ...of(olga, 'conversation'), id: talk, sitter_id: of(sam, 'sitter')['id'] })
  const said = { conversation_id: talk, removed_at: null, booking_id: null, event_idx: null }
  await insert('message', {
    ...of(sam, 'message'),
    ...said,
    id: randomUUID(),
    author_id: of(sam, 'account')['id'],
    body: 'A word from the sitter',
  })
  const review = { ...of(sam, 'review'), booking_id: shared, author: 'sitter', body: 'A review of the owner' }
  await insert('review', { ...review, id: randomUUID(), published_at: null, body: 'A review that is hidden' })
  await insert('review', { ...review, id: randomUUID(), author: 'sitter', booking_id: shared })
  await insert('report', {
    ...of(sam, 'report'),
    id: randomUUID(),
    about_id: of(olga, 'account')['id'],
    decision_reason: 'A decision about the owner',
    reason: 'rude',
    measure: 'warned',
  })

  const { all } = await copyOf(olga)
  for (const seen of ['A word from the sitter', 'A review of the owner', 'A decision about the owner'])
    expect(all, seen).toContain(seen)
  expect(all).not.toContain('A review that is hidden')
  const ofSam = new Set([...all.matchAll(/<Sam [^>]*>/g)].map(([words]) => words))
  // Beside the name, what belongs to the published review and to the measure.
  expect([...ofSam].toSorted()).toEqual(
    [
      mark('Sam', 'sitter', 'name'),
      mark('Sam', 'review', 'private_note'),
      mark('Sam', 'review', 'reply'),
      mark('Sam', 'review', 'ratings'),
      mark('Sam', 'report', 'subject_kind'),
    ].toSorted(),
  )

  const { all: other } = await copyOf(sam)
  const ofOlga = new Set([...other.matchAll(/<Olga [^>]*>/g)].map(([words]) => words))
  const allowed = new Set(
    [...ofOlga].filter(
      (words) => words.startsWith('<Olga booking ') || words === mark('Olga', 'account', 'name'),
    ),
  )
  expect([...ofOlga].filter((words) => !allowed.has(words))).toEqual([])
  expect([...allowed]).toContain(mark('Olga', 'account', 'name'))
})
