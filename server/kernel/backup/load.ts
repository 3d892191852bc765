import type pg from 'pg'
import {
  listOf,
  quoted,
  readTables,
  schemas,
  type Sequence,
  type Table,
} from '#server/kernel/backup/tables.ts'
import { copyIn } from '#server/kernel/db/copy.ts'

type Statements = { undo: string; redo: string }

/** Foreign keys and triggers would refuse rows that arrive table by table; the owner of the tables may remove both. */
const obstacles = `
  select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as undo,
    format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as redo
  from pg_constraint k join pg_namespace n on n.oid = k.connamespace
  where k.contype = 'f' and n.nspname = any($1) and k.conparentid = 0
  union all
  select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
    format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
      case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgenabled <> 'D' and n.nspname = any($1)`

/** Runs the work in the open transaction without foreign keys and triggers; restoring the keys checks all rows. */
export async function withoutObstacles(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<Statements>(obstacles, [schemas])
  for (const { undo } of rows) await client.query(undo)
  await work()
  for (const { redo } of rows) await client.query(redo)
}

export const emptyTables = (client: pg.ClientBase, tables: readonly Table[]) =>
  client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)

export const fillTable = (
  client: pg.ClientBase,
  table: Table,
  chunks: AsyncIterable<Buffer>,
): Promise<number> => copyIn(client, `copy ${quoted(table.name)} (${listOf(table)}) from stdin`, chunks)

export async function setSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, called])
}

export const hasTables = async (client: pg.ClientBase): Promise<boolean> =>
  (await readTables(client)).length > 0

const leftovers = `
  select format('drop %s if exists %s cascade', case c.relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass) as drop
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'S')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
  union all
  select format('drop function if exists %s cascade', p.oid::regprocedure)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($1) and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

/** Removes what the migrations created in a database that had no tables before. */
export async function removeTables(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ drop: string }>(leftovers, [schemas])
  for (const { drop } of rows) await client.query(drop)
  await client.query('drop schema if exists identity cascade')
  await client.query('commit')
}
