import { type RawBuilder, sql } from 'kysely'
import type { Service, Sort } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db.ts'
import type { DayWords } from '#server/search/day-words.ts'
import type { SearchSitter } from '#server/search/document.ts'
import type { Judged } from '#server/search/offer.ts'
import type { Bounds } from '#server/search/query.ts'

/** Everything the narrow rows can decide; each condition is one that a sitter must meet, never more. */
export type Filter = {
  service: number
  centre: { lat: number; lng: number } | undefined
  /** With a centre and no bounds. */
  radiusKm: number | undefined
  bounds: Bounds | undefined
  cells: readonly string[] | undefined
  sizes: number
  /** The lightest and the heaviest dog whose weight is known. */
  weights: { least: number; most: number } | undefined
  pets: number
  /** Hours until the asked days begin where they begin first and last. */
  leadHours: { least: number; most: number } | undefined
  /** True when a row that passes all this passes the exact test, too; only its notice may still decide. */
  isExact: boolean
  traits: number
  homes: number
  gardens: number
  mask: DayWords | undefined
  /** Of each one bit must be set. */
  qualities: readonly bigint[]
  publishedAfter: Date | undefined
  /** Only this sitter. */
  sitterId?: string
}
export type Order = { sort: Sort; distanceWeight: number; distanceScaleKm: number }
/** `sure` needs no exact test. */
export type Candidate = { id: string; key: number; distanceKm: number | null; sure: boolean }

const earthDiameterKm = 2 * 6371.0088

/** Haversine, as `distanceKm` of the cells. */
const distance = ({
  lat,
  lng,
}: {
  lat: number
  lng: number
}) => sql`${earthDiameterKm}::float8 * asin(least(1, sqrt(
  sin(radians(row.lat - ${lat}::float8) / 2) ^ 2
  + cos(radians(${lat}::float8)) * cos(radians(row.lat)) * sin(radians(row.lng - ${lng}::float8) / 2) ^ 2)))`

function conditions(filter: Filter): RawBuilder<unknown> {
  const { cells, bounds, mask } = filter
  const all = [sql`row.service = ${filter.service}`]
  if (filter.sitterId) all.push(sql`row.sitter_id = ${filter.sitterId}`)
  if (cells) all.push(sql`row.h6 = any(${cells}::bigint[])`)
  if (filter.sizes) all.push(sql`row.sizes & ${filter.sizes} = ${filter.sizes}`)
  if (filter.pets > 1) all.push(sql`row.max_pets >= ${filter.pets}`)
  if (filter.weights) {
    all.push(sql`(row.min_weight is null or row.min_weight <= ${filter.weights.least}::real)`)
    all.push(sql`(row.max_weight is null or row.max_weight >= ${filter.weights.most}::real)`)
  }
  if (filter.leadHours) all.push(sql`row.notice_hours <= ${filter.leadHours.most}::float8`)
  if (filter.traits) all.push(sql`row.traits & ${filter.traits} = ${filter.traits}`)
  if (filter.homes) all.push(sql`row.traits & ${filter.homes} <> 0`)
  if (filter.gardens) all.push(sql`row.traits & ${filter.gardens} <> 0`)
  for (const bits of filter.qualities) all.push(sql`row.qualities & ${String(bits)}::bigint <> 0`)
  if (filter.publishedAfter) all.push(sql`row.published_at > ${filter.publishedAfter}`)
  if (bounds) {
    all.push(sql`row.lat between ${bounds.south}::float8 and ${bounds.north}::float8`)
    all.push(
      bounds.west <= bounds.east
        ? sql`row.lng between ${bounds.west}::float8 and ${bounds.east}::float8`
        : sql`(row.lng >= ${bounds.west}::float8 or row.lng <= ${bounds.east}::float8)`,
    )
  }
  // One test of all words: several joined by "and" mislead the planner.
  if (mask) {
    const words = mask.map((word, index) => sql`(row.${sql.ref(`w${index}`)} & ${String(word)}::bigint)`)
    all.push(sql`(${sql.join(words, sql` | `)}) = 0`)
  }
  return sql.join(all, sql` and `)
}

/** Rows that pass, with their distance; both radii are tested where there is a distance. */
export function passing(filter: Filter): RawBuilder<unknown> {
  const { centre, radiusKm } = filter
  const rows = sql`
    select row.*, ${centre ? distance(centre) : sql`null::float8`} as distance
    from sitter_search row where ${conditions(filter)}`
  if (!centre) return rows
  return sql`
    select near.* from (${rows}) near
    where (near.radius_km is null or near.distance <= near.radius_km)
      ${radiusKm === undefined ? sql`` : sql`and near.distance <= ${radiusKm}::float8`}`
}

const sure = ({ isExact, leadHours }: Filter) =>
  isExact && leadHours ? sql`hit.notice_hours <= ${leadHours.least}::float8` : sql`${isExact}::boolean`

/** What a sort orders by, the highest first. */
export function keyOf(
  { sort, distanceWeight, distanceScaleKm }: Order,
  hasCentre: boolean,
): RawBuilder<unknown> {
  const keys: Record<Sort, RawBuilder<unknown>> = {
    recommended: hasCentre
      ? sql`hit.rank::float8 + ${distanceWeight}::float8 * exp(-hit.distance / ${distanceScaleKm}::float8)`
      : sql`hit.rank`,
    distance: hasCentre ? sql`-hit.distance` : sql`hit.rank`,
    price: sql`-hit.unit_price::float8`,
    rating: sql`coalesce(hit.rating, 0)::float8`,
    repeat: sql`hit.repeat_clients::float8`,
    newest: sql`extract(epoch from hit.published_at)::float8`,
  }
  return keys[sort]
}

export type Span = { from: string; to: string }

/**
 * The next candidates in order: those with the highest keys, and all that share the last one's key, so that the next
 * call goes on below it. `below` is open, `upTo` closed.
 */
export async function findCandidates(
  db: Db,
  filter: Filter,
  order: Order,
  { upTo, below, limit }: { upTo?: number | undefined; below?: number | undefined; limit: number },
): Promise<Candidate[]> {
  const key = keyOf(order, filter.centre !== undefined)
  const byRank = !filter.centre && (order.sort === 'recommended' || order.sort === 'distance')
  const type = sql.raw(byRank ? 'real' : 'float8')
  const bound =
    below !== undefined
      ? sql`where ${key} < ${below}::${type}`
      : upTo !== undefined
        ? sql`where ${key} <= ${upTo}::${type}`
        : sql``
  const { rows } = await sql<Candidate>`
    select hit.sitter_id as id, ${key} as key, hit.distance as "distanceKm", ${sure(filter)} as sure
    from (${passing(filter)}) hit ${bound}
    order by ${key} desc fetch first ${limit} rows with ties`.execute(db)
  return rows
}

/** Which days, whose pair, and which service the exact test is about. */
export type Checking = { span: Span | undefined; ownerId: string | null; service: Service | undefined }

const checks = ({ span, ownerId, service }: Checking) => sql`
  sitter.id, sitter.time_zone as "timeZone", sitter.country, sitter.subdivision, sitter.own_holidays as "ownHolidays",
  sitter.home_ceiling as "homeCeiling", sitter.one_household as "oneHousehold",
  sitter.visits_while_sitting as "visitsWhileSitting",
  (select json_agg(json_build_object(
    'service', one.service, 'rates', one.rates, 'accepts', one.accepts,
    'weekdayCapacity', one.weekday_capacity, 'maxPets', one.max_pets,
    'noticeHours', one.notice_hours, 'policy', one.policy, 'radiusKm', one.radius_km))
   from sitter_service one where one.sitter_id = sitter.id and one.active
     ${service === undefined ? sql`` : sql`and one.service = ${service}`}) as services,
  ${
    span
      ? sql`
  (select json_agg(json_build_object('on', day.on_date, 'service', day.service, 'capacity', day.capacity))
   from sitter_day_override day
   where day.sitter_id = sitter.id and day.on_date between ${span.from} and ${span.to}) as overrides,
  (select json_agg(json_build_object('on', day.on_date, 'kind', day.kind, 'used', day.used))
   from sitter_day day
   where day.sitter_id = sitter.id and day.used > 0 and day.kind <> 'home'
     and day.on_date between ${span.from} and ${span.to}) as uses,`
      : sql`null::json as overrides, null::json as uses,`
  }
  ${
    ownerId === null
      ? sql`false`
      : sql`exists (
    select 1 from booking
    where booking.sitter_id = sitter.id and booking.owner_id = ${ownerId}
      and booking.status in ('completed', 'closed'))`
  } as repeat`

type Nullable = Omit<Judged, 'services' | 'overrides' | 'uses'> & {
  services: Judged['services'] | null
  overrides: Judged['overrides'] | null
  uses: Judged['uses'] | null
}
const filled = <R extends Nullable>(row: R) => ({
  ...row,
  services: row.services ?? [],
  overrides: row.overrides ?? [],
  uses: row.uses ?? [],
})

/** What the exact test of candidates needs. */
export async function findChecks(
  db: Db,
  ids: readonly string[],
  checking: Checking,
): Promise<Map<string, Judged>> {
  const { rows } = await sql<Nullable & { id: string }>`
    select ${checks(checking)} from sitter where sitter.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, filled(row)]))
}

/** How many pass, at most the limit; those who need an exact test are named, unless there are too many to care. */
export type Count = {
  service: number
  passing: number
  sure: number
  doubtful: { id: string; distanceKm: number | null }[]
}

export async function countCandidates(db: Db, filters: readonly Filter[], limit: number): Promise<Count[]> {
  if (filters.length === 0) return []
  const parts = filters.map(
    (filter) => sql`(
      select ${filter.service}::int as service, count(*)::int as passing, (count(*) filter (where one.sure))::int as sure,
        case when count(*) >= ${limit} then null else
          json_agg(json_build_object('id', one.sitter_id, 'distanceKm', one.distance)) filter (where not one.sure)
        end as doubtful
      from (
        select hit.sitter_id, hit.distance, ${sure(filter)} as sure from (${passing(filter)}) hit limit ${limit}
      ) one)`,
  )
  const { rows } = await sql<Omit<Count, 'doubtful'> & { doubtful: Count['doubtful'] | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.map((row) => ({ ...row, doubtful: row.doubtful ?? [] }))
}

export type CardRow = Judged &
  Omit<SearchSitter, keyof Judged> & {
    name: string
    placeName: string
    portrait: {
      id: string
      name: string
      species: SearchSitter['residents'][number]
      breed: string | null
      coat: string | null
      birthOn: string | null
      weightGrams: number | null
    } | null
  }

/** Everything a card shows. */
export async function findCards(
  db: Db,
  ids: readonly string[],
  checking: Omit<Checking, 'service'>,
): Promise<Map<string, CardRow>> {
  const { rows } = await sql<CardRow>`
    select ${checks({ ...checking, service: undefined })},
      sitter.name, sitter.status, sitter.headline, sitter.bio, sitter.neighbourhood, sitter.home,
      sitter.public_lat as lat, sitter.public_lng as lng, sitter.languages, sitter.skills,
      sitter.experience_years as "experienceYears", sitter.calendar_confirmed_on as "calendarConfirmedOn",
      sitter.rating_sum as "ratingSum", sitter.rating_count as "ratingCount", sitter.clients,
      sitter.repeat_clients as "repeatClients", sitter.completed_bookings as "completedBookings",
      sitter.response_rate as "responseRate", sitter.response_minutes as "responseMinutes", sitter.trusted,
      sitter.published_at as "publishedAt", place.name as "placeName", (
        select json_build_object(
          'id', pet.id, 'name', pet.name, 'species', pet.species, 'breed', pet.details ->> 'breed',
          'coat', pet.details ->> 'coat', 'birthOn', pet.birth_on, 'weightGrams', pet.weight_grams)
        from pet where pet.owner_id = sitter.account_id and pet.archived_at is null
        order by pet.created_at, pet.id limit 1
      ) as portrait
    from sitter join place on place.id = sitter.place_id
    where sitter.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, ...filled(row), residents: [] }]))
}
