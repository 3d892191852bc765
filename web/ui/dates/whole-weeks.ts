import { addDays, type Day, daysBetween, daysInMonth, weekdayOf } from '#web/ui/dates/days.ts'

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** Returns the weeks that have a day of a day's month, from Monday to Sunday, with their days of adjacent months. */
export function wholeWeeksOfMonth(day: Day): Day[][] {
  const first = firstOfMonth(day)
  const monday = addDays(first, -weekdayOf(first))
  const weeks = Math.ceil((weekdayOf(first) + daysInMonth(first)) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    daysBetween(addDays(monday, week * 7), addDays(monday, week * 7 + 6)),
  )
}
