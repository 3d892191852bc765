import { sql } from 'kysely'
import type { Db } from '#server/kernel/db.ts'

export type KeptPosition = { on: string; service: number; position: number; of: number }

/** The oldest first. */
export async function listPositions(db: Db, sitterId: string): Promise<KeptPosition[]> {
  const { rows } = await sql<KeptPosition>`
    select on_date as "on", service, position, found as "of" from sitter_position
    where sitter_id = ${sitterId} order by on_date, service`.execute(db)
  return rows
}

/** Towns with published sitters, after the given one, in the order of their ids, and the services offered there. */
export async function listTowns(
  db: Db,
  after: number | null,
  limit: number,
): Promise<{ id: number; services: number[] }[]> {
  const { rows } = await sql<{ id: number; services: number[] }>`
    select sitter.place_id as id, array_agg(distinct row.service order by row.service) as services
    from sitter join sitter_search row on row.sitter_id = sitter.id and row.service > 0
    where sitter.place_id in (
      select distinct place_id from sitter
      where status = 'published' and place_id > ${after ?? 0} order by place_id limit ${limit})
    group by sitter.place_id order by sitter.place_id`.execute(db)
  return rows
}

/** Keeps the day's place of those found who live in the town; the ids come in the order of the search. */
export const keepPositions = (
  db: Db,
  { placeId, service, on }: { placeId: number; service: number; on: string },
  ids: readonly string[],
) =>
  sql`
    insert into sitter_position (sitter_id, service, on_date, position, found)
    select sitter.id, ${service}::smallint, ${on}::date, place.position, ${ids.length}::integer
    from unnest(${ids}::uuid[]) with ordinality as place (id, position)
    join sitter on sitter.id = place.id and sitter.place_id = ${placeId}
    on conflict (sitter_id, service, on_date) do update
      set position = excluded.position, found = excluded.found`.execute(db)

export const forgetPositions = (db: Db, before: string) =>
  sql`delete from sitter_position where on_date < ${before}`.execute(db)
