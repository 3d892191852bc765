import { dayIn } from '#web/clock.ts'
import { formatDay, formatDayRange, formatTime } from '#web/format.ts'

const yearOf = (day: string): string => day.slice(0, 4)

/** "Tue 15 Dec 2026" */
export const formatDatedDay = (on: string): string => `${formatDay(on)} ${yearOf(on)}`

/** "Tue 15 Dec 2026, 12:00": an instant with its year, for the records of people, which reach back for years. */
export const formatDatedInstant = (at: string, timeZone: string): string =>
  `${formatDatedDay(dayIn(at, timeZone))}, ${formatTime(at, timeZone)}`

/** "Wed 30 Dec – Sat 2 Jan 2027": the year is that of the last day. */
export const formatDatedRange = (startOn: string, endOn: string): string =>
  `${formatDayRange(startOn, endOn)} ${yearOf(endOn)}`
