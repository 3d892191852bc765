/** A calendar day, 'YYYY-MM-DD', without a time zone or time of day. */
export type Day = string

const pad = (value: number) => String(value).padStart(2, '0')
const parts = (day: Day) => [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))] as const

export function isDay(text: string) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOfSerial(serialOfDay(text)) === text
}

/** Days since 1970-01-01, after Howard Hinnant's `days_from_civil`. */
export function serialOfDay(day: Day) {
  const [year, month, date] = parts(day)
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  return (
    era * 146097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719468
  )
}

export function dayOfSerial(serial: number): Day {
  const shifted = serial + 719468
  const era = Math.floor(shifted / 146097)
  const dayOfEra = shifted - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}`
}

export function addDays(day: Day, count: number) {
  return dayOfSerial(serialOfDay(day) + count)
}

/** Moves a day by months; clamps it to the last day of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = parts(day)
  const index = year * 12 + month - 1 + count
  const first = `${String(Math.floor(index / 12)).padStart(4, '0')}-${pad((((index % 12) + 12) % 12) + 1)}-01`
  return `${first.slice(0, 8)}${pad(Math.min(date, daysInMonth(first)))}`
}

/** 0 is Monday. */
export function weekdayOf(day: Day) {
  return (((serialOfDay(day) + 3) % 7) + 7) % 7
}

export function daysInMonth(day: Day) {
  const [year, month] = parts(day)
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Returns all days between two days, both included, in either order. */
export function daysBetween(one: Day, other: Day): Day[] {
  const [first, last] = one < other ? [one, other] : [other, one]
  const from = serialOfDay(first)
  return Array.from({ length: serialOfDay(last) - from + 1 }, (_, index) => dayOfSerial(from + index))
}

/** Returns the weeks of a day's month, starting on Monday; null marks days of other months. */
export function weeksOfMonth(day: Day): (Day | null)[][] {
  const first = `${day.slice(0, 8)}01`
  const cells: (Day | null)[] = [
    ...Array.from({ length: weekdayOf(first) }, () => null),
    ...Array.from({ length: daysInMonth(first) }, (_, index) => addDays(first, index)),
  ]
  while (cells.length % 7 !== 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

export type DayNames = { weekdays: readonly string[]; months: readonly string[] }

/** Monday first; for other languages pass different names. */
export const englishDays: DayNames = {
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
}

/** "Fri 12 Dec". */
export function shortDay(day: Day, { weekdays, months }: DayNames = englishDays) {
  const [, month, date] = parts(day)
  return `${weekdays[weekdayOf(day)]?.slice(0, 3)} ${date} ${months[month - 1]?.slice(0, 3)}`
}

/** "Friday 12 December 2025". */
export function longDay(day: Day, { weekdays, months }: DayNames = englishDays) {
  const [year, month, date] = parts(day)
  return `${weekdays[weekdayOf(day)]} ${date} ${months[month - 1]} ${year}`
}

/** "December 2025". */
export function monthTitle(day: Day, { months }: DayNames = englishDays) {
  const [year, month] = parts(day)
  return `${months[month - 1]} ${year}`
}
