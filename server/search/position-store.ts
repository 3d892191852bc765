import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export type RecordedPosition = { on: string; service: number; position: number; of: number }

/** Ordered from oldest to newest. */
export async function listPositions(db: Db, sitterId: string): Promise<RecordedPosition[]> {
  const { rows } = await sql<RecordedPosition>`
    select on_date as "on", service, position, found as "of" from sitter_position
    where sitter_id = ${sitterId} order by on_date, service`.execute(db)
  return rows
}

/** Records that the sitter read their positions; once a day is enough. */
export const recordView = (tx: Tx, sitterId: string, on: string) =>
  sql`
    insert into sitter_position_look as look (sitter_id, looked_on) values (${sitterId}, ${on})
    on conflict (sitter_id) do update set looked_on = excluded.looked_on
    where look.looked_on < excluded.looked_on`.execute(tx)

export async function hasViewed(db: Db, sitterId: string, on: string): Promise<boolean> {
  const { rows } = await sql`
    select from sitter_position_look where sitter_id = ${sitterId} and looked_on >= ${on}`.execute(db)
  return rows.length > 0
}

/**
 * Returns the towns of published sitters who read their positions since a date, after the given town and by id, with
 * the services offered there.
 */
export async function listTowns(
  db: Db,
  { since, after, limit }: { since: string; after: number | null; limit: number },
): Promise<{ id: number; services: number[] }[]> {
  const { rows } = await sql<{ id: number; services: number[] }>`
    select sitter.place_id as id, array_agg(distinct row.service order by row.service) as services
    from sitter_position_look look
    join sitter on sitter.id = look.sitter_id and sitter.status = 'published' and sitter.place_id > ${after ?? 0}
    join sitter_search row on row.sitter_id = sitter.id and row.service > 0
    where look.looked_on >= ${since}
    group by sitter.place_id order by sitter.place_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Records the day's position of each sitter found who lives in the town and has read their positions; the ids are in
 * search order.
 */
export const savePositions = (
  db: Db,
  { placeId, service, on, since }: { placeId: number; service: number; on: string; since: string },
  ids: readonly string[],
) =>
  sql`
    insert into sitter_position (sitter_id, service, on_date, position, found)
    select sitter.id, ${service}::smallint, ${on}::date, place.position, ${ids.length}::integer
    from unnest(${ids}::uuid[]) with ordinality as place (id, position)
    join sitter on sitter.id = place.id and sitter.place_id = ${placeId}
    join sitter_position_look look on look.sitter_id = sitter.id and look.looked_on >= ${since}
    on conflict (sitter_id, service, on_date) do update
      set position = excluded.position, found = excluded.found`.execute(db)

/** Deletes positions from before the date, and reads so long ago that positions are no longer recorded for them. */
export async function deletePositionsBefore(db: Db, before: string): Promise<void> {
  await sql`delete from sitter_position where on_date < ${before}`.execute(db)
  await sql`delete from sitter_position_look where looked_on < ${before}`.execute(db)
}

export async function deletePositionsOf(tx: Tx, sitterId: string): Promise<void> {
  await sql`delete from sitter_position where sitter_id = ${sitterId}`.execute(tx)
  await sql`delete from sitter_position_look where sitter_id = ${sitterId}`.execute(tx)
}
