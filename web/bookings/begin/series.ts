import { listWords } from '#contract/words.ts'
import { formatDay, plural } from '#web/format.ts'
import {
  type BookingState,
  bookedDays,
  plannedVisits,
  visitsOf,
  weekdaysOf,
} from '#web/sitters/public/booking-state.ts'
import { addDays, type Day, daysBetween, englishDays, weekdayOf } from '#web/ui/dates/days.ts'

const longestWeeks = 12

/**
 * Repeats the chosen weekdays for some weeks from the first day. If no weekday is chosen, uses the weekday of the first
 * day.
 */
export function repeatFor(state: BookingState, weeks: number): { start: Day; end: Day; skip: Day[] } | null {
  const { start } = state
  if (!start) return null
  const chosen = weekdaysOf(state)
  const weekdays = chosen.size > 0 ? chosen : new Set([weekdayOf(start)])
  const end = addDays(start, weeks * 7 - 1)
  return { start, end, skip: daysBetween(start, end).filter((day) => !weekdays.has(weekdayOf(day))) }
}

/** Returns the number of weeks the dates cover; null if it is not a whole number. */
export function weeksOf({ start, end }: Pick<BookingState, 'start' | 'end'>): number | null {
  if (!start || !end || end < start) return null
  const days = daysBetween(start, end).length
  return days % 7 === 0 ? days / 7 : null
}

/**
 * Returns the numbers of weeks that keep the booking within its maximum of visits. A number already chosen is always
 * included.
 */
export function weekChoices(state: BookingState, mostVisits: number): number[] {
  const perWeek = Math.max(1, weekdaysOf(state).size) * state.times.length
  const chosen = weeksOf(state)
  return Array.from({ length: longestWeeks }, (_, index) => index + 1).filter(
    (weeks) => weeks * perWeek <= mostVisits || weeks === chosen,
  )
}

/** "Every Mon, Wed and Fri at 09:00 and 17:00 for 4 weeks"; null if the days follow no such pattern. */
export function seriesWords(state: BookingState): string | null {
  const weeks = weeksOf(state)
  const { start, end, skip, times } = state
  if (!start || !end || weeks === null || weeks < 2) return null
  const weekdays = weekdaysOf(state)
  if (weekdays.size === 0) return null
  const missing = skip.filter((day) => weekdays.has(weekdayOf(day)))
  if (missing.length > bookedDays(state).length) return null
  const names = [...weekdays].sort().map((weekday) => (englishDays.weekdays[weekday] ?? '').slice(0, 3))
  const which = weekdays.size === 7 ? 'day' : listWords(names)
  const without = missing.length > 0 ? `, without ${listWords(missing.map((day) => formatDay(day)))}` : ''
  const changed = state.except.length > 0 ? `, ${plural(state.except.length, 'change')}` : ''
  return `Every ${which} at ${listWords(times)} for ${plural(weeks, 'week')}${without}${changed}`
}

/** Returns `except` with one visit left out (null), restored, or moved to another time. */
export function withVisit(state: BookingState, key: string, time: string | null): string[] {
  const others = state.except.filter((text) => !text.startsWith(key))
  if (time === key.slice(-5)) return others
  return [...others, time === null ? key : `${key}-${time}`]
}

/** Groups the planned visits by day, for a list. */
export function visitDays(state: BookingState) {
  const days = Map.groupBy(plannedVisits(state), ({ on }) => on)
  return [...days].map(([on, visits]) => ({ on, visits }))
}

/** Describes the visits in words, one line per day. */
export const visitLines = (state: BookingState): string[] =>
  [...Map.groupBy(visitsOf(state), ({ on }) => on)].map(
    ([on, visits]) => `${formatDay(on)} at ${listWords(visits.map(({ time }) => time).toSorted())}`,
  )
