import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/kernel/db/db.ts'
import { impersonalRows, privacyRows } from '#server/privacy/privacy.ts'
import { testDb } from '#test/db.ts'

const listed = [...privacyRows, ...impersonalRows].flatMap(({ table, columns }) =>
  columns.map((column) => `${table}.${column}`),
)

/** Numbers and dates can reveal much as well, but these types hold text, places, addresses, tokens and files. */
async function possiblyPersonalColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_type item on item.oid = t.typelem and t.typcategory = 'A'
    where c.relkind = 'r' and n.nspname in ('public', 'identity') and a.attnum > 0 and not a.attisdropped
      and (coalesce(item.typcategory, t.typcategory) in ('S', 'I', 'G')
        or coalesce(item.typname, t.typname) in ('json', 'jsonb', 'bytea', 'xml', 'tsvector', 'hstore', 'tstzrange')
        or t.typname in ('float4', 'float8', '_uuid'))
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('the table of personal data lists all columns for text, places, addresses, tokens or files', async () => {
  const db = await testDb()
  const unlisted = async () => (await possiblyPersonalColumns(db)).filter((name) => !listed.includes(name))
  expect(await unlisted()).toEqual([])

  await sql`alter table pet add column nickname text, add column chip_seen_at point, add column tags text[],
    add column last_net inet, add column papers bytea, add column extras jsonb`.execute(db)
  expect((await unlisted()).toSorted()).toEqual([
    'pet.chip_seen_at',
    'pet.extras',
    'pet.last_net',
    'pet.nickname',
    'pet.papers',
    'pet.tags',
  ])
})

test('no column is listed twice', () => {
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
})
