import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { householdFields } from '#contract/households/codes.ts'
import { sealContext as feedPlace } from '#server/calendar/feed-commands.ts'
import { sealContextOf } from '#server/households/commands.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { seal } from '#server/kernel/seal.ts'
import { now, testDeps } from '#test/build.ts'

type Column = { name: string; type: string; to: string | null; toColumn: string | null; isMade: boolean }
export type Tables = Map<string, Column[]>
export type Row = Record<string, unknown>
/** Rows of one person: one in each table, whose texts name the person, table and column. */
export type MarkedPerson = { who: string; rows: Map<string, Row> }

/** Reads all tables with their columns and foreign keys. */
async function readTables(db: Db): Promise<Tables> {
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

/** Drops all constraints and triggers, so that every column can hold its mark; only types remain checked. */
async function dropRules(db: Db): Promise<void> {
  await sql`do $$ declare r record; begin
    for r in select conrelid::regclass as t, conname from pg_constraint
      where contype in ('f', 'c', 'u') and connamespace in ('public'::regnamespace, 'identity'::regnamespace)
    loop execute format('alter table %s drop constraint %I', r.t, r.conname); end loop;
    for r in select tgrelid::regclass as t, tgname from pg_trigger where not tgisinternal
    loop execute format('drop trigger %I on %s', r.tgname, r.t); end loop;
  end $$`.execute(db)
}

export const mark = (who: string, table: string, column: string) => `<${who} ${table} ${column}>`

/** Values needed for a row to appear in a person's export. */
const chosen: Record<string, Row> = {
  account: { erased_at: null },
  file: { state: 'ready', removed_at: null, kind: 'pet', type: 'application/pdf' },
  message: { removed_at: null },
  review: { removed_at: null, author: 'owner' },
  report: { status: 'upheld', measure: 'removed' },
}

/** A value for a column of this type that names the person, table and column if it can. */
function valueOf(type: string, words: string, index: number, other: number): unknown {
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
  return type in values ? values[type] : index + other
}

/** Fills a row of each table; foreign keys point to the person's own rows. */
function fillRows(tables: Tables, who: string): MarkedPerson['rows'] {
  const ids = new Map<string, unknown>()
  const idOf = (table: string, column: string): unknown => {
    const key = `${table}.${column}`
    const isText = tables.get(table)!.find(({ name }) => name === column)!.type === 'text'
    if (!ids.has(key)) ids.set(key, isText ? mark(who, table, column) : randomUUID())
    return ids.get(key)
  }
  const other = who === 'Olga' ? 1000 : 2000
  const fill = (table: string, { name, type, to, toColumn }: Column, index: number): unknown => {
    if (to && toColumn && tables.has(to)) return idOf(to, toColumn)
    if (name === 'id' && (type === 'uuid' || type === 'text')) return idOf(table, name)
    return valueOf(type, mark(who, table, name), index, other)
  }
  const rows = new Map<string, Row>()
  for (const [table, columns] of tables) {
    const row: Row = {}
    for (const [index, column] of columns.entries())
      if (!column.isMade) row[column.name] = fill(table, column, index)
    rows.set(table, { ...row, ...chosen[table] })
  }
  return rows
}

/** Makes the rows of a person, including encrypted values and those that must agree between tables. */
function markedPerson(db: Db, tables: Tables, who: string): MarkedPerson {
  const rows = fillRows(tables, who)
  const of = (table: string) => rows.get(table)!
  of('account')['external_id'] = of('identity.users')['id']
  of('account')['invited_by'] = randomUUID()
  of('staff_act')['concerns'] = [of('account')['id']]
  of('file')['hash'] = Buffer.from(who).toString('hex').padEnd(64, '0')
  of('sitter_search')['sitter_id'] = of('sitter')['id']
  of('mail')['recipient'] = of('account')['email']
  of('mail_suppression')['address'] = String(of('account')['email']).toLowerCase()
  for (const row of rows.values()) if ('user_id' in row) row['user_id'] = of('identity.users')['id']
  const keys = testDeps(db).site
  for (const field of householdFields) {
    const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const place = sealContextOf(String(of('account')['id']), field)
    of('household')[column] = seal(keys, place, mark(who, 'household', column))
  }
  of('calendar_feed')['address'] = seal(
    keys,
    feedPlace(String(of('calendar_feed')['id'])),
    mark(who, 'calendar_feed', 'address'),
  )
  return { who, rows }
}

export const insertRow = (db: Db, table: string, row: Row) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)

/** Statements that restore the foreign keys with `on delete cascade`, `set null` or `set default`. */
async function readCascades(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
    from pg_constraint where contype = 'f' and confdeltype in ('c', 'n', 'd')
      and connamespace in ('public'::regnamespace, 'identity'::regnamespace)`.execute(db)
  return rows.map(({ statement }) => statement)
}

/**
 * Inserts Olga and Sam, who are unrelated, with a marked row in each of these tables. The constraints of the schema are
 * dropped; with `cascades`, deletions still cascade.
 */
export async function insertMarkedPeople(
  db: Db,
  names: ReadonlySet<string>,
  { cascades = false } = {},
): Promise<{ tables: Tables; people: [MarkedPerson, MarkedPerson] }> {
  const tables = await readTables(db)
  for (const table of tables.keys()) if (!names.has(table)) tables.delete(table)
  const statements = cascades ? await readCascades(db) : []
  await dropRules(db)
  const people: [MarkedPerson, MarkedPerson] = [
    markedPerson(db, tables, 'Olga'),
    markedPerson(db, tables, 'Sam'),
  ]
  for (const { rows } of people) for (const [table, row] of rows) await insertRow(db, table, row)
  for (const statement of statements) await sql.raw(statement).execute(db)
  return { tables, people }
}
