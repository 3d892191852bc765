import { fromDate, parseDateTime } from '@internationalized/date'

const dayMilliseconds = 86_400_000
export const minuteMilliseconds = 60_000
export const hourMilliseconds = 3_600_000

/** Whole days since 1970-01-01; arithmetic on this number is not affected by changes of the clocks. */
export const dayNumber = (on: string): number =>
  Date.UTC(Number(on.slice(0, 4)), Number(on.slice(5, 7)) - 1, Number(on.slice(8, 10))) / dayMilliseconds

export const dayFromNumber = (day: number): string =>
  new Date(day * dayMilliseconds).toISOString().slice(0, 10)

export const addDays = (on: string, days: number): string => dayFromNumber(dayNumber(on) + days)

export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** Returns `count` consecutive days, starting with `from`. */
export function daysFrom(from: string, count: number): string[] {
  const first = dayNumber(from)
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayFromNumber(first + index))
}

/** 0 is Monday, 6 is Sunday: the order of every weekday list of the contract. */
export const weekdayOf = (on: string): number => (((dayNumber(on) + 3) % 7) + 7) % 7

/** Returns the Monday of the week of this day. */
export const mondayOf = (on: string): string => addDays(on, -weekdayOf(on))

/** Returns the same day of a later month, or the last day of that month if it is shorter. */
export function addMonths(on: string, months: number): string {
  const month = Number(on.slice(0, 4)) * 12 + Number(on.slice(5, 7)) - 1 + months
  const [year, index] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, index, Math.min(Number(on.slice(8, 10)), last))).toISOString().slice(0, 10)
}

export const clockMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const maxCachedEntries = 20_000
const instants = new Map<string, number>()
const offsets = new Map<string, number>()

/** Caches zone arithmetic, because `Intl` takes microseconds per call and the same few days are computed repeatedly. */
function memoize(cache: Map<string, number>, key: string, compute: () => number): number {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= maxCachedEntries) cache.clear()
  const value = compute()
  cache.set(key, value)
  return value
}

/**
 * Converts a wall clock time to an instant: a skipped time moves forward, and an ambiguous time is its first
 * occurrence.
 */
export function instantOf(on: string, time: string, timeZone: string): Date {
  const wall = `${on}T${time}`
  return new Date(
    memoize(instants, `${wall}${timeZone}`, () =>
      parseDateTime(wall).toDate(timeZone, 'compatible').getTime(),
    ),
  )
}

/**
 * Converts an instant to the wall clock of a zone. Offsets are cached per quarter of an hour, because since 1972 they
 * have only changed at quarter hours.
 */
export function localOf(at: Date, timeZone: string): { on: string; time: string } {
  const quarter = Math.floor(at.getTime() / (15 * minuteMilliseconds))
  const offset = memoize(offsets, `${quarter}${timeZone}`, () => fromDate(at, timeZone).offset)
  const local = new Date(at.getTime() + offset).toISOString()
  return { on: local.slice(0, 10), time: local.slice(11, 16) }
}

export const addHours = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMilliseconds)
export const addMinutes = (at: Date, minutes: number): Date =>
  new Date(at.getTime() + minutes * minuteMilliseconds)
export const earliest = (first: Date, second: Date): Date => (first < second ? first : second)
export const latest = (first: Date, second: Date): Date => (first < second ? second : first)
