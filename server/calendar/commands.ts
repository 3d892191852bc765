import type { Obstacle, Service } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { listWords } from '#contract/words.ts'
import {
  type Conflict,
  conflicts,
  type DayIfAccepted,
  daysIfAccepted,
  type DayUse,
  freePlaces,
  type SitterCalendar,
  type Timed,
  usesOf,
  type Wanted,
} from '#server/calendar/capacity.ts'
import * as store from '#server/calendar/store.ts'
import { addMinutes, latest } from '#server/kernel/day.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { violates } from '#server/kernel/db/errors.ts'
import { Problem } from '#server/kernel/problem.ts'
import { dayInWords } from '#server/kernel/words.ts'
import { markDays, markDaysOf } from '#server/search/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { type BookableSitter, sitterForBooking } from '#server/sitters/commands.ts'

export type CalendarTerms = Pick<
  BookableSitter,
  'id' | 'homeCeiling' | 'oneHousehold' | 'visitsWhileSitting' | 'services' | 'timeZone'
>

/**
 * Returns the days on which a booking does not fit, and why; empty when it fits. The result is reliable only under the
 * sitter's lock. `replacedBookingId` is a booking being changed, whose own places do not count.
 */
export async function checkCapacity(
  db: Db,
  sitter: CalendarTerms,
  wanted: Wanted,
  replacedBookingId: string | null = null,
): Promise<Conflict[]> {
  const { calendar, uses, busy } = await readCalendar(db, sitter, wanted, replacedBookingId)
  const taken = replacedBookingId === null ? undefined : await store.findTaken(db, replacedBookingId)
  const own = taken ? usesOf({ ...taken, ownerId: taken.owner_id }) : []
  return conflicts(withoutBlocksOnHeldDays(calendar, own), withoutOwn(uses, own), busy, wanted)
}

/**
 * Removes imported blocks from days that the booking already holds: a feed that becomes busy later only causes a
 * warning.
 */
const withoutBlocksOnHeldDays = (calendar: SitterCalendar, own: readonly DayUse[]): SitterCalendar => ({
  ...calendar,
  overrides: calendar.overrides.filter(
    ({ imported, on, service }) => !imported || !own.some((use) => use.on === on && use.kind === service),
  ),
})

/** Returns the days that a booking holds, for `takeCapacity` when the booking is changed. */
export async function heldDays(db: Db, bookingId: string): Promise<DayUse[]> {
  const taken = await store.findTaken(db, bookingId)
  return taken ? usesOf({ ...taken, ownerId: taken.owner_id }) : []
}

const withoutOwn = (uses: readonly DayUse[], own: readonly DayUse[]): DayUse[] =>
  uses.map((use) => {
    const ownUse = own.find(({ on, kind }) => on === use.on && kind === use.kind)
    return ownUse ? { ...use, used: use.used - ownUse.used } : use
  })

/** Like `checkCapacity` for several bookings, in their order, reading the calendar only once. */
export const checkEach = (db: Db, sitter: CalendarTerms, wanted: readonly Wanted[]): Promise<Conflict[][]> =>
  judgeEach(db, sitter, wanted, conflicts)

/** Returns the places on each day of several bookings, each as if it alone were accepted, in their order. */
export const daysOfEach = (
  db: Db,
  sitter: CalendarTerms,
  wanted: readonly Wanted[],
): Promise<DayIfAccepted[][]> => judgeEach(db, sitter, wanted, daysIfAccepted)

async function judgeEach<T>(
  db: Db,
  sitter: CalendarTerms,
  wanted: readonly Wanted[],
  judge: (calendar: SitterCalendar, uses: readonly DayUse[], busy: readonly Timed[], one: Wanted) => T[],
): Promise<T[][]> {
  const units = wanted.flatMap((booking) => booking.units)
  if (units.length === 0) return wanted.map(() => [])
  const { settings } = await currentSettings(db)
  const { calendar, uses } = await readDays(db, sitter, rangeOf({ units }), settings)
  const busy = await store.findBusy(db, sitter.id, aroundOf(units, calendar.travelMinutes), null)
  return wanted.map((booking) => judge(calendar, uses, busy, booking))
}

const obstacleTexts: Record<Obstacle, string> = {
  away: 'the sitter is away',
  other_calendar: 'another calendar of the sitter says busy',
  full: 'no place is left',
  home_full: 'no place is left in the home',
  other_household: 'pets of another household are there',
  house_sitting: 'the sitter is at another home',
  home_in_use: 'the sitter has guests or visits to make',
  time_taken: 'the sitter is elsewhere at that time',
}
const maxNamed = 5

/** `Fri, 11 Dec 2026 (no place is left) and Sat, 12 Dec 2026 (room for 1 only)` */
function daysInWords(days: readonly Conflict[]): string {
  const named = days.slice(0, maxNamed).map(({ on, obstacle, free }) => {
    const why = free > 0 && obstacle !== 'time_taken' ? `room for ${free} only` : obstacleTexts[obstacle]
    return `${dayInWords(on)} (${why})`
  })
  return listWords(days.length > maxNamed ? [...named, `${days.length - maxNamed} more`] : named)
}

/** Builds the problem for a booking that does not fit: the dates, and the obstacle on each. */
export const capacityFull = (days: readonly Conflict[]): Problem =>
  new Problem('capacity-full', {
    detail: `Not free: ${daysInWords(days)}. Choose other dates or another sitter.`,
    dates: days.map(({ on }) => on),
    conflicts: days,
  })

/**
 * Takes the places of a booking, or throws `capacity-full` with the dates. The sitter must be locked, but the CHECK on
 * the counters and the exclusion of overlapping times hold even without the lock. `held` are the days that the booking
 * had before a change.
 */
export async function takeCapacity(
  tx: Tx,
  sitterId: string,
  booking: Wanted & { id: string },
  now: Date,
  held: readonly DayUse[] = [],
): Promise<void> {
  const [sitter, { settings }, days] = await Promise.all([
    sitterForBooking(tx, sitterId),
    currentSettings(tx),
    store.findDays(tx, sitterId, rangeOf(booking), booking.id),
  ])
  if (!sitter) throw new Problem('sitter-not-found')
  const calendar = withoutBlocksOnHeldDays(calendarOf(sitter, days.overrides, settings), held)
  const before = days.uses
  const busy = await findBusy(tx, sitterId, booking, calendar, booking.id)
  const blocked = conflicts(calendar, before, busy, booking)
  if (blocked.length > 0) throw capacityFull(blocked)
  const uses = usesOf(booking)
  let counted: store.CountedDay[]
  try {
    counted = await store.addUses(tx, sitterId, countersOf(calendar, uses))
    await writeBusy(tx, sitterId, booking, booking.units, settings)
  } catch (error) {
    if (!isOverCapacity(error)) throw error
    throw capacityFull(uses.map(({ on }) => ({ on, obstacle: 'full', free: 0 })))
  }
  await markDaysOf(
    tx,
    { ...sitter, overrides: days.overrides, uses: withCounted(before, counted) },
    uses.map(({ on }) => on),
    now,
  )
}

/** Merges the uses read before with the counters that were written. */
const withCounted = (before: readonly DayUse[], counted: readonly store.CountedDay[]) => [
  ...before.filter((use) => !counted.some(({ on, kind }) => on === use.on && kind === use.kind)),
  ...counted.flatMap(({ on, kind, used }) => (kind === 'home' ? [] : [{ on, kind, used }])),
]

/** Releases the places of a booking, from a day on or all of them. The sitter must be locked. */
export async function releaseCapacity(
  tx: Tx,
  bookingId: string,
  now: Date,
  { fromOn }: { fromOn?: string | undefined } = {},
): Promise<void> {
  const taken = await store.findTaken(tx, bookingId)
  if (!taken) throw new Problem('booking-not-found')
  const { settings } = await currentSettings(tx)
  await subtractHold(tx, bookingId, taken, now)
  const isReleased = ({ on }: { on: string }) => fromOn === undefined || on >= fromOn
  const { sitter_id: sitterId, owner_id: ownerId, service, pets } = taken
  const units = taken.units.filter(isReleased)
  const uses = usesOf({ service, ownerId, pets, units })
  await store.subtractUses(
    tx,
    sitterId,
    uses.flatMap(({ on, used }) => kindsOf(service).map((kind) => ({ on, kind, used }))),
  )
  await store.deleteBusy(tx, bookingId)
  const remaining = taken.units.filter((unit) => !isReleased(unit))
  await writeBusy(tx, sitterId, { id: bookingId, service }, remaining, settings)
  await markDays(
    tx,
    sitterId,
    uses.map(({ on }) => on),
    now,
  )
}

/** Releases the places held for a change in addition to the booking's own; returns whether there were any. */
export async function subtractHold(
  tx: Tx,
  bookingId: string,
  { sitter_id: sitterId, service }: { sitter_id: string; service: Service },
  now: Date,
): Promise<boolean> {
  const held = await store.findHold(tx, bookingId)
  if (held.length === 0) return false
  await store.deleteHold(tx, bookingId)
  const uses = held.filter(({ used }) => used > 0)
  await store.subtractUses(
    tx,
    sitterId,
    uses.flatMap(({ on, used }) => kindsOf(service).map((kind) => ({ on, kind, used }))),
  )
  await markDays(
    tx,
    sitterId,
    uses.map(({ on }) => on),
    now,
  )
  return true
}

const isVisit = (service: Service): boolean => service === 'drop_in' || service === 'dog_walking'

/** Boarding and day care share the home, so they use two counters: their own and that of the home. */
export const kindsOf = (service: Service): (Service | 'home')[] =>
  service === 'boarding' || service === 'day_care' ? [service, 'home'] : [service]

export const isOverCapacity = (error: unknown): boolean =>
  violates(error, 'sitter_day_check') || violates(error, 'sitter_busy_sitter_id_kind_during_excl')

function rangeOf({ units }: { units: readonly { on: string }[] }): { from: string; to: string } {
  const days = units.map(({ on }) => on).sort()
  return { from: days[0] ?? '2000-01-01', to: days.at(-1) ?? '2000-01-01' }
}

function aroundOf(units: readonly Timed[], travelMinutes: number): { from: Date; to: Date } {
  const starts = units.map(({ startsAt }) => startsAt.getTime())
  const ends = units.map(({ endsAt }) => endsAt.getTime())
  return {
    from: addMinutes(new Date(Math.min(...starts)), -travelMinutes),
    to: addMinutes(new Date(Math.max(...ends)), travelMinutes),
  }
}

export async function readCalendar(
  db: Db,
  sitter: CalendarTerms,
  wanted: Wanted,
  exceptBookingId: string | null,
) {
  const { settings } = await currentSettings(db)
  const { calendar, uses } = await readDays(db, sitter, rangeOf(wanted), settings, exceptBookingId)
  const busy = await findBusy(db, sitter.id, wanted, calendar, exceptBookingId)
  return { settings, calendar, uses, busy }
}

/** Reads busy times only for visits, because other services do not conflict by time of day. */
const findBusy = async (
  db: Db,
  sitterId: string,
  { service, units }: Wanted,
  { travelMinutes }: SitterCalendar,
  exceptBookingId: string | null,
): Promise<Timed[]> =>
  isVisit(service) ? store.findBusy(db, sitterId, aroundOf(units, travelMinutes), exceptBookingId) : []

const calendarOf = (
  sitter: CalendarTerms,
  overrides: SitterCalendar['overrides'],
  settings: Settings,
): SitterCalendar => ({
  weekdays: Object.fromEntries(
    sitter.services.map(({ service, weekdayCapacity }) => [service, weekdayCapacity]),
  ),
  overrides,
  homeCeiling: sitter.homeCeiling,
  oneHousehold: sitter.oneHousehold,
  visitsWhileSitting: sitter.visitsWhileSitting,
  travelMinutes: settings.capacity.travelMinutes,
})

/** Reads the data from which capacity is computed, for a range of days. */
export async function readDays(
  db: Db,
  sitter: CalendarTerms,
  range: { from: string; to: string },
  settings: Settings,
  exceptBookingId: string | null = null,
): Promise<{ calendar: SitterCalendar; uses: DayUse[] }> {
  const { overrides, uses } = await store.findDays(db, sitter.id, range, exceptBookingId)
  return { calendar: calendarOf(sitter, overrides, settings), uses }
}

/** Returns a counter for each day and kind, with the current capacity. */
export function countersOf(calendar: SitterCalendar, uses: readonly DayUse[]): store.TakenDay[] {
  const days = freePlaces(
    calendar,
    [],
    uses.map(({ on }) => on),
  )
  return uses.flatMap(({ on, kind: service, used }) => {
    const cap = days.find((day) => day.on === on && day.service === service)?.capacity ?? 0
    return kindsOf(service).map((kind) => ({
      on,
      kind,
      used,
      cap: kind === 'home' ? calendar.homeCeiling : cap,
    }))
  })
}

/**
 * Writes the sitter's busy times: visits and walks including the travel time to the next place, house sitting for the
 * nights.
 */
export async function writeBusy(
  tx: Tx,
  sitterId: string,
  { id: bookingId, service }: { id: string; service: Service },
  units: readonly Timed[],
  settings: Settings,
): Promise<void> {
  if (units.length === 0 || (!isVisit(service) && service !== 'house_sitting')) return
  const travel = isVisit(service) ? settings.capacity.travelMinutes : 0
  const kind = isVisit(service) ? 'visit' : service
  await store.insertBusy(tx, { sitterId, bookingId, kind }, withTravel(units, travel))
}

/**
 * Adds travel time after each unit. Visits of one booking that are close together are merged, because no travel lies
 * between them.
 */
function withTravel(units: readonly Timed[], travelMinutes: number): Timed[] {
  const merged: Timed[] = []
  for (const { startsAt, endsAt } of units.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const last = merged.at(-1)
    const until = addMinutes(endsAt, travelMinutes)
    if (last && startsAt < last.endsAt) last.endsAt = latest(last.endsAt, until)
    else merged.push({ startsAt, endsAt: until })
  }
  return merged
}
