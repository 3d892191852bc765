import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { Bounds } from '#server/places/bounds.ts'
import type { DayWords } from '#server/search/day-words.ts'
import type { PriceTerms } from '#server/search/price-bounds.ts'

/**
 * The conditions that the `sitter_search` rows can decide. Each is necessary for a match: none excludes a sitter that
 * the exact test would accept.
 */
export type Filter = {
  service: number
  centre: { lat: number; lng: number } | undefined
  /** Set only with a centre and without bounds. */
  radiusKm: number | undefined
  bounds: Bounds | undefined
  cells: readonly string[] | undefined
  sizes: number
  /** The lightest and the heaviest dog whose weight is known. */
  weights: { least: number; most: number } | undefined
  pets: number
  /**
   * Hours from now until the requested days begin, in the time zone where they begin first and in the one where they
   * begin last.
   */
  leadHours: { least: number; most: number } | undefined
  /**
   * True when a row that meets these conditions also passes the exact test; only notice and price can still exclude it.
   */
  isExact: boolean
  traits: number
  homes: number
  gardens: number
  mask: DayWords | undefined
  /** For each of these masks, at least one bit must be set. */
  qualities: readonly bigint[]
  publishedAfter: Date | undefined
  /** Restricts the search to this sitter. */
  sitterId?: string
  /** Each day needs room for two pets. */
  needsTwo: boolean
  prices: PriceTerms
}
export type Order = {
  sort: Sort
  distanceWeight: number
  distanceScaleKm: number
}
/**
 * Sorted by key descending, then the day's tie-breaker, then id. When sorting by price, the key is the lowest possible
 * subtotal, negated.
 */
export type Position = { id: string; key: number; tie: number }
/** A `sure` candidate needs no exact test. One that `fits` passes everything except perhaps the price limits. */
export type Candidate = Position & { distanceKm: number | null; sure: boolean; fits: boolean }

const earthRadiusKm = 6371.0088
const radiansOfDegree = Math.PI / 180

/**
 * Great-circle distance, as in `distanceKm` of cells.ts, but by the cosine: it is computed for every row in the cells,
 * and this form needs the fewest function calls. At a distance of a metre, rounding changes it by a centimetre.
 */
function distance({ lat, lng }: { lat: number; lng: number }): RawBuilder<unknown> {
  const radians = sql`${sql.lit(radiansOfDegree)}::float8`
  const cosine = Math.cos(lat * radiansOfDegree)
  return sql`${sql.lit(earthRadiusKm)}::float8 * acos(greatest(-1::float8, least(1::float8,
    cos((row.lat - ${lat}::float8) * ${radians})
    - ${cosine}::float8 * cos(row.lat * ${radians}) * (1::float8 - cos((row.lng - ${lng}::float8) * ${radians})))))`
}

/**
 * True when no bit of the mask is set in these words. The words are combined into a single test, because several tests
 * joined by "and" mislead the planner.
 */
function noBitSet(prefix: 'w' | 'x', mask: DayWords): RawBuilder<unknown> {
  const touched = mask.flatMap((word, index) => (word === 0n ? [] : [{ word, index }]))
  const words = touched.map(
    ({ word, index }) => sql`(row.${sql.ref(`${prefix}${index}`)} & ${String(word)}::bigint)`,
  )
  return words.length === 0 ? sql`true` : sql`(${sql.join(words, sql` | `)}) = 0`
}

type Condition = RawBuilder<unknown>

function conditions(filter: Filter): Condition {
  const { service, sitterId, cells, leadHours } = filter
  const all: Condition[] = [sql`row.service = ${service}`]
  if (sitterId) all.push(sql`row.sitter_id = ${sitterId}`)
  if (cells) all.push(sql`row.h6 = any(${cells}::bigint[])`)
  all.push(...petConditions(filter))
  if (leadHours) all.push(sql`row.notice_hours <= ${leadHours.most}::float8`)
  all.push(...traitConditions(filter), ...boundsConditions(filter), ...dayConditions(filter))
  all.push(...priceConditions(filter))
  return sql.join(all, sql` and `)
}

function petConditions({ sizes, pets, weights }: Filter): Condition[] {
  const all: Condition[] = []
  if (sizes) all.push(sql`row.sizes & ${sizes} = ${sizes}`)
  if (pets > 1) all.push(sql`row.max_pets >= ${pets}`)
  if (weights) {
    all.push(sql`(row.min_weight is null or row.min_weight <= ${weights.least}::real)`)
    all.push(sql`(row.max_weight is null or row.max_weight >= ${weights.most}::real)`)
  }
  return all
}

function traitConditions({ traits, homes, gardens, qualities, publishedAfter }: Filter): Condition[] {
  const all: Condition[] = []
  if (traits) all.push(sql`row.traits & ${traits} = ${traits}`)
  if (homes) all.push(sql`row.traits & ${homes} <> 0`)
  if (gardens) all.push(sql`row.traits & ${gardens} <> 0`)
  for (const bits of qualities) all.push(sql`row.qualities & ${String(bits)}::bigint <> 0`)
  if (publishedAfter) all.push(sql`row.published_at > ${publishedAfter}`)
  return all
}

function boundsConditions({ bounds }: Filter): Condition[] {
  if (!bounds) return []
  const { south, west, north, east } = bounds
  return [
    sql`row.lat between ${south}::float8 and ${north}::float8`,
    west <= east
      ? sql`row.lng between ${west}::float8 and ${east}::float8`
      : sql`(row.lng >= ${west}::float8 or row.lng <= ${east}::float8)`,
  ]
}

function dayConditions({ mask, needsTwo }: Filter): Condition[] {
  if (!mask) return []
  return needsTwo ? [noBitSet('w', mask), noBitSet('x', mask)] : [noBitSet('w', mask)]
}

function priceConditions({ prices }: Filter): Condition[] {
  const all: Condition[] = []
  if (prices.most) all.push(sql`${leastSubtotal(prices)} <= ${prices.most.possible}::float8`)
  if (prices.least) all.push(sql`${mostSubtotal(prices)} >= ${prices.least.possible}::float8`)
  return all
}

const catPrice = sql`coalesce(row.cat_price, row.unit_price)`
const extraPet = sql`coalesce(row.extra_pet, 0)`
const extraCat = sql`coalesce(row.extra_cat, row.extra_pet, 0)`

/**
 * The cost of all units and pets on ordinary days; without dates, one unit for the first pet. Where a dog or a cat may
 * count as the first pet, `choose` takes the lower or the higher amount.
 */
function ordinarySubtotal(
  { hasDates, units, cats, others, youngDays }: PriceTerms,
  choose: 'least' | 'greatest',
): RawBuilder<unknown> {
  const either = sql.raw(choose)
  const first =
    others > 0 && cats > 0
      ? sql`greatest(row.unit_price, ${catPrice})`
      : others > 0
        ? sql`row.unit_price`
        : cats > 0
          ? catPrice
          : sql`${either}(row.unit_price, ${catPrice})`
  if (!hasDates) return first
  const parts = [first]
  if (others > 0 && cats > 0)
    parts.push(sql`${either}(
      ${others - 1}::int * ${extraPet} + ${cats}::int * ${extraCat},
      ${others}::int * ${extraPet} + ${cats - 1}::int * ${extraCat})`)
  else if (others > 1) parts.push(sql`${others - 1}::int * ${extraPet}`)
  else if (cats > 1) parts.push(sql`${cats - 1}::int * ${extraCat}`)
  const ordinary = sql`${units}::int * (${sql.join(parts, sql` + `)})`
  return youngDays === 0 ? ordinary : sql`(${ordinary} + ${youngDays}::int * coalesce(row.puppy_extra, 0))`
}

/**
 * A lower bound of the subtotal: assumes that no day is a holiday, and with a discount that each unit is rounded down.
 */
function leastSubtotal(prices: PriceTerms): RawBuilder<unknown> {
  const ordinary = ordinarySubtotal(prices, 'least')
  if (!prices.isStay || prices.units < 2) return ordinary
  return sql`(${ordinary} - case when row.long_pct is not null and row.long_from <= ${prices.units}::int
    then ${ordinary} * row.long_pct / 100.0::float8 + ${prices.units}::int else 0 end)`
}

/** An upper bound of the subtotal: assumes that every day is a holiday, on which there is no discount. */
function mostSubtotal(prices: PriceTerms): RawBuilder<unknown> {
  const ordinary = ordinarySubtotal(prices, 'greatest')
  return prices.hasDates
    ? sql`(${ordinary} + ${prices.units}::int * coalesce(row.holiday_extra, 0))`
    : ordinary
}

/**
 * Selects the rows that pass, with their distance; the sitter's radius and the search radius apply only when there is a
 * centre.
 */
export function passing(filter: Filter): RawBuilder<unknown> {
  const { centre, radiusKm } = filter
  if (!centre)
    return sql`select row.*, null::float8 as distance from sitter_search row where ${conditions(filter)}`
  // `offset 0` keeps the planner from inlining the subquery, so that the distance is computed once per row.
  return sql`
    select row.* from (
      select row.*, ${distance(centre)} as distance from sitter_search row where ${conditions(filter)} offset 0
    ) row
    where (row.radius_km is null or row.distance <= row.radius_km)
      ${radiusKm === undefined ? sql`` : sql`and row.distance <= ${radiusKm}::float8`}`
}

/** A condition for rows that pass the exact test apart from their price. */
export function fitsOf({ isExact, leadHours }: Filter): RawBuilder<unknown> {
  if (!isExact) return sql`false`
  return leadHours ? sql`row.notice_hours <= ${leadHours.least}::float8` : sql`true`
}

/** A condition for rows that need no exact test. */
export function sureOf(filter: Filter): RawBuilder<unknown> {
  const { prices } = filter
  const all = [fitsOf(filter)]
  if (prices.most) all.push(sql`${mostSubtotal(prices)} <= ${prices.most.certain}::float8`)
  if (prices.least) all.push(sql`${leastSubtotal(prices)} >= ${prices.least.certain}::float8`)
  return sql.join(all, sql` and `)
}

/**
 * The sort key of the passing rows, aliased `row`, in descending order. Without a centre some of these expressions must
 * match an index expression exactly.
 */
export function keyOf(
  { sort, distanceWeight, distanceScaleKm }: Order,
  { centre, prices }: Filter,
): RawBuilder<unknown> {
  const keys: Record<Sort, RawBuilder<unknown>> = {
    recommended: centre
      ? sql`row.rank::float8 + ${distanceWeight}::float8 * exp(-row.distance / ${distanceScaleKm}::float8)`
      : sql`row.rank`,
    distance: centre ? sql`-row.distance` : sql`row.rank`,
    price: sql`-(${leastSubtotal(prices)})::float8`,
    rating: sql`coalesce(row.rating, 0)::float8`,
    repeat: sql`row.repeat_clients::float8`,
    newest: sql`extract(epoch from (row.published_at - timestamptz '1970-01-01 00:00:00+00'))::float8`,
  }
  return keys[sort]
}

/** Orders equal keys differently each day, so that the same sitter does not always come last among equals. */
const tieOf = (tieSeed: number) => sql`(uuid_hash_extended(row.sitter_id, ${tieSeed}::bigint) & 4294967295)`

const inOrder = sql`key desc, tie, id`

const passingWithKeys = (
  filters: readonly Filter[],
  order: Order,
  tieSeed: number,
  further: (key: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql``,
): RawBuilder<unknown>[] =>
  filters.map((filter) => {
    const key = keyOf(order, filter)
    return sql`(
      select row.sitter_id as id, ${key} as key, ${tieOf(tieSeed)} as tie, row.distance,
        ${sureOf(filter)} as sure, ${fitsOf(filter)} as fits
      from (${passing(filter)}) row ${further(key)})`
  })

/** The SQL type of the keys: a bare rank has the type of its index. */
const keyType = ([first]: readonly Filter[], { sort }: Order): RawBuilder<unknown> =>
  sql.raw(!first?.centre && (sort === 'recommended' || sort === 'distance') ? 'real' : 'float8')

/** Returns the next candidates in order after a position; `tieSeed` is the number of the day that breaks ties. */
export async function findCandidates(
  db: Db,
  filters: readonly Filter[],
  order: Order,
  { after, limit, tieSeed }: { after?: Position | undefined; limit: number; tieSeed: number },
): Promise<Candidate[]> {
  if (filters.length === 0) return []
  const type = keyType(filters, order)
  // Written so that an index on the key can be used.
  const afterPosition = (key: RawBuilder<unknown>) =>
    sql`${
      after
        ? sql`where ${key} <= ${after.key}::${type} and (${key} < ${after.key}::${type}
          or (${tieOf(tieSeed)}, row.sitter_id) > (${after.tie}::bigint, ${after.id}::uuid))`
        : sql``
    } order by ${inOrder} limit ${limit}`
  const parts = passingWithKeys(filters, order, tieSeed, afterPosition)
  // A sitter among the first overall is also among the first of each service that passes, so each part can be limited.
  // `fits` is false because the sitter may fit with another service than the one shown.
  const { rows } = await sql<Omit<Candidate, 'tie'> & { tie: string }>`${frequent}
    ${
      parts.length === 1
        ? sql`select id, key, tie, distance as "distanceKm", sure, fits from ${parts[0]!} hit order by ${inOrder}`
        : sql`select id, max(key) as key, tie, max(distance) as "distanceKm", bool_or(sure) as sure,
              false as fits from (${sql.join(parts, sql` union all `)}) hit group by id, tie order by ${inOrder} limit ${limit}`
    }`.execute(db)
  return rows.map((row) => ({ ...row, tie: Number(row.tie) }))
}

/**
 * Counts the distinct sitters that pass, and for each of these positions how many of them come before it. The counts
 * are exact if `isSure`; otherwise some of the sitters still need an exact test.
 */
export async function countBefore(
  db: Db,
  filters: readonly Filter[],
  order: Order,
  { positions, tieSeed }: { positions: readonly Position[]; tieSeed: number },
): Promise<{ all: number; before: number[]; isSure: boolean }> {
  if (filters.length === 0) return { all: 0, before: positions.map(() => 0), isSure: true }
  const type = keyType(filters, order)
  const parts = passingWithKeys(filters, order, tieSeed)
  const counts = positions.map(
    ({ key, tie, id }) => sql`count(*) filter (where key > ${key}::${type}
      or (key = ${key}::${type} and (tie, id) < (${tie}::bigint, ${id}::uuid)))`,
  )
  const { rows } = await sql<{ all: number; before: number[]; isSure: boolean }>`${frequent}
    with hit as (
      select id, max(key) as key, tie, bool_or(sure) as sure
      from (${sql.join(parts, sql` union all `)}) hit group by id, tie)
    select count(*)::int as "all", coalesce(bool_and(sure), true) as "isSure",
      array[${sql.join(counts)}]::int[] as before from hit`.execute(db)
  return rows[0]!
}
