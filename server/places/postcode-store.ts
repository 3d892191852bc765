import { type Selectable, sql } from 'kysely'
import { type Db } from '#server/kernel/db/db.ts'
import type { Postcode as PostcodeTable } from '#server/kernel/db/schema.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'

export type PostcodeRow = Omit<Selectable<PostcodeTable>, 'id'> & { id: string }
type NewPostcode = Omit<PostcodeRow, 'id' | 'import'>

export async function nextImport(db: Db): Promise<string> {
  const { rows } = await sql<{ number: string }>`select nextval('postcode_import') as number`.execute(db)
  return rows[0]!.number
}

const columnOf = <K extends keyof NewPostcode>(rows: readonly NewPostcode[], key: K) =>
  rows.map((row) => row[key])

/** Upserts many codes in one statement; a known code keeps its id, and of several lines for one code the first wins. */
export async function upsertPostcodes(db: Db, number: string, rows: readonly NewPostcode[]): Promise<void> {
  await sql`
    insert into postcode (country, code, shown, name, region, country_name, subdivision, lat, lng, time_zone, import)
    select distinct on (country, code) country, code, shown, name, region, country_name, subdivision, lat, lng, time_zone,
      ${number}::bigint
    from unnest(
      ${columnOf(rows, 'country')}::text[], ${columnOf(rows, 'code')}::text[], ${columnOf(rows, 'shown')}::text[],
      ${columnOf(rows, 'name')}::text[], ${columnOf(rows, 'region')}::text[],
      ${columnOf(rows, 'country_name')}::text[], ${columnOf(rows, 'subdivision')}::text[],
      ${columnOf(rows, 'lat')}::double precision[], ${columnOf(rows, 'lng')}::double precision[],
      ${columnOf(rows, 'time_zone')}::text[]
    ) with ordinality as line (country, code, shown, name, region, country_name, subdivision, lat, lng, time_zone, number)
    order by country, code, number
    on conflict (country, code) do update set
      shown = excluded.shown, name = excluded.name, region = excluded.region, country_name = excluded.country_name,
      subdivision = excluded.subdivision, lat = excluded.lat, lng = excluded.lng, time_zone = excluded.time_zone,
      import = excluded.import
    where postcode.import < excluded.import`.execute(db)
}

/**
 * Deletes the codes of these countries that this import did not touch, and updates the planner statistics; returns how
 * many were deleted.
 */
export const endImport = (db: Db, number: string, countries: readonly string[]): Promise<number> =>
  inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { numAffectedRows } = await sql`
      delete from postcode where country = any(${countries}::text[]) and import < ${number}::bigint`.execute(
      tx,
    )
    await sql`analyze postcode`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })

export const findPostcode = (db: Db, id: number): Promise<PostcodeRow | undefined> =>
  db.selectFrom('postcode').selectAll().where('id', '=', `${id}`).executeTakeFirst()

/**
 * Finds codes with this prefix, those of the visitor's country first; if there are none, the longest of the shorter
 * codes.
 */
export async function findCodes(
  db: Db,
  code: string,
  { shorter, country, limit }: { shorter: readonly string[]; country: string | undefined; limit: number },
): Promise<PostcodeRow[]> {
  const home = country ?? null
  const { rows } = await sql<PostcodeRow>`
    with beginning as materialized (
      (select * from postcode where country = ${home}::text
        and code ~>=~ ${code}::text and code ~<~ (${code}::text || chr(1114111)) order by code using ~<~ limit ${limit})
      union
      (select * from postcode where code ~>=~ ${code}::text and code ~<~ (${code}::text || chr(1114111))
        order by code using ~<~ limit ${limit})
    ),
    found as (
      select * from beginning
      union all
      (select * from postcode where code = any(${shorter}::text[]) and not exists (select 1 from beginning)
        order by length(code) desc limit ${limit})
    )
    select * from found
    order by coalesce(country = ${home}::text, false) desc,
      case when length(code) < ${code.length} then -length(code) else 0 end, code, country
    limit ${limit}`.execute(db)
  return rows
}
