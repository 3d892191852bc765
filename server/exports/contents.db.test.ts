import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeArchive } from '#server/exports/archive-commands.ts'
import { copyFiles } from '#server/exports/contents-store.ts'
import { apiName } from '#server/exports/api-name.ts'
import * as store from '#server/exports/store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { privacyRows } from '#server/privacy/privacy.ts'
import { now, testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { insertMarkedPeople, type MarkedPerson, insertRow, mark, type Tables } from '#test/marked-people.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { readZip, tablesIn } from '#test/zip.ts'

let db: Db
let tables: Tables
let olga: MarkedPerson
let sam: MarkedPerson

beforeAll(async () => {
  const made = await createTestDb()
  db = made.db
  const named = [...privacyRows, ...copyFiles.flatMap(({ sections }) => sections)]
  const forged = await insertMarkedPeople(db, new Set(named.map(({ table }) => table)))
  tables = forged.tables
  ;[olga, sam] = forged.people
  // Receipts and invoices are printed by other slices, which reject forged values.
  await sql`delete from ledger_transfer where booking_id is not null`.execute(db)
  for (const { rows } of [olga, sam])
    await insertRow(db, 'ledger_transfer', { ...rows.get('ledger_transfer'), booking_id: null })
  await sql`delete from fee_invoice`.execute(db)
  return made.drop
})

async function copyOf({ rows }: MarkedPerson): Promise<{ files: Map<string, Buffer>; all: string }> {
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

test('every column marked for export in the table of personal data is in its file, and no excluded one is', () => {
  const exportedColumns = new Set(
    copyFiles.flatMap(({ name, sections }) =>
      sections.flatMap(({ table, columns, computed }) =>
        [...columns, ...Object.keys(computed)].map((column) => `${name} ${table}.${column}`),
      ),
    ),
  )
  const wanted = copied.map(({ file, table, column }) => `${file} ${table}.${column}`)
  expect(wanted.length).toBeGreaterThan(100)
  expect(wanted.filter((one) => !exportedColumns.has(one))).toEqual([])
  const leaked = leftOut.filter(({ table, column }) =>
    [...exportedColumns].some((one) => one.endsWith(` ${table}.${column}`)),
  )
  expect(leaked, 'what is marked to be left out').toEqual([])
})

/**
 * Printed receipts and invoices do not work with forged values; their own tests and the total in `exports.db.test.ts`
 * cover them.
 */
const without = new Set(['fee_invoice'])

test('the archive contains every exported value of the person, and no excluded or unrelated one', async () => {
  const { files, all } = await copyOf(olga)
  const lost: string[] = []
  for (const { table, column, file } of copied) {
    if (without.has(table)) continue
    const sections = copyFiles
      .find(({ name }) => name === file)!
      .sections.filter((one) => one.table === table)
    const json = tablesIn(files, `${file}.json`)
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

test('from the other side of a booking, the export contains only what both people could see', async () => {
  const at = now
  const of = ({ rows }: MarkedPerson, table: string) => rows.get(table)!
  const shared = randomUUID()
  const conversationId = randomUUID()
  await insertRow(db, 'booking', {
    ...of(olga, 'booking'),
    id: shared,
    number: 'shared',
    sitter_id: of(sam, 'sitter')['id'],
    sent_at: at,
  })
  await insertRow(db, 'conversation', {
    ...of(olga, 'conversation'),
    id: conversationId,
    sitter_id: of(sam, 'sitter')['id'],
  })
  const common = { conversation_id: conversationId, removed_at: null, booking_id: null, event_idx: null }
  await insertRow(db, 'message', {
    ...of(sam, 'message'),
    ...common,
    id: randomUUID(),
    author_id: of(sam, 'account')['id'],
    body: 'A word from the sitter',
  })
  const review = { ...of(sam, 'review'), booking_id: shared, author: 'sitter', body: 'A review of the owner' }
  await insertRow(db, 'review', {
    ...review,
    id: randomUUID(),
    published_at: null,
    body: 'A review that is hidden',
  })
  await insertRow(db, 'review', { ...review, id: randomUUID(), author: 'sitter', booking_id: shared })
  await insertRow(db, 'report', {
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
  // Besides the name, only what belongs to the published review and to the measure.
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
