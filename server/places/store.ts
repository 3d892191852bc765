import { type Selectable, sql } from 'kysely'
import type { Service } from '#contract/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { Place as PlaceTable } from '#server/kernel/db/schema.ts'
import type { Bounds } from '#server/places/bounds.ts'

export type PlaceRow = Selectable<PlaceTable>
/** A town with every name by which it can be found. */
export type NamedPlace = Omit<PlaceRow, 'search_full'> & { names: string[] }

export const findPlace = (db: Db, id: number): Promise<PlaceRow | undefined> =>
  db.selectFrom('place').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Finds the towns around a position, nearest first on a flat map of degrees; callers that want the nearest must compute
 * real distances.
 */
export const findPlacesAround = async (db: Db, lat: number, lng: number): Promise<PlaceRow[]> =>
  db
    .selectFrom('place')
    .selectAll()
    .orderBy(sql`point(lng, lat) <-> point(${lng}, ${lat})`)
    .limit(40)
    .execute()

/**
 * Square degrees above which scanning from the largest town down finds enough towns sooner than an index scan of the
 * whole area.
 */
const wideArea = 25

/** Finds the largest towns of an area, which may cross the antimeridian. */
export async function findPlacesWithin(db: Db, { south, west, north, east }: Bounds, limit: number) {
  const isWide = (west <= east ? east - west : east - west + 360) * (north - south) > wideArea
  const sides =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ]
  const inside = sides.map(([from, to]) =>
    isWide
      ? sql<boolean>`(lng between ${from} and ${to} and lat between ${south} and ${north})`
      : sql<boolean>`point(lng, lat) <@ box(point(${from}, ${south}), point(${to}, ${north}))`,
  )
  return db
    .selectFrom('place')
    .select(['id', 'name', 'lat', 'lng'])
    .where(sql<boolean>`(${sql.join(inside, sql` or `)})`)
    .orderBy('population', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export const findEdition = (db: Db, edition: string) =>
  db.selectFrom('place_source').select('imported_at').where('edition', '=', edition).executeTakeFirst()

/** Takes an exclusive lock until the transaction ends, and lifts the time limits of requests. */
export async function beginImport(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`lock table place_source in share row exclusive mode`.execute(tx)
}

/** Drops the indexes while filling empty tables, which is twice as fast as updating them row by row. */
export async function withoutIndexes(tx: Tx, fill: () => Promise<void>): Promise<void> {
  const { rows: full } = await sql`select 1 from place limit 1`.execute(tx)
  if (full.length > 0) return fill()
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('place'::regclass, 'place_name'::regclass) and not indisunique`.execute(tx)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx)
  await fill()
  for (const { definition } of rows) await sql.raw(definition).execute(tx)
}

export const saveEdition = (tx: Tx, edition: string, at: Date) =>
  tx.insertInto('place_source').values({ edition, imported_at: at }).execute()

const columnOf = <K extends keyof NamedPlace>(towns: readonly NamedPlace[], key: K) =>
  towns.map((town) => town[key])

/** Upserts many towns in one statement; existing ids are kept, so that sitters keep their place. */
export async function upsertPlaces(tx: Tx, towns: readonly NamedPlace[]): Promise<void> {
  await sql`
    insert into place (id, name, region, country, country_name, subdivision, lat, lng, time_zone, population, search_full)
    select *, fold_name(concat_ws(' ', name, region, subdivision, country_name, country)) from unnest(
      ${columnOf(towns, 'id')}::integer[], ${columnOf(towns, 'name')}::text[], ${columnOf(towns, 'region')}::text[],
      ${columnOf(towns, 'country')}::text[], ${columnOf(towns, 'country_name')}::text[],
      ${columnOf(towns, 'subdivision')}::text[], ${columnOf(towns, 'lat')}::double precision[],
      ${columnOf(towns, 'lng')}::double precision[], ${columnOf(towns, 'time_zone')}::text[],
      ${columnOf(towns, 'population')}::integer[]
    ) as town (id, name, region, country, country_name, subdivision, lat, lng, time_zone, population)
    on conflict (id) do update set
      name = excluded.name, region = excluded.region, country = excluded.country,
      country_name = excluded.country_name, subdivision = excluded.subdivision, lat = excluded.lat,
      lng = excluded.lng, time_zone = excluded.time_zone, population = excluded.population,
      search_full = excluded.search_full`.execute(tx)
  const names = towns.flatMap(({ id, country, names: all, population }) =>
    all.map((name, index) => ({
      id,
      name,
      country,
      weight: index === 0 ? population : Math.floor(population / 10),
    })),
  )
  await sql`
    insert into place_name (place_id, name, weight, country)
    select place_id, fold_name(name), max(weight), min(country) from unnest(
      ${names.map(({ id }) => id)}::integer[], ${names.map(({ name }) => name)}::text[],
      ${names.map(({ weight }) => weight)}::integer[], ${names.map(({ country }) => country)}::text[]
    ) as named (place_id, name, weight, country)
    where fold_name(name) <> '' group by 1, 2
    on conflict (place_id, name) do update set weight = excluded.weight, country = excluded.country`.execute(
    tx,
  )
}

/** Updates the planner statistics after an import. */
export const analysePlaces = (tx: Tx) => sql`analyze place, place_name`.execute(tx)

/** Finds the towns with at least this many published sitters, the most first. */
export const findCities = (db: Db, atLeast: number, limit: number) =>
  db
    .selectFrom('place')
    .innerJoin(
      (sitters) =>
        sitters
          .selectFrom('sitter')
          .select(({ fn }) => ['place_id', fn.countAll<string>().as('sitters')])
          .where('status', '=', 'published')
          .groupBy('place_id')
          .having(({ fn }) => fn.countAll(), '>=', atLeast)
          .as('counted'),
      (join) => join.onRef('counted.place_id', '=', 'place.id'),
    )
    .selectAll('place')
    .select('counted.sitters')
    .orderBy('counted.sitters', 'desc')
    .orderBy('place.population', 'desc')
    .limit(limit)
    .execute()

export type OfferedInTown = { service: Service; sitters: number; lowestRate: number; middleRate: number }

/**
 * Finds the services that the published sitters of a town offer, with the lowest and the median base rate (one unit of
 * one pet).
 */
export async function findOffered(db: Db, placeId: number): Promise<OfferedInTown[]> {
  const { rows } = await sql<OfferedInTown>`
    select one.service, count(*)::int as sitters, min(rate.base) as "lowestRate",
      percentile_disc(0.5) within group (order by rate.base) as "middleRate"
    from sitter join sitter_service one on one.sitter_id = sitter.id and one.active
    cross join lateral (select (one.rates ->> 'base')::int as base) rate
    where sitter.place_id = ${placeId} and sitter.status = 'published'
    group by one.service`.execute(db)
  return rows
}

export const countSitters = async (db: Db, placeId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('sitter')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('place_id', '=', placeId)
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Finds other towns in a box of degrees with at least this many published sitters; counts each town's sitters by index.
 */
export async function findCitiesWithin(
  db: Db,
  { id, lat, lng }: Pick<PlaceRow, 'id' | 'lat' | 'lng'>,
  degrees: { lat: number; lng: number },
  atLeast: number,
): Promise<(PlaceRow & { sitters: number })[]> {
  const { rows } = await sql<PlaceRow & { sitters: number }>`
    select place.*, counted.sitters from place
    cross join lateral (
      select count(*)::int as sitters from sitter where sitter.place_id = place.id and sitter.status = 'published'
    ) counted
    where point(place.lng, place.lat) <@ box(
        point(${lng - degrees.lng}::float8, ${lat - degrees.lat}::float8),
        point(${lng + degrees.lng}::float8, ${lat + degrees.lat}::float8))
      and place.id <> ${id} and counted.sitters >= ${atLeast}`.execute(db)
  return rows
}

/** Finds every town with at least this many published sitters, and the services that at least as many of them offer. */
export async function findCityPages(
  db: Db,
  atLeast: number,
): Promise<{ id: number; name: string; services: Service[] }[]> {
  const { rows } = await sql<{ id: number; name: string; services: Service[] }>`
    select place.id, place.name, array(
      select one.service from sitter join sitter_service one on one.sitter_id = sitter.id and one.active
      where sitter.place_id = place.id and sitter.status = 'published'
      group by one.service having count(*) >= ${atLeast} order by one.service
    ) as services
    from (
      select place_id from sitter where status = 'published' group by place_id having count(*) >= ${atLeast}
    ) city join place on place.id = city.place_id order by place.id`.execute(db)
  return rows
}
