import { addDays, localOf, weekdayOf } from '#server/kernel/day.ts'

type Visit = { on: string; startsAt: Date }

const daysOfWeek = 7

/**
 * Marks the visits that recur weekly: the booking has another one at the same wall-clock time a week before or after.
 * Visits on every day of the week cover an absence and are not a series.
 */
export function recurringVisits(visits: readonly Visit[], timeZone: string): boolean[] {
  const weekdays = new Set(visits.map(({ on }) => weekdayOf(on)))
  if (visits.length < 2 || weekdays.size === daysOfWeek) return visits.map(() => false)
  const times = visits.map(({ startsAt }) => localOf(startsAt, timeZone).time)
  const taken = new Set(visits.map(({ on }, index) => `${on} ${times[index]}`))
  return visits.map(({ on }, index) =>
    [-daysOfWeek, daysOfWeek].some((days) => taken.has(`${addDays(on, days)} ${times[index]}`)),
  )
}
