import { sql } from 'kysely'
import type { Service, Species } from '#contract/codes.ts'
import type { FacePhoto } from '#server/files/face.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { SearchSitter } from '#server/search/document.ts'
import type { TestedSitter, PricedSitter } from '#server/search/offer.ts'

export type Span = { from: string; to: string }

/** The days, the owner and the service that the exact test is about. */
export type TestScope = { span: Span | undefined; ownerId: string | null; service: Service | undefined }

const repeatOf = (ownerId: string | null) =>
  ownerId === null
    ? sql`false`
    : sql`exists (
    select 1 from booking
    where booking.sitter_id = sitter.id and booking.owner_id = ${ownerId}
      and not booking.circle and booking.status in ('completed', 'closed'))`

const checks = ({ span, ownerId, service }: TestScope) => sql`
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
  (select json_agg(json_build_object('on', day.on_date, 'service', day.service, 'capacity', day.capacity, 'imported', day.imported))
   from sitter_day_word day
   where day.sitter_id = sitter.id and day.on_date between ${span.from} and ${span.to}) as overrides,
  (select json_agg(json_build_object('on', day.on_date, 'kind', day.kind, 'used', day.used))
   from sitter_day day
   where day.sitter_id = sitter.id and day.used > 0 and day.kind <> 'home'
     and day.on_date between ${span.from} and ${span.to}) as uses,`
      : sql`null::json as overrides, null::json as uses,`
  }
  ${repeatOf(ownerId)} as repeat`

type Nullable = Omit<TestedSitter, 'services' | 'overrides' | 'uses'> & {
  services: TestedSitter['services'] | null
  overrides: TestedSitter['overrides'] | null
  uses: TestedSitter['uses'] | null
}
const withDefaults = <R extends Nullable>(row: R) => ({
  ...row,
  services: row.services ?? [],
  overrides: row.overrides ?? [],
  uses: row.uses ?? [],
})

/**
 * Reads what the prices of these offers depend on, and nothing else because it is called for many at once; all offers
 * of a sitter without a service.
 */
export async function findPriced(
  db: Db,
  wanted: readonly { id: string; service: Service | undefined }[],
  ownerId: string | null,
): Promise<Map<string, PricedSitter>> {
  if (wanted.length === 0) return new Map()
  const ids = [...new Set(wanted.map(({ id }) => id))]
  const named = wanted.flatMap(({ service }) => service ?? [])
  // Either all candidates of a search have a service, or none.
  const offers =
    named.length === wanted.length
      ? sql`unnest(${wanted.map(({ id }) => id)}::uuid[], ${named}::text[]) as wanted (id, service)
        join sitter_service one on one.sitter_id = wanted.id and one.service = wanted.service and one.active
        join sitter on sitter.id = wanted.id`
      : sql`sitter join sitter_service one on one.sitter_id = sitter.id and one.active
        where sitter.id = any(${ids}::uuid[])`
  const { rows } = await sql<
    Omit<PricedSitter, 'services'> & PricedSitter['services'][number] & { id: string }
  >`${frequent}
    select sitter.id, sitter.country, sitter.subdivision, sitter.own_holidays as "ownHolidays",
      ${repeatOf(ownerId)} as repeat, one.service, one.rates, one.accepts, one.policy
    from ${offers}`.execute(db)
  const found = new Map<string, PricedSitter & { services: PricedSitter['services'][number][] }>()
  for (const { id, service: code, rates, accepts, policy, ...sitter } of rows) {
    const offered = { service: code, rates, accepts, policy }
    const known = found.get(id)
    if (known) known.services.push(offered)
    else found.set(id, { ...sitter, services: [offered] })
  }
  return found
}

/** Reads what the exact test needs. */
export async function findChecks(
  db: Db,
  ids: readonly string[],
  scope: TestScope,
): Promise<Map<string, TestedSitter>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Nullable & { id: string }>`${frequent}
    select ${checks(scope)} from sitter where sitter.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, withDefaults(row)]))
}

type Portrait = {
  id: string
  name: string
  species: Species
  breed: string | null
  coat: string | null
  birthOn: string | null
  weightGrams: number | null
}

const portrait = sql`(
  select json_build_object(
    'id', pet.id, 'name', pet.name, 'species', pet.species, 'breed', pet.details ->> 'breed',
    'coat', pet.details ->> 'coat', 'birthOn', pet.birth_on, 'weightGrams', pet.weight_grams)
  from pet where pet.owner_id = sitter.account_id and pet.archived_at is null
  order by pet.created_at, pet.id limit 1
) as portrait`

const face = sql`(select face.photo from face where face.account_id = sitter.account_id limit 1)`

export type PinRow = TestedSitter &
  Pick<SearchSitter, 'id' | 'lat' | 'lng' | 'ratingSum' | 'ratingCount'> & {
    name: string
    accountId: string
    /** Null as well if the profile has a photo. */
    face: FacePhoto | null
    photoUrl: string | null
    portrait: Portrait | null
  }

/** Reads everything that a pin shows. */
export async function findPins(
  db: Db,
  ids: readonly string[],
  scope: TestScope,
): Promise<Map<string, PinRow>> {
  const { rows } = await sql<Nullable & PinRow>`${frequent}
    select ${checks(scope)}, sitter.name, sitter.account_id as "accountId",
      case when sitter.photo_url is null then ${face} end as face, sitter.public_lat as lat, sitter.public_lng as lng,
      sitter.rating_sum as "ratingSum", sitter.rating_count as "ratingCount", sitter.photo_url as "photoUrl", ${portrait}
    from sitter where sitter.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, ...withDefaults(row) }]))
}

export type CardRow = TestedSitter &
  Omit<SearchSitter, keyof TestedSitter> & {
    name: string
    accountId: string
    face: FacePhoto | null
    placeName: string
    photoUrl: string | null
    portrait: Portrait | null
  }

/** Reads everything that a card shows. */
export async function findCards(
  db: Db,
  ids: readonly string[],
  scope: Omit<TestScope, 'service'>,
): Promise<Map<string, CardRow>> {
  const { rows } = await sql<CardRow>`${frequent}
    select ${checks({ ...scope, service: undefined })},
      sitter.name, sitter.account_id as "accountId", ${face} as face, sitter.status, sitter.headline, sitter.bio, sitter.neighbourhood, sitter.home,
      sitter.public_lat as lat, sitter.public_lng as lng, sitter.languages, sitter.skills,
      sitter.experience_years as "experienceYears", sitter.calendar_confirmed_on as "calendarConfirmedOn",
      sitter.rating_sum as "ratingSum", sitter.rating_count as "ratingCount", sitter.clients,
      sitter.repeat_clients as "repeatClients", sitter.completed_bookings as "completedBookings",
      sitter.response_rate as "responseRate", sitter.response_minutes as "responseMinutes", sitter.trusted,
      sitter.published_at as "publishedAt", place.name as "placeName", sitter.photo_url as "photoUrl", ${portrait}
    from sitter join place on place.id = sitter.place_id
    where sitter.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, ...withDefaults(row), residents: [] }]))
}
