import { sql } from 'kysely'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { importPlaces } from '#server/places/import.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { keysOf } from '#contract/entries.ts'

export type Kind = 'dense' | 'middle' | 'sparse'

/**
 * Sitters per town of each kind, and the share of all sitters who live in such towns; the towns are the same at every
 * size.
 */
const towns: Record<Kind, { sitters: number; share: number }> = {
  dense: { sitters: 3_200, share: 0.5 },
  middle: { sitters: 96, share: 0.45 },
  sparse: { sitters: 16, share: 0.05 },
}
export const kinds = keysOf(towns)

const batch = 50_000

/** Returns the id of the sitter with this number, like SQL's `bench_id`. */
export const idOf = (number: number): string => `20000000-0000-7000-8000-${String(number).padStart(12, '0')}`

export type Progress = (step: string, done: number, all: number) => void

/**
 * Inserts sitters within 10 km of the centres of real, distant towns, with the product's data for each: account,
 * profile, two services with prices, four blocked days and a booked one. All values derive from a hash of the number,
 * so they are reproducible. The product's own rebuild then writes the search documents.
 */
export async function buildFixture(
  url: string,
  deps: Deps,
  count: number,
  onProgress: Progress,
): Promise<Record<Kind, number[]>> {
  const bulk = openDb(url, { max: 5, bulk: true })
  try {
    await importPlaces({ ...deps, db: bulk })
    const chosen = await chooseTowns(bulk, count)
    const today = deps.now().toISOString().slice(0, 10)
    let [started, done] = [0, 0]
    const write = async () => {
      while (started < count) {
        const [first, after] = [started, Math.min(count, started + batch)]
        started = after
        await writeSitters(bulk, { first, last: after - 1, count, today })
        done += after - first
        onProgress('sitters', done, count)
      }
    }
    await Promise.all([write(), write()])
    await sql`analyze account, sitter, sitter_service, sitter_day_override, sitter_day`.execute(bulk)
    const indexes = await dropIndexes(bulk)
    await rebuildSearch({ ...deps, db: bulk }, (done) => onProgress('documents', done, count))
    for (const definition of indexes) await sql.raw(definition).execute(bulk)
    await sql`vacuum analyze sitter_search`.execute(bulk)
    return chosen
  } finally {
    await bulk.destroy()
  }
}

/** Drops the indexes of the empty table; they are created again after the bulk insert. */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'sitter_search'::regclass and not indisprimary`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

/**
 * Chooses towns at least half a degree apart, the largest first; `bench_place` stores the number of each town's first
 * sitter.
 */
async function chooseTowns(db: Db, count: number): Promise<Record<Kind, number[]>> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select distinct on (floor(lat), floor(lng)) id, population from place
      where abs(lat) < 66 order by floor(lat), floor(lng), population desc
    ) far order by population desc`.execute(db)
  const ids = rows.map(({ id }) => id)
  const chosen: Record<Kind, number[]> = { dense: [], middle: [], sparse: [] }
  const placed: { id: number; from: number }[] = []
  let from = 0
  for (const kind of kinds) {
    const { sitters, share } = towns[kind]
    const number =
      kind === 'sparse' ? Math.ceil((count - from) / sitters) : Math.round((count * share) / sitters)
    for (let town = 0; town < number; town++, from += sitters) {
      const id = ids[placed.length]
      if (id === undefined) throw new Error('There are too few towns for so many sitters.')
      placed.push({ id, from })
      chosen[kind].push(id)
    }
  }
  await sql`create table bench_place (from_number int primary key, place_id int not null)`.execute(db)
  await sql`
    insert into bench_place
    select * from unnest(${placed.map((one) => one.from)}::int[], ${placed.map(({ id }) => id)}::int[])`.execute(
    db,
  )
  await sql`
    create function bench_id(kind int, number int) returns uuid immutable parallel safe language sql
    as $$ select (kind || '0000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid $$`.execute(db)
  // A number between 0 and 1, derived from the sitter's number and the purpose.
  await sql`
    create function bench_draw(number int, what int) returns float8 immutable parallel safe language sql
    as $$ select (hashint8extended(number, what) & 1048575) / 1048576.0::float8 $$`.execute(db)
  return chosen
}

/** Coprime to the numbers of sitters, so that a town's sitters are spread over the whole table. */
const stride = 611_953

/** A range of sitters' numbers that each statement inserts; `count` is the number of all sitters. */
type Batch = { first: number; last: number; count: number; today: string }

/** A number between 0 and 1 of the sitter, for this purpose. */
const draw = (what: number) => sql`bench_draw(number, ${sql.lit(what)})`
const numbersOf = ({ first, last }: Batch) => sql`generate_series(${first}::int, ${last}::int) number`

async function writeSitters(db: Db, batch: Batch): Promise<void> {
  await writeProfiles(db, batch)
  await writeServices(db, batch)
  await writeDays(db, batch)
}

async function writeProfiles(db: Db, batch: Batch): Promise<void> {
  const { count, today } = batch
  const numbers = numbersOf(batch)
  await sql`
    insert into account (id, external_id, name, email, created_at, updated_at)
    select bench_id(1, number), 'bench-' || number, 'Sitter ' || number, 'sitter-' || number || '@example.org', now(), now()
    from ${numbers}`.execute(db)
  await sql`
    insert into sitter (id, account_id, name, status, headline, bio, place_id, country, lat, lng, public_lat, public_lng,
      time_zone, home, home_ceiling, one_household, visits_while_sitting, languages, skills, experience_years,
      calendar_confirmed_on, rating_sum, rating_count, clients, repeat_clients, completed_bookings, response_rate,
      response_minutes, published_at, created_at, updated_at, instant_book)
    select bench_id(2, number), bench_id(1, number), 'Sitter ' || number, 'published', 'A calm home near the park',
      'I grew up with dogs and cats and work from home, so nobody is ever alone for long.', place.id, place.country,
      at.lat, at.lng, at.lat, at.lng, place.time_zone,
      jsonb_build_object('type', (array['house', 'flat', 'farm', 'other'])[1 + floor(${draw(1)} * 4)::int],
        'garden', (array['none', 'shared', 'fenced'])[1 + floor(${draw(2)} * 3)::int], 'smokeFree', ${draw(3)} < 0.8,
        'children', (array['none', 'young', 'older'])[1 + floor(${draw(4)} * 3)::int], 'aloneMaxHours', null,
        'car', ${draw(5)} < 0.5),
      2 + floor(${draw(6)} * 3)::int, ${draw(7)} < 0.2, false, '{en}',
      case when ${draw(8)} < 0.3 then '{oral_medication,puppies}' else '{}' end::text[], floor(${draw(9)} * 20)::int,
      ${today}::date - floor(${draw(10)} * 60)::int, stars.count * 4 + floor(${draw(11)} * stars.count)::int, stars.count,
      stars.count, stars.count / 3, stars.count, 0.5 + ${draw(12)} / 2, 20 + floor(${draw(13)} * 600)::int,
      now() - ${draw(14)} * interval '700 days', now(), now(), case when ${draw(15)} < 0.2 then 'everyone' else 'off' end
    from ${numbers}
    cross join lateral (
      select place_id from bench_place where from_number <= (number::bigint * ${stride}) % ${count}::int
      order by from_number desc limit 1
    ) lives
    join place on place.id = lives.place_id
    cross join lateral (select 9.5 * sqrt(${draw(16)}) as km, 2 * pi() * ${draw(17)} as angle) way
    cross join lateral (
      select place.lat + way.km * sin(way.angle) / 111.2 as lat,
        place.lng + way.km * cos(way.angle) / (111.2 * cos(radians(place.lat))) as lng
    ) at
    cross join lateral (select floor(40 * ${draw(18)} ^ 3)::int as count) stars`.execute(db)
}

/** Boarding or house sitting for nearly every sitter, and one of the other services. */
async function writeServices(db: Db, batch: Batch): Promise<void> {
  await sql`
    insert into sitter_service (sitter_id, service, active, rates, accepts, weekday_capacity, max_pets, notice_hours, policy,
      radius_km)
    select bench_id(2, number), one.service, true,
      jsonb_build_object('base', 1500 + 100 * floor(${draw(20)} * 40)::int, 'catBase', null,
        'extraPet', 800 + 100 * floor(${draw(21)} * 10)::int, 'extraCat', null, 'puppyExtra', 500, 'holidayExtra', 1000,
        'longStayPct', 10, 'longStayFrom', 7, 'minutes60Extra', null, 'latePickup', false, 'bathing', null,
        'pickupTrip', null),
      jsonb_build_object('species', case when ${draw(22)} < 0.7 then '["dog", "cat"]'::jsonb else '["dog"]'::jsonb end,
        'minWeightKg', null, 'maxWeightKg', case when ${draw(23)} < 0.4 then 18 end, 'puppies', ${draw(24)} < 0.8,
        'unneutered', true, 'medication', ${draw(25)} < 0.3),
      case when one.service = 'house_sitting' then '{1,1,1,1,1,1,1}' else '{2,2,2,2,2,3,3}' end::smallint[],
      1 + floor(${draw(26)} * 3)::int, 24, case when one.nth = 1 then 'moderate' else 'per_unit_24h' end,
      case when one.service in ('boarding', 'day_care') then null else 15 end
    from ${numbersOf(batch)}
    cross join lateral (values
      (1, case when ${draw(27)} < 0.75 then 'boarding' else 'house_sitting' end),
      (2, (array['drop_in', 'day_care', 'dog_walking'])[1 + floor(${draw(28)} * 3)::int])
    ) one (nth, service)`.execute(db)
}

async function writeDays(db: Db, batch: Batch): Promise<void> {
  const { today } = batch
  const numbers = numbersOf(batch)
  await sql`
    insert into sitter_day_override (sitter_id, service, on_date, capacity)
    select bench_id(2, number), case when ${draw(27)} < 0.75 then 'boarding' else 'house_sitting' end,
      ${today}::date + 1 + floor(bench_draw(number, 30) * 90)::int + day, 0
    from ${numbers}, generate_series(0, 3) day`.execute(db)
  await sql`
    insert into sitter_day (sitter_id, on_date, kind, used, cap)
    select bench_id(2, number), ${today}::date + 1 + floor(${draw(31)} * 90)::int,
      case when ${draw(27)} < 0.75 then 'boarding' else 'house_sitting' end, 1, 3
    from ${numbers}`.execute(db)
}
