import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

export type PublishedSitter = { id: string; updatedAt: Date }

/** Returns the first id of each run of `size` published sitters, in the order of their ids. */
export async function findFirstIds(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by id) as number from sitter where status = 'published'
    ) published where (number - 1) % ${size} = 0 order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns published sitters from an id on; `isAfter` excludes that id itself. */
export const findPublished = (
  db: Db,
  id: string,
  { isAfter, limit }: { isAfter: boolean; limit: number },
): Promise<PublishedSitter[]> =>
  db
    .selectFrom('sitter')
    .select(['id', 'updated_at as updatedAt'])
    .where('status', '=', 'published')
    .where('id', isAfter ? '>' : '>=', id)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns those of the ids that belong to published sitters, in no particular order. */
export async function findPublishedIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sitter where id = any(${ids}::uuid[]) and status = 'published'`.execute(db)
  return rows.map(({ id }) => id)
}
