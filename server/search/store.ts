import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { deferred } from '#server/kernel/db/prepared.ts'
import type { DayWords } from '#server/search/day-words.ts'
import type { MarkTerms, SearchRow, SearchSitter } from '#server/search/document.ts'

const offered = sql`coalesce((
  select json_agg(json_build_object(
    'service', one.service, 'rates', one.rates, 'accepts', one.accepts,
    'weekdayCapacity', one.weekday_capacity, 'maxPets', one.max_pets,
    'noticeHours', one.notice_hours, 'policy', one.policy, 'radiusKm', one.radius_km))
  from sitter_service one where one.sitter_id = sitter.id and one.active
), '[]')`

const overridesBetween = (from: string, to: string) => sql`coalesce((
  select json_agg(json_build_object('on', day.on_date, 'service', day.service, 'capacity', day.capacity, 'imported', day.imported))
  from sitter_day_word day where day.sitter_id = sitter.id and day.on_date between ${from} and ${to}
), '[]')`

const usesBetween = (from: string, to: string) => sql`coalesce((
  select json_agg(json_build_object('on', day.on_date, 'kind', day.kind, 'used', day.used))
  from sitter_day day
  where day.sitter_id = sitter.id and day.used > 0 and day.kind <> 'home' and day.on_date between ${from} and ${to}
), '[]')`

const columns = (from: string, to: string) => sql`
  sitter.id, sitter.status, sitter.headline, sitter.bio, sitter.neighbourhood,
  sitter.public_lat as lat, sitter.public_lng as lng, sitter.time_zone as "timeZone", sitter.home,
  sitter.home_ceiling as "homeCeiling", sitter.one_household as "oneHousehold",
  sitter.visits_while_sitting as "visitsWhileSitting", sitter.instant_book as "instantBooking", sitter.languages, sitter.skills,
  sitter.experience_years as "experienceYears", sitter.calendar_confirmed_on as "calendarConfirmedOn",
  sitter.rating_sum as "ratingSum", sitter.rating_count as "ratingCount", sitter.clients,
  sitter.repeat_clients as "repeatClients", sitter.completed_bookings as "completedBookings",
  sitter.response_rate as "responseRate", sitter.response_minutes as "responseMinutes", sitter.trusted,
  sitter.published_at as "publishedAt",
  ${offered} as services, ${overridesBetween(from, to)} as overrides, ${usesBetween(from, to)} as uses,
  array(
    select distinct pet.species from pet where pet.owner_id = sitter.account_id and pet.archived_at is null
  ) as residents`

/** Reads everything from which the documents of these sitters are built. */
export async function findSitters(
  db: Db,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<SearchSitter[]> {
  const { rows } = await sql<SearchSitter>`
    select ${columns(from, to)} from sitter where sitter.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

export type MarkedSitter = MarkTerms & { timeZone: string }

/** Reads everything from which the bits of some days of one sitter are computed. */
export async function findMarked(
  db: Db,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<MarkedSitter | undefined> {
  const { rows } = await sql<MarkedSitter>`
    select sitter.time_zone as "timeZone", sitter.home_ceiling as "homeCeiling",
      sitter.one_household as "oneHousehold", sitter.visits_while_sitting as "visitsWhileSitting",
      coalesce((
        select json_agg(json_build_object('service', one.service, 'weekdayCapacity', one.weekday_capacity))
        from sitter_service one where one.sitter_id = sitter.id and one.active
      ), '[]') as services,
      ${overridesBetween(from, to)} as overrides, ${usesBetween(from, to)} as uses
    from sitter where sitter.id = ${id}`.execute(db)
  return rows[0]
}

const lowestId = '00000000-0000-0000-0000-000000000000'

/** Returns ids after the given one of sitters who are published or still have search rows. */
export async function listSitterIds(db: Db, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select id from sitter where status = 'published' and id > ${after ?? lowestId}::uuid order by id limit ${limit})
      union
      (select sitter_id from sitter_search
       where service = 0 and sitter_id > ${after ?? lowestId}::uuid order by sitter_id limit ${limit})
    ) known order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteRows = (tx: Tx, ids: readonly string[], retained: readonly SearchRow[]) =>
  sql`
    delete from sitter_search row
    where row.sitter_id = any(${ids}::uuid[]) and not exists (
      select 1 from unnest(
        ${retained.map(({ sitterId }) => sitterId)}::uuid[], ${retained.map(({ service }) => service)}::smallint[]
      ) as kept (sitter_id, service)
      where kept.sitter_id = row.sitter_id and kept.service = row.service
    )`.execute(tx)

const wordNumbers = [0, 1, 2, 3, 4, 5] as const
const wordColumns = (prefix: 'w' | 'x', of: (row: SearchRow) => DayWords): typeof searchColumns =>
  Object.fromEntries(
    wordNumbers.map((word) => [`${prefix}${word}`, ['bigint', (row) => String(of(row)[word])]]),
  )

type ColumnValue = string | number | Date | null

/** Each column with its SQL type, in table order; no value needs quoting. */
const searchColumns: Record<string, [type: string, of: (row: SearchRow) => ColumnValue]> = {
  sitter_id: ['uuid', (row) => row.sitterId],
  service: ['smallint', (row) => row.service],
  h6: ['bigint', (row) => row.cell],
  lat: ['real', (row) => row.lat],
  lng: ['real', (row) => row.lng],
  rank: ['real', (row) => row.rank],
  unit_price: ['integer', (row) => row.unitPrice],
  cat_price: ['integer', (row) => row.rates.catBase],
  extra_pet: ['integer', (row) => row.rates.extraPet],
  extra_cat: ['integer', (row) => row.rates.extraCat],
  puppy_extra: ['integer', (row) => row.rates.puppyExtra],
  holiday_extra: ['integer', (row) => row.rates.holidayExtra],
  long_pct: ['smallint', (row) => row.rates.longStayPct],
  long_from: ['smallint', (row) => row.rates.longStayFrom],
  sizes: ['integer', (row) => row.sizes],
  min_weight: ['real', (row) => row.minWeight],
  max_weight: ['real', (row) => row.maxWeight],
  max_pets: ['smallint', (row) => row.maxPets],
  notice_hours: ['smallint', (row) => row.noticeHours],
  traits: ['integer', (row) => row.traits],
  radius_km: ['real', (row) => row.radiusKm],
  rating: ['real', (row) => row.rating],
  repeat_clients: ['integer', (row) => row.repeatClients],
  published_at: ['timestamptz', (row) => row.publishedAt],
  ...wordColumns('w', ({ words }) => words),
  ...wordColumns('x', ({ tightWords }) => tightWords),
  qualities: ['bigint', (row) => String(row.qualities)],
}
const names = Object.keys(searchColumns)

/**
 * Formats an array literal directly, because the driver would search each value for quotes, which numbers, ids and
 * times never contain.
 */
const arrayOf = (values: readonly ColumnValue[]): string =>
  `{${values.map((value) => (value instanceof Date ? value.toISOString() : (value ?? 'NULL'))).join()}}`

export async function upsertRows(tx: Tx, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return
  const arrays = names.map((name) => {
    const [type, of] = searchColumns[name]!
    return sql`${arrayOf(rows.map(of))}::${sql.raw(type)}[]`
  })
  const changed = names.slice(2).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  await sql`
    insert into sitter_search (${sql.join(names.map((name) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})
    on conflict (sitter_id, service) do update set ${sql.join(changed)}`.execute(tx)
}

/** Rewrites the bits of the masked days, and no others, in one statement. */
export async function updateWords(
  tx: Tx,
  sitterId: string,
  mask: DayWords,
  days: readonly Pick<SearchRow, 'service' | 'words' | 'tightWords'>[],
): Promise<void> {
  const touched = wordNumbers.filter((word) => mask[word] !== 0n)
  if (touched.length === 0) return
  const columns = touched.flatMap((word) => [
    { column: sql.ref(`w${word}`), word, given: days.map(({ words }) => words[word]) },
    { column: sql.ref(`x${word}`), word, given: days.map(({ tightWords }) => tightWords[word]) },
  ])
  const set = columns.map(
    ({ column, word }) => sql`${column} = (row.${column} & ~${String(mask[word])}::bigint) | day.${column}`,
  )
  const arrays = columns.map(({ given }) => sql`${given.map(String)}::bigint[]`)
  await sql`${deferred}
    update sitter_search row set ${sql.join(set)}
    from unnest(${days.map(({ service }) => service)}::smallint[], ${sql.join(arrays)})
      as day (service, ${sql.join(columns.map(({ column }) => column))})
    where row.sitter_id = ${sitterId} and row.service = day.service`.execute(tx)
}
