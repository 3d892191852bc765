import { sql } from 'kysely'
import { addDays } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { actorsOf, buildPet, buildSitter } from '#test/booking-fixture.ts'
import { buildPlaces } from '#test/build.ts'
import { buildPeople, namesOf } from '#test/proofs/people.ts'
import { benchConfig } from './fixture.ts'

/** Number of sitters in the crowd; one more sitter receives requests from all. */
export const sitters = 1_000

/** First number of the bookings with that popular sitter. */
export const hotFrom = 1_000_000_000

/** Returns the id of the booking with this number, like SQL's `bench_id`. */
export const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Creates the fixture; returns the sitters' tokens, the popular one's last. */
export async function buildFixture(deps: Deps): Promise<string[]> {
  const { db } = deps
  await buildPlaces(db)
  const people = await buildPeople(db, benchConfig(), namesOf('Person', sitters + 1))
  await sql`create table bench_sitter (number int primary key, id uuid, account_id uuid, uid text, pet_id uuid)`.execute(
    db,
  )
  for (const [number, person] of people.entries()) {
    const id = await buildSitter(db, person)
    const pet = await buildPet(db, person, { name: 'Rex' })
    await sql`insert into bench_sitter values (${number}, ${id}, ${person.accountId}, ${person.uid}, ${pet})`.execute(
      db,
    )
  }
  await sql`
    create function bench_id(number int) returns uuid immutable language sql
    as $$ select ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid $$`.execute(db)
  await rebuildSearch(deps)
  await requestOne(deps, people)
  return people.map(({ authorization }) => authorization)
}

/** Creates a real request of the second person to the first for two nights, from which all others are copied. */
async function requestOne(deps: Deps, people: Awaited<ReturnType<typeof buildPeople>>): Promise<void> {
  const { db } = deps
  const { rows } = await sql<{ id: string; pet_id: string }>`
    select id, pet_id from bench_sitter where number < 2 order by number`.execute(db)
  const startOn = addDays(deps.now().toISOString().slice(0, 10), 10)
  const draft = {
    sitterId: rows[0]!.id,
    service: 'boarding' as const,
    startOn,
    endOn: addDays(startOn, 2),
    petIds: [rows[1]!.pet_id],
  }
  const { id } = await actorsOf(deps).request(people[1]!, draft)
  await sql`create table bench_request as select id from booking where id = ${id}`.execute(db)
}

/**
 * Inserts open requests with consecutive numbers, either to the crowd of sitters in turn or all to the popular one. No
 * two overlap: each pair of people gets different days every time.
 */
export async function writeRequests(db: Db, from: number, count: number, to: 'crowd' | 'one'): Promise<void> {
  const sitterNumber = to === 'crowd' ? sql`series.number % ${sitters}::int` : sql`${sitters}::int`
  const days =
    to === 'crowd' ? sql`4 * (series.number / ${sitters}::int)` : sql`4 * (series.number - ${hotFrom}::int)`
  await sql`
    create temporary table copy on commit drop as
    select series.number, ${days} as days, keeper.id as sitter_id, asker.account_id as owner_id, asker.pet_id
    from generate_series(${from}::int, ${from + count - 1}::int) series (number)
    join bench_sitter keeper on keeper.number = ${sitterNumber}
    join bench_sitter asker on asker.number = (series.number + 1) % ${sitters}::int`.execute(db)
  const moved = (column: string) => sql`${sql.ref(column)} + copy.days * interval '1 day'`
  await sql`
    insert into booking (id, owner_id, sitter_id, service, status, start_on, start_time, end_on, end_time, time_zone,
      starts_at, ends_at, quote, terms, currency, total, expires_at, due_at, created_at, updated_at, sent_at)
    select bench_id(copy.number), copy.owner_id, copy.sitter_id, service, status, ${moved('start_on')}, start_time,
      ${moved('end_on')}, end_time, time_zone, ${moved('starts_at')}, ${moved('ends_at')}, quote, terms, currency, total,
      expires_at, due_at, created_at, updated_at, sent_at
    from copy, booking where booking.id = (select id from bench_request)`.execute(db)
  await sql`insert into booking_pet (booking_id, pet_id) select bench_id(number), pet_id from copy`.execute(
    db,
  )
  await sql`
    insert into booking_unit (booking_id, idx, on_date, starts_at, ends_at, minutes)
    select bench_id(copy.number), idx, ${moved('on_date')}, ${moved('starts_at')}, ${moved('ends_at')}, minutes
    from copy, booking_unit where booking_id = (select id from bench_request)`.execute(db)
  await sql`
    insert into booking_event (booking_id, idx, at, event, from_status, to_status, by, account_id, payload)
    select bench_id(copy.number), idx, at, event, from_status, to_status, by, copy.owner_id, payload
    from copy, booking_event where booking_id = (select id from bench_request)`.execute(db)
}
