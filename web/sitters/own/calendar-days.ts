import type { CalendarDay } from '#contract/calendar/calendar.ts'
import type { CalendarFeed } from '#contract/calendar/feeds.ts'
import type { Service } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import type { DayInfo, DayState } from '#web/ui/dates/availability-day.tsx'
import { weekdayOf } from '#web/ui/dates/days.ts'

export type DayChange = { on: string; service: Service; capacity: number | null }
export type Offered = { service: Service; weekdayCapacity: readonly number[] }

/** Groups the API's calendar days by date, one entry for each service. */
export function byDay(items: readonly CalendarDay[]): Map<string, CalendarDay[]> {
  const days = new Map<string, CalendarDay[]>()
  for (const item of items) days.set(item.on, [...(days.get(item.on) ?? []), item])
  return days
}

const stateOf = ({ reason, capacity, free }: CalendarDay): DayState => {
  if (reason === 'past') return 'closed'
  if (reason === 'full') return 'booked'
  // Too late for new requests, but the sitter may still close or open the day.
  return capacity > 0 || free > 0 ? 'free' : 'blocked'
}

/** State of a day with several services: the first of these that any service has. */
const precedence: readonly DayState[] = ['free', 'booked', 'blocked', 'imported', 'closed']

function noteOf({ service, capacity, free, reason }: CalendarDay, several: boolean): string | null {
  const name = several ? `${serviceNames[service]}: ` : ''
  if (reason === 'full') return `${name}full`
  if (reason === null && free < capacity) return `${name}${free} of ${capacity} free`
  if (reason === 'notice') return `${name}too soon for new requests`
  return null
}

/** Notes from external calendars about a day. */
export type ExternalDay = { names: string[]; isClosed: (service: Service) => boolean }

export function externalDaysOf(feeds: readonly CalendarFeed[]): Map<string, ExternalDay> {
  const days = new Map<string, CalendarFeed[]>()
  for (const feed of feeds) for (const on of feed.busyDays) days.set(on, [...(days.get(on) ?? []), feed])
  return new Map(
    [...days].map(([on, busy]) => [
      on,
      {
        names: busy.map(({ name, blocks }) =>
          blocks === 'times' ? `busy at some time in “${name}”` : `busy in “${name}”`,
        ),
        isClosed: (service: Service) =>
          busy.some(({ blocks, services }) => blocks === 'days' && (services?.includes(service) ?? true)),
      },
    ]),
  )
}

type DayContext = { elsewhere?: ExternalDay | undefined; booked?: readonly string[] | undefined }

/** State and notes of a day, for one service or for all of them. */
export function dayInfo(
  day: readonly CalendarDay[] | undefined,
  { elsewhere, booked = [] }: DayContext = {},
): DayInfo {
  if (!day?.length) return { state: 'closed', note: booked.length > 0 ? booked.join('; ') : undefined }
  const isImported = ({ service, reason }: CalendarDay) =>
    reason !== 'past' && (elsewhere?.isClosed(service) ?? false)
  const states = day.map((item) => (isImported(item) ? 'imported' : stateOf(item)))
  const notes = [
    ...booked,
    ...(elsewhere?.names ?? []),
    ...day.map((item) => noteOf(item, day.length > 1)),
    day.find(({ holiday }) => holiday)?.holiday ?? null,
  ].filter((note) => note !== null)
  return {
    state: precedence.find((state) => states.includes(state)) ?? 'closed',
    note: notes.length > 0 ? notes.join('; ') : undefined,
  }
}

/** Opened days return to the weekday's capacity; if that is 0, they get one place. */
export function changesFor(
  days: readonly string[],
  state: 'free' | 'blocked',
  offered: readonly Offered[],
): DayChange[] {
  return days.flatMap((on) =>
    offered.map(({ service, weekdayCapacity }) => {
      const usual = weekdayCapacity[weekdayOf(on)] ?? 0
      return { on, service, capacity: state === 'blocked' ? 0 : usual > 0 ? null : 1 }
    }),
  )
}

/** Returns the changes that restore the days' current capacity. */
export function undoOf(
  changes: readonly DayChange[],
  before: ReadonlyMap<string, readonly CalendarDay[]>,
  offered: readonly Offered[],
): DayChange[] {
  return changes.map(({ on, service }) => {
    const capacity = before.get(on)?.find((item) => item.service === service)?.capacity ?? 0
    const usual = offered.find((one) => one.service === service)?.weekdayCapacity[weekdayOf(on)] ?? 0
    return { on, service, capacity: capacity === usual ? null : capacity }
  })
}
