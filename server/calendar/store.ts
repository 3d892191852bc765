import { sql } from 'kysely'
import type { OwnHolidays } from '#contract/calendar/calendar.ts'
import type { Service } from '#contract/codes.ts'
import type { DayOverride, DayUse, Timed } from '#server/calendar/capacity.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'

type Range = { from: string; to: string }

export type Days = { overrides: DayOverride[]; uses: DayUse[] }
type Guest = { on: string; kind: Service; ownerId: string }

/**
 * Reads the sitter's overrides and the places taken on these days in one statement. The owners of guests in the home
 * are read only if the sitter takes one household at a time.
 */
export async function findDays(
  db: Db,
  sitterId: string,
  { from, to }: Range,
  exceptBookingId: string | null,
): Promise<Days> {
  const guests = sql`case when (select one_household from sitter where id = ${sitterId}) then (
    select json_agg(json_build_object('on', unit.on_date, 'kind', booking.service, 'ownerId', booking.owner_id))
    from booking
    join (
      select booking_id, on_date from booking_unit
      union all select booking_id, on_date from sitter_hold
    ) unit on unit.booking_id = booking.id
    where booking.sitter_id = ${sitterId} and booking.service in ('boarding', 'day_care')
      and not booking.circle and booking.status in ('awaiting_payment', 'confirmed', 'in_progress')
      and booking.id is distinct from ${exceptBookingId}::uuid
      and unit.on_date between ${from} and ${to}
  ) end`
  const { rows } = await sql<{
    overrides: DayOverride[] | null
    uses: Omit<DayUse, 'ownerIds'>[] | null
    guests: Guest[] | null
  }>`${frequent}
    select (
      select json_agg(json_build_object('on', on_date, 'service', service, 'capacity', capacity, 'imported', imported))
      from sitter_day_word where sitter_id = ${sitterId} and on_date between ${from} and ${to}
    ) as overrides, (
      select json_agg(json_build_object('on', on_date, 'kind', kind, 'used', used))
      from sitter_day
      where sitter_id = ${sitterId} and on_date between ${from} and ${to} and used > 0 and kind <> 'home'
    ) as uses, ${guests} as guests`.execute(db)
  const { overrides, uses, guests: staying } = rows[0]!
  const ownersOf = ({ on, kind }: { on: string; kind: Service }) =>
    (staying ?? []).filter((guest) => guest.on === on && guest.kind === kind).map(({ ownerId }) => ownerId)
  return {
    overrides: overrides ?? [],
    uses: (uses ?? []).map((use) => ({ ...use, ownerIds: ownersOf(use) })),
  }
}

/** Returns visits and walks that hold a place and busy times of feeds; the caller adds the travel time. */
export async function findBusy(
  db: Db,
  sitterId: string,
  { from, to }: { from: Date; to: Date },
  exceptBookingId: string | null,
): Promise<Timed[]> {
  const { rows } = await sql<Timed>`
    select unit.starts_at as "startsAt", unit.ends_at as "endsAt"
    from sitter_busy busy
    join (
      select booking_id, starts_at, ends_at from booking_unit
      union all select booking_id, starts_at, ends_at from sitter_hold
    ) unit
      on unit.booking_id = busy.booking_id and tstzrange(unit.starts_at, unit.ends_at) && busy.during
    where busy.sitter_id = ${sitterId} and busy.kind = 'visit'
      and busy.booking_id is distinct from ${exceptBookingId}::uuid
      and unit.starts_at < ${to} and unit.ends_at > ${from}
    union all
    select lower(time.during), upper(time.during)
    from calendar_feed_time time
    join calendar_feed feed on feed.id = time.feed_id and feed.blocks = 'times'
    where time.sitter_id = ${sitterId} and time.during && tstzrange(${from}, ${to})`.execute(db)
  return rows
}

export type TakenDay = { on: string; kind: Service | 'home'; used: number; cap: number }

/** The current value of a counter. */
export type CountedDay = Omit<TakenDay, 'cap'>

/** Adds to the day counters in the order of the days; a CHECK violation means that a day would exceed its capacity. */
export async function addUses(tx: Tx, sitterId: string, days: readonly TakenDay[]): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    insert into sitter_day as day (sitter_id, on_date, kind, used, cap)
    select ${sitterId}, on_date, kind, used, cap
    from unnest(
      ${days.map(({ on }) => on)}::date[], ${days.map(({ kind }) => kind)}::text[],
      ${days.map(({ used }) => used)}::smallint[], ${days.map(({ cap }) => cap)}::smallint[]
    ) as taken (on_date, kind, used, cap)
    order by on_date, kind
    on conflict (sitter_id, on_date, kind)
    do update set used = day.used + excluded.used, cap = excluded.cap
    returning on_date as "on", kind, used`.execute(tx)
  return rows
}

/** Releases places; the sitter must be locked. */
export async function subtractUses(tx: Tx, sitterId: string, days: readonly CountedDay[]): Promise<void> {
  await sql`
    update sitter_day day set used = day.used - given.used
    from unnest(
      ${days.map(({ on }) => on)}::date[], ${days.map(({ kind }) => kind)}::text[],
      ${days.map(({ used }) => used)}::smallint[]
    ) as given (on_date, kind, used)
    where day.sitter_id = ${sitterId} and day.on_date = given.on_date and day.kind = given.kind`.execute(tx)
}

/** Inserts times at which the sitter is busy; the exclusion constraint rejects overlaps. */
export async function insertBusy(
  tx: Tx,
  { sitterId, bookingId, kind }: { sitterId: string; bookingId: string; kind: string },
  times: readonly Timed[],
): Promise<void> {
  await sql`
    insert into sitter_busy (sitter_id, booking_id, kind, during)
    select ${sitterId}, ${bookingId}, ${kind}, tstzrange(starts_at, ends_at)
    from unnest(
      ${times.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${times.map(({ endsAt }) => endsAt)}::timestamptz[]
    ) as busy (starts_at, ends_at)`.execute(tx)
}

export const deleteBusy = (tx: Tx, bookingId: string) =>
  tx.deleteFrom('sitter_busy').where('booking_id', '=', bookingId).execute()

export type HeldUnit = Timed & { on: string; used: number }

/** Returns the units held for a change of this booking, in chronological order. */
export const findHold = (db: Db, bookingId: string): Promise<HeldUnit[]> =>
  db
    .selectFrom('sitter_hold')
    .select(['on_date as on', 'starts_at as startsAt', 'ends_at as endsAt', 'used'])
    .where('booking_id', '=', bookingId)
    .orderBy('idx')
    .execute()

export async function insertHold(tx: Tx, bookingId: string, units: readonly HeldUnit[]): Promise<void> {
  if (units.length === 0) return
  await tx
    .insertInto('sitter_hold')
    .values(
      units.map(({ on, startsAt, endsAt, used }, idx) => ({
        booking_id: bookingId,
        idx,
        on_date: on,
        starts_at: startsAt,
        ends_at: endsAt,
        used,
      })),
    )
    .execute()
}

export const deleteHold = (tx: Tx, bookingId: string) =>
  tx.deleteFrom('sitter_hold').where('booking_id', '=', bookingId).execute()

/** Reads what a booking takes, from the units and pets recorded with it. */
export async function findTaken(db: Db, bookingId: string) {
  const booking = await db
    .selectFrom('booking')
    .select(['sitter_id', 'owner_id', 'service'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (!booking) return undefined
  const units = await db
    .selectFrom('booking_unit')
    .select(['on_date as on', 'starts_at as startsAt', 'ends_at as endsAt', 'pet_ids'])
    .where('booking_id', '=', bookingId)
    .orderBy('idx')
    .execute()
  const { pets } = await db
    .selectFrom('booking_pet')
    .select(({ fn }) => fn.countAll<string>().as('pets'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return {
    ...booking,
    units: units.map(({ pet_ids: own, ...unit }) => (own ? { ...unit, pets: own.length } : unit)),
    pets: Number(pets),
  }
}

export const findCalendarVersion = (db: Db, sitterId: string) =>
  db
    .selectFrom('sitter')
    .select(['account_id', 'calendar_version'])
    .where('id', '=', sitterId)
    .executeTakeFirstOrThrow()

/** Records that the sitter has confirmed the calendar. */
export const confirmCalendar = (tx: Tx, sitterId: string, on: string, version: number) =>
  tx
    .updateTable('sitter')
    .set({ calendar_confirmed_on: on, calendar_version: version })
    .where('id', '=', sitterId)
    .execute()

export const saveOwnHolidays = (tx: Tx, sitterId: string, own: OwnHolidays, version: number) =>
  tx
    .updateTable('sitter')
    .set({ own_holidays: JSON.stringify(own), calendar_version: version })
    .where('id', '=', sitterId)
    .execute()

export async function saveOverrides(tx: Tx, sitterId: string, days: readonly DayOverride[]): Promise<void> {
  await sql`
    insert into sitter_day_override (sitter_id, service, on_date, capacity)
    select ${sitterId}, service, on_date, capacity
    from unnest(
      ${days.map(({ service }) => service)}::text[], ${days.map(({ on }) => on)}::date[],
      ${days.map(({ capacity }) => capacity)}::smallint[]
    ) as day (service, on_date, capacity)
    on conflict (sitter_id, service, on_date) do update set capacity = excluded.capacity`.execute(tx)
}

export async function deleteOverrides(
  tx: Tx,
  sitterId: string,
  days: readonly Omit<DayOverride, 'capacity'>[],
): Promise<void> {
  await sql`
    delete from sitter_day_override day
    using unnest(
      ${days.map(({ service }) => service)}::text[], ${days.map(({ on }) => on)}::date[]
    ) as given (service, on_date)
    where day.sitter_id = ${sitterId} and day.service = given.service and day.on_date = given.on_date`.execute(
    tx,
  )
}

export const deleteOverridesOf = (tx: Tx, sitterId: string) =>
  tx.deleteFrom('sitter_day_override').where('sitter_id', '=', sitterId).execute()

export async function deleteBusyOf(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0)
    await tx.deleteFrom('sitter_busy').where('booking_id', 'in', bookingIds).execute()
}
