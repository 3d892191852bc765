import type { CalendarDay, showCalendar, updateCalendar } from '#contract/calendar/calendar.ts'
import type { Service } from '#contract/codes.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type { Settings } from '#contract/settings.ts'
import { type DayOverride, type FreeDay, freePlaces } from '#server/calendar/capacity.ts'
import { readDays } from '#server/calendar/commands.ts'
import * as store from '#server/calendar/store.ts'
import { holidaysOfSitter } from '#server/holidays/commands.ts'
import { holidayOn } from '#server/holidays/period.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { addDays, addHours, daysBetween, daysFrom, instantOf, localOf } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TokenViewer, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { markDays } from '#server/search/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { type BookableSitter, lockSitter, sitterForCalendar } from '#server/sitters/commands.ts'

export type Calendar = EndpointResponse<typeof showCalendar>
type Change = HandlerInput<typeof updateCalendar>['body']

const maxDays = 400

/**
 * Returns the public view of free and unavailable days; days beyond the horizon are not listed, because they cannot be
 * booked.
 */
export async function readCalendar(
  { db, now }: Deps,
  sitterId: string,
  viewer: TokenViewer | null,
  query: HandlerInput<typeof showCalendar>['query'],
): Promise<Calendar> {
  const { sitter } = await sitterForCalendar(db, sitterId, viewer)
  const { settings } = await currentSettings(db)
  const today = localOf(now(), sitter.timeZone).on
  const from = query.from ?? today
  const last = addDays(today, settings.horizonDays)
  const to = query.to ?? (from > last ? from : last)
  if (to < from) throw refused('The last day must not come before the first', { from, to })
  if (daysBetween(from, to) >= maxDays) throw refused(`Ask for at most ${maxDays} days at once`, { from, to })
  return viewCalendar(
    db,
    sitter,
    { from, to: to < last ? to : last, service: query.service },
    settings,
    now(),
  )
}

const refused = (detail: string, values: object): Problem =>
  new Problem('dates-refused', { detail, ...values })

async function viewCalendar(
  db: Db,
  sitter: BookableSitter,
  { from, to, service }: { from: string; to: string; service?: Service | undefined },
  settings: Settings,
  at: Date,
): Promise<Calendar> {
  const { timeZone } = sitter
  const today = localOf(at, timeZone).on
  const { calendar_version: version } = await store.findCalendarVersion(db, sitter.id)
  const shown = service
    ? { ...sitter, services: sitter.services.filter((one) => one.service === service) }
    : sitter
  const { calendar, uses } = await readDays(db, shown, { from, to }, settings)
  const days = freePlaces(calendar, uses, daysFrom(from, daysBetween(from, to) + 1))
  const holidays = await holidaysOfSitter(db, sitter, from, to)
  const tooSoon = tooSoonFor(sitter, today, at)
  const surcharged = new Set(
    sitter.services.filter(({ rates }) => (rates.holidayExtra ?? 0) > 0).map((one) => one.service),
  )
  const items = days.map((day): CalendarDay => {
    const reason = reasonOf(day, today, tooSoon(day))
    return {
      on: day.on,
      service: day.service,
      capacity: day.capacity,
      free: reason === null ? day.free : 0,
      reason,
      holiday: surcharged.has(day.service) ? (holidayOn(day.on, holidays)?.name ?? null) : null,
    }
  })
  return { timeZone, today, items, version }
}

function reasonOf({ on, obstacle }: FreeDay, today: string, tooSoon: boolean): CalendarDay['reason'] {
  if (on < today) return 'past'
  if (obstacle !== null) return obstacle === 'away' || obstacle === 'other_calendar' ? 'away' : 'full'
  return tooSoon ? 'notice' : null
}

/** Returns a test for days on which even the last minute is too soon for the sitter's notice. */
function tooSoonFor({ services, timeZone }: BookableSitter, today: string, at: Date) {
  const firstOn = new Map<Service, string>()
  for (const { service, noticeHours } of services) {
    const earliest = addHours(at, noticeHours)
    let on = today
    while (instantOf(on, '23:59', timeZone) < earliest) on = addDays(on, 1)
    firstOn.set(service, on)
  }
  return ({ on, service }: FreeDay): boolean => on < (firstOn.get(service) ?? today)
}

/**
 * Blocks or opens days or changes their capacity, and confirms that the calendar is up to date. Capacity never goes
 * below what is booked.
 */
export function changeCalendar(
  deps: Deps,
  viewer: Viewer,
  sitterId: string,
  { days, version }: Change,
): Promise<Calendar> {
  return ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const { sitter, isOwn } = await sitterForCalendar(deps.db, sitterId, viewer)
    if (!isOwn) throw new Problem('sitter-not-found')
    const { settings } = await currentSettings(deps.db)
    const { calendar_version: current } = await store.findCalendarVersion(deps.db, sitterId)
    if (version !== undefined && version !== current)
      throw new Problem('version-stale', {
        detail: 'Read the calendar again and repeat your change.',
        version: current,
      })
    const at = deps.now()
    const today = localOf(at, sitter.timeZone).on
    const span = { from: today, to: addDays(today, settings.horizonDays) }
    const changes = expandChanges(days, sitter)
    refuseOutside(changes, span)
    await store.deleteOverrides(deps.db, sitterId, changes.filter(isReset))
    await store.saveOverrides(deps.db, sitterId, changes.filter(isSet))
    await refuseBelowBooked(deps.db, sitter, changes, settings)
    await store.confirmCalendar(deps.db, sitterId, today, current + 1)
    await markDays(deps.db, sitterId, [...new Set(changes.map(({ on }) => on))], at)
    await announce(deps.db, 'sitter', sitterId)
    await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId })
    return viewCalendar(deps.db, sitter, span, settings, at)
  })
}

type DayChange = Omit<DayOverride, 'capacity'> & { capacity: number | null }
const isSet = (change: DayChange): change is DayOverride => change.capacity !== null
const isReset = (change: DayChange): boolean => change.capacity === null

/** Expands to one change for each day and service; the last one wins. House sitting has a capacity of at most one. */
function expandChanges(days: Change['days'], { services }: BookableSitter): DayChange[] {
  const offered = services.map(({ service }) => service)
  const changes = new Map<string, DayChange>()
  const errors: { path: string; message: string }[] = []
  for (const [index, { on, service, capacity }] of days.entries()) {
    if (service && !offered.includes(service))
      errors.push({ path: `days.${index}.service`, message: 'You do not offer this service' })
    for (const each of service ? [service] : offered) {
      const places = each === 'house_sitting' && capacity !== null ? Math.min(1, capacity) : capacity
      changes.set(`${on} ${each}`, { on, service: each, capacity: places })
    }
  }
  if (errors.length > 0)
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors,
    })
  return [...changes.values()]
}

function refuseOutside(changes: readonly DayChange[], { from, to }: { from: string; to: string }): void {
  const outside = changes.find(({ on }) => on < from || on > to)
  if (outside) throw refused(`Only days from ${from} to ${to} can be changed`, { on: outside.on, from, to })
}

async function refuseBelowBooked(
  db: Db,
  sitter: BookableSitter,
  changes: readonly DayChange[],
  settings: Settings,
): Promise<void> {
  const days = changes.map(({ on }) => on).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return
  const { calendar, uses } = await readDays(db, sitter, { from, to }, settings)
  const own = { ...calendar, overrides: calendar.overrides.filter(({ imported }) => !imported) }
  const capacities = new Map(
    freePlaces(own, [], [...new Set(days)]).map((day) => [`${day.on} ${day.service}`, day.capacity]),
  )
  const touched = new Set(changes.map(({ on, service }) => `${on} ${service}`))
  const below = uses.filter(({ on, kind, used }) => {
    const day = `${on} ${kind}`
    return touched.has(day) && used > (capacities.get(day) ?? 0)
  })
  if (below.length > 0)
    throw new Problem('calendar-booked', {
      detail: 'Days with bookings must keep at least the places that are booked. Cancel the booking first.',
      dates: [...new Set(below.map(({ on }) => on))].sort(),
    })
}
