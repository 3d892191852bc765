import { hash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { copyOut } from '#server/kernel/db/copy.ts'

/** The schemas of the product; the queue of jobs has its own, which its library creates. */
export const schemas = ['public', 'identity'] as const

export const Table = z.object({
  /** With its schema: `public.booking`. */
  name: z.string(),
  /** Generated columns are left out, because they cannot be written. */
  columns: z.array(z.string()),
})
export type Table = z.output<typeof Table>

export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')

/** Extensions may have tables of their own, which they fill themselves. */
const ownTables = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name, (
        select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns ${ownTables} order by 1`,
    [schemas],
  )
  return rows
}

export const listOf = ({ columns }: Table): string => columns.map(quoted).join(', ')

/** Makes values look the same whatever the settings of the server and the role are. */
export const writeValuesAlike = (client: pg.ClientBase) =>
  client.query(`
    set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
    set bytea_output = 'hex'; set client_encoding = 'UTF8'; set xmloption = 'content'; set search_path = public;
    set statement_timeout = 0; set lock_timeout = '30s'; set idle_in_transaction_session_timeout = 0`)

/** The number of rows and a checksum that does not depend on their order, which differs after a restore. */
export type Sum = { rows: number; checksum: string }

/** Adds up the SHA-256 of all rows, word by word. */
export function openSum(): { add: (row: Buffer) => void; end: () => Sum } {
  const words = new Uint32Array(8)
  let rows = 0
  return {
    add(row) {
      const digest = hash('sha256', row, 'buffer')
      for (let index = 0; index < words.length; index++)
        words[index] = words[index]! + digest.readUInt32BE(4 * index)
      rows++
    },
    end: () => ({ rows, checksum: [...words].map((word) => word.toString(16).padStart(8, '0')).join('') }),
  }
}

/** Reads a whole table; `take` gets each batch of rows before the next one is read. */
export async function readTable(
  client: pg.ClientBase,
  table: Table,
  take: (rows: Buffer[]) => Promise<void> = () => Promise.resolve(),
): Promise<Sum> {
  const sum = openSum()
  for await (const rows of copyOut(client, `copy ${quoted(table.name)} (${listOf(table)}) to stdout`)) {
    for (const row of rows) sum.add(row)
    await take(rows)
  }
  return sum.end()
}

export const Sequence = z.object({ name: z.string(), value: z.string(), called: z.boolean() })
export type Sequence = z.output<typeof Sequence>

export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by 1`,
    [schemas],
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    )
    sequences.push({ name, ...state[0]! })
  }
  return sequences
}
