import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import { type Filter, fitsOf, passing, sureOf } from '#server/search/candidates-store.ts'

export type Doubtful = {
  id: string
  service: number
  distanceKm: number | null
  fits: boolean
  /** True when the sitter is already counted as sure with another service. */
  isCounted: boolean
}
/**
 * The number of sitters that surely pass, up to a limit for each service, and those that need an exact test where they
 * matter.
 */
export type Counts = {
  sure: Map<number, number>
  /** Number of distinct sitters counted in `sure`; 0 unless `distinct` was requested. */
  sitters: number
  doubtful: readonly Doubtful[]
}

/** `distinct` also counts the distinct sitters over all services, which only a search without a service needs. */
export async function countCandidates(
  db: Db,
  filters: readonly Filter[],
  { limit, distinct }: { limit: number; distinct: boolean },
): Promise<Counts> {
  if (filters.length === 0) return { sure: new Map(), sitters: 0, doubtful: [] }
  const all = sql.raw(' union all ')
  const limitedSelect = (filter: Filter, columns: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`(
    select ${columns} from (${passing(filter)}) row where ${which} limit ${limit})`
  const exact = filters.filter(({ isExact }) => isExact)
  const counted = exact.map(
    (filter) => sql`
      select ${filter.service}::int as service, count(*)::int as count
      from ${distinct ? sql`sure where service = ${filter.service}` : sql`${limitedSelect(filter, sql``, sureOf(filter))} one`}`,
  )
  const named = exact.map((filter) =>
    limitedSelect(filter, sql`${filter.service}::int as service, row.sitter_id as id`, sureOf(filter)),
  )
  // A service that already reaches the limit with sure rows needs no doubtful ones.
  const isBelowLimit = ({ service }: Filter) =>
    sql`coalesce((select counted.count from counted where counted.service = ${service}), 0) < ${limit}`
  const doubtful = filters
    .filter((filter) => !isAlwaysSure(filter))
    .map((filter) =>
      limitedSelect(
        filter,
        sql`${filter.service}::int as service, row.sitter_id as id, row.distance, ${fitsOf(filter)} as fits`,
        sql`not (${sureOf(filter)}) and ${isBelowLimit(filter)}`,
      ),
    )
  const { rows } = await sql<{
    counts: { service: number; count: number }[] | null
    sitters: number
    doubtful: Doubtful[] | null
  }>`${frequent}
    with ${distinct ? sql`sure as materialized (${sql.join([noSure, ...named], all)}),` : sql``}
    counted as materialized (${sql.join([noCount, ...counted], all)}),
    doubtful as materialized (${sql.join([noDoubt, ...doubtful], all)})
    select (select json_agg(counted) from counted) as counts,
      ${distinct ? sql`(select count(distinct id) from sure)::int` : sql`0`} as sitters,
      (select json_agg(json_build_object('id', one.id, 'service', one.service, 'distanceKm', one.distance,
        'fits', one.fits, 'isCounted', ${distinct ? sql`one.id in (select sure.id from sure)` : sql`false`}))
       from doubtful one) as doubtful`.execute(db)
  const { counts, sitters, doubtful: doubtfulRows } = rows[0]!
  return {
    sure: new Map((counts ?? []).map(({ service, count }) => [service, count])),
    sitters,
    doubtful: doubtfulRows ?? [],
  }
}

const noSure = sql`(select 0 as service, null::uuid as id where false)`
const noCount = sql`(select 0 as service, 0 as count where false)`
const noDoubt = sql`(select 0 as service, null::uuid as id, null::float8 as distance, false as fits where false)`

/** The longest notice that a sitter can require. */
const longestNoticeHours = 720

const isAlwaysSure = ({ isExact, leadHours, prices }: Filter): boolean =>
  isExact && !prices.most && !prices.least && (!leadHours || leadHours.least >= longestNoticeHours)
