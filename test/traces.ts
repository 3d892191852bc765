import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { householdFields } from '#contract/households/codes.ts'
import { unsealField } from '#server/households/commands.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'

/** `table.column` or a stored file, and the mark found in it. */
export type Trace = { where: string; mark: string }

/** Reads every column of every table as text: strings, JSON, lists, and bytes decoded as characters. */
async function readColumns(db: Db): Promise<{ where: string; text: string }[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db)
  const found: { where: string; text: string }[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ key: string; text: string }>`
      select part.key, string_agg(case when part.value #>> '{}' ~ '^\\\\x([0-9a-f]{2})+$' then encode(decode(substr(part.value #>> '{}', 3), 'hex'), 'escape') else part.value::text end, E'\n') as text
      from ${sql.table(`${schema}.${name}`)} as one, jsonb_each(to_jsonb(one)) as part
      where part.value <> 'null' group by part.key`.execute(db)
    const table = schema === 'public' ? name : `${schema}.${name}`
    found.push(...rows.map(({ key, text }) => ({ where: `${table}.${key}`, text })))
  }
  return found
}

/** Decrypts the encrypted fields. */
async function readSealed({
  db,
  site,
}: Pick<Deps, 'db' | 'site'>): Promise<{ where: string; text: string }[]> {
  const rows = await db.selectFrom('household').selectAll().execute()
  return rows.flatMap((row) =>
    householdFields.map((field) => ({
      where: `household.${field}`,
      text: unsealField(site, row, field) ?? '',
    })),
  )
}

async function readFiles(folder: string): Promise<{ where: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return { where: `file ${path.slice(folder.length)}`, text: await readFile(path, 'latin1') }
      }),
  )
}

type Places = { deps: Pick<Deps, 'db' | 'site'>; folder: string; log: string }

/** Finds all places in the database, the stored files and the log that contain one of the marks. */
export async function findTraces({ deps, folder, log }: Places, marks: readonly string[]): Promise<Trace[]> {
  const places = [
    ...(await readColumns(deps.db)),
    ...(await readSealed(deps)),
    ...(await readFiles(folder)),
    { where: 'log', text: log },
  ]
  return places.flatMap(({ where, text }) =>
    marks
      .filter((mark) => text.toLowerCase().includes(mark.toLowerCase()))
      .map((mark): Trace => ({ where, mark })),
  )
}
