import ICAL from 'ical.js'
import { type FeedEvent, type FeedFile, parseCalendar } from '#server/calendar/feed-lines.ts'
import { type WallTime, type Zone, zonesOf } from '#server/calendar/feed-zone.ts'
import { addDays, dayNumber, instantOf, localOf } from '#server/kernel/day.ts'

/** A calendar to read and the range of days; `ownHost` identifies events that this site wrote itself. */
export type FeedInput = { text: string; timeZone: string; from: string; to: string; ownHost: string }
/** Busy time: days in the sitter's zone, and spans in milliseconds, sorted and without overlap. */
export type FeedBusy = {
  days: string[]
  times: [startsAt: number, endsAt: number][]
  /** Number of events that could not be read or repeat too often. */
  skipped: number
}

const most = { stepsOfEvent: 20_000, steps: 200_000, times: 4_000 }
const day = 86_400_000

type Span = readonly [start: number, end: number]
type Reading = { zone: Zone; own: Zone; until: number; since: number; budget: { steps: number } }

/** Returns the busy time of a calendar (RFC 5545) between two days. Throws if the text is no calendar. */
export function readFeed({ text, timeZone, from, to, ownHost }: FeedInput): FeedBusy {
  const file = parseCalendar(text)
  const { own, of } = zonesOf(file.zones, timeZone)
  const since = instantOf(from, '00:00', timeZone).getTime()
  const until = instantOf(addDays(to, 1), '00:00', timeZone).getTime()
  const budget = { steps: most.steps }
  const spans: Span[] = []
  let skipped = file.skipped
  const moved = movedOf(file)
  for (const event of file.events) {
    if (isOwnEvent(event, ownHost)) continue
    try {
      const component = ICAL.Component.fromString(event.text)
      if (!isBusy(component)) continue
      const reading = { zone: of(tzidOf(component)), own, since, until, budget }
      const { found, isComplete } = spansOf(
        component,
        reading,
        event.isMoved ? [] : (moved.get(event.uid) ?? []),
      )
      spans.push(...found)
      if (!isComplete) skipped += 1
    } catch {
      // An unreadable event is counted and does not affect the others.
      skipped += 1
    }
  }
  for (const { start, end } of file.busy) {
    const span = periodOf(start, end)
    if (span) spans.push(span)
    else skipped += 1
  }
  const times = merged(spans.filter(([start, end]) => end > since && start < until && end > start))
  return { days: daysOf(times, timeZone, { from, to }), times: times.slice(0, most.times), skipped }
}

const isOwnEvent = ({ uid }: FeedEvent, host: string): boolean =>
  /^booking-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d+)?@/.test(uid) && uid.endsWith(`@${host}`)

const textOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '').toUpperCase()

const isBusy = (component: ICAL.Component): boolean =>
  textOf(component, 'transp') !== 'TRANSPARENT' &&
  textOf(component, 'status') !== 'CANCELLED' &&
  textOf(component, 'x-microsoft-cdo-busystatus') !== 'FREE'

/** Returns the occurrences of each series that were moved or cancelled individually; they are separate events. */
function movedOf({ events }: FeedFile): Map<string, string[]> {
  const moved = new Map<string, string[]>()
  for (const { uid, isMoved, text } of events) if (isMoved) moved.set(uid, [...(moved.get(uid) ?? []), text])
  return moved
}

const tzidOf = (component: ICAL.Component): string | undefined =>
  component.getFirstProperty('dtstart')?.getFirstParameter('tzid')

const wallTimeOf = (time: ICAL.Time): WallTime => ({
  on: `${String(time.year).padStart(4, '0')}-${pad(time.month)}-${pad(time.day)}`,
  time: time.isDate ? '00:00' : `${pad(time.hour)}:${pad(time.minute)}`,
  seconds: time.isDate ? 0 : time.second,
})
const pad = (number: number): string => String(number).padStart(2, '0')

const isUtc = (time: ICAL.Time): boolean => !time.isDate && time.zone === ICAL.Timezone.utcTimezone

/** A date without a time is a day in the owner's zone. */
const millisecondsOf = (time: ICAL.Time, zone: Zone, own: Zone): number => {
  const { on, time: clock, seconds } = wallTimeOf(time)
  if (isUtc(time)) return Date.parse(`${on}T${clock}:${pad(seconds)}Z`)
  return (time.isDate ? own : zone)({ on, time: clock, seconds })
}

/** Returns the first value of a property. Throws if it is of another type than RFC 5545 gives to the property. */
function valueIn<T>(
  component: ICAL.Component,
  name: string,
  type: abstract new (...args: never[]) => T,
): T | null {
  const value = component.getFirstPropertyValue(name)
  if (value === null || value instanceof type) return value
  throw new Error(`An event whose ${name} has another type`)
}

type Found = { found: Span[]; isComplete: boolean }

function spansOf(component: ICAL.Component, reading: Reading, moved: readonly string[]): Found {
  const { zone, own } = reading
  const start = valueIn(component, 'dtstart', ICAL.Time)
  if (!start) throw new Error('An event without a start')
  const at = (time: ICAL.Time) => millisecondsOf(time, zone, own)
  const spanOf = lengthOf(component, start, at)
  const without = new Set([
    ...timesIn(component, 'exdate').map((time) => keyOf(time, start, at)),
    ...moved.flatMap((text) => {
      const id = valueIn(ICAL.Component.fromString(text), 'recurrence-id', ICAL.Time)
      return id ? [keyOf(id, start, at)] : []
    }),
  ])
  const rule = valueIn(component, 'rrule', ICAL.Recur)
  const isMoved = component.hasProperty('recurrence-id')
  if (!rule || isMoved) {
    const all = [start, ...(isMoved ? [] : timesIn(component, 'rdate'))]
    return { found: all.filter((time) => !without.has(keyOf(time, start, at))).map(spanOf), isComplete: true }
  }
  const added = timesIn(component, 'rdate').map(spanOf)
  const { found, isComplete } = expand(rule, { start, at, spanOf, without }, reading)
  return { found: [...added, ...found], isComplete }
}

type Series = {
  start: ICAL.Time
  at: (time: ICAL.Time) => number
  spanOf: (time: ICAL.Time) => Span
  /** Keys of the occurrences that were moved or cancelled. */
  without: ReadonlySet<string>
}

/** Expands a recurrence in wall-clock time, which is what people mean. */
function expand(
  rule: ICAL.Recur,
  { start, at, spanOf, without }: Series,
  { since, until, budget }: Reading,
): Found {
  const { until: last } = rule
  const endsAt = last ? at(last) + (last.isDate ? day - 1 : 0) : Number.POSITIVE_INFINITY
  // UNTIL may be in UTC, which the iterator would compare with wall-clock times.
  rule.until = null
  const found: Span[] = []
  const steps = Math.min(most.stepsOfEvent, budget.steps)
  const iterator = rule.iterator(start)
  let isComplete = false
  for (let step = 0; step < steps; step += 1) {
    budget.steps -= 1
    const next = iterator.next() as ICAL.Time | undefined
    if (!next) {
      isComplete = true
      break
    }
    const span = spanOf(next)
    if (span[0] >= until || span[0] > endsAt) {
      isComplete = true
      break
    }
    if (span[1] > since && !without.has(keyOf(next, start, at))) found.push(span)
  }
  return { found, isComplete }
}

/** Identifies an occurrence: whole days by date, others by instant. */
const keyOf = (time: ICAL.Time, start: ICAL.Time, at: (time: ICAL.Time) => number): string =>
  start.isDate || time.isDate ? wallTimeOf(time).on : String(at(time))

const timesIn = (component: ICAL.Component, name: string): ICAL.Time[] =>
  component
    .getAllProperties(name)
    .flatMap((property) => property.getValues())
    .map((value: unknown) => {
      if (value instanceof ICAL.Period) return value.start
      if (value instanceof ICAL.Time) return value
      throw new Error(`An event whose ${name} has another type`)
    })

function lengthOf(
  component: ICAL.Component,
  start: ICAL.Time,
  at: (time: ICAL.Time) => number,
): (time: ICAL.Time) => Span {
  const end = valueIn(component, 'dtend', ICAL.Time)
  const duration = valueIn(component, 'duration', ICAL.Duration)
  if (start.isDate) {
    const days = end
      ? dayNumber(wallTimeOf(end).on) - dayNumber(wallTimeOf(start).on)
      : duration
        ? Math.ceil(duration.toSeconds() / 86_400)
        : 1
    return (time) => {
      const last = time.clone()
      last.adjust(Math.max(1, days), 0, 0, 0)
      return [at(time), at(last)]
    }
  }
  const length = end ? at(end) - at(start) : duration ? duration.toSeconds() * 1000 : 0
  return (time) => [at(time), at(time) + Math.max(0, length)]
}

function periodOf(start: string, end: string): Span | null {
  const from = Date.parse(start)
  const to = end.startsWith('P') ? from + ICAL.Duration.fromString(end).toSeconds() * 1000 : Date.parse(end)
  return Number.isFinite(from) && Number.isFinite(to) ? [from, to] : null
}

function merged(spans: readonly Span[]): [number, number][] {
  const all: [number, number][] = []
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

/** Returns each day with any busy time; a span that ends at midnight does not touch the next day. */
function daysOf(
  times: readonly Span[],
  timeZone: string,
  { from, to }: { from: string; to: string },
): string[] {
  const days = new Set<string>()
  for (const [start, end] of times) {
    const last = localOf(new Date(end - 1), timeZone).on
    let on = localOf(new Date(start), timeZone).on
    if (on < from) on = from
    for (; on <= last && on <= to; on = addDays(on, 1)) days.add(on)
  }
  return [...days].sort()
}
