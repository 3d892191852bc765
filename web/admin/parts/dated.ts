import { dayIn } from '#web/clock.ts'
import { formatDayRange, formatInstant } from '#web/format.ts'

const yearOf = (day: string): string => day.slice(0, 4)

/** "Tue 15 Dec 2026, 12:00": an instant with its year, for the records of people, which reach back for years. */
export function formatDatedInstant(at: string, timeZone: string): string {
  const [day, time] = formatInstant(at, timeZone).split(/,? (?=\d\d:)/)
  return `${day} ${yearOf(dayIn(at, timeZone))}, ${time}`
}

/** "Wed 30 Dec – Sat 2 Jan 2027": the year is that of the last day. */
export const formatDatedRange = (startOn: string, endOn: string): string =>
  `${formatDayRange(startOn, endOn)} ${yearOf(endOn)}`
