import type { OwnHolidays } from '#contract/calendar/calendar.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import { addDays, weekdayOf } from '#server/kernel/day.ts'

/** A day as listed in a country's calendar; only public holidays that are not substitutes count. */
export type PublicHoliday = { on: string; name: string; type: string; substitute: boolean }
export type HolidayRegion = { country: string; subdivision: string | null }

type Span = { startOn: string; endOn: string; names: string[] }

const [monday, friday] = [0, 4]

/**
 * Extends a holiday by its weekend (rules section 5): a Monday by the weekend before, a Friday by the weekend after.
 */
function withWeekend({ on, name }: PublicHoliday): Span {
  const weekday = weekdayOf(on)
  return {
    startOn: weekday === monday ? addDays(on, -2) : on,
    endOn: weekday === friday ? addDays(on, 2) : on,
    names: [name],
  }
}

const turnOfTheYearName = 'Christmas and New Year'
const thanksgivingName = 'Thanksgiving'

const turnOfTheYear = (year: number): Span => ({
  startOn: `${year}-12-23`,
  endOn: `${year + 1}-01-02`,
  names: [turnOfTheYearName],
})

/** From the day before the fourth Thursday of November until the Sunday after. */
function thanksgiving(year: number): Span {
  const first = `${year}-11-01`
  const thursday = addDays(first, ((3 - weekdayOf(first) + 7) % 7) + 21)
  return { startOn: addDays(thursday, -1), endOn: addDays(thursday, 3), names: [thanksgivingName] }
}

const presets: Record<string, readonly ((year: number) => Span)[]> = { US: [thanksgiving] }

/** Merges overlapping spans. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => (a.startOn < b.startOn ? -1 : 1))) {
    const last = result.at(-1)
    if (last && span.startOn <= last.endOn) {
      last.endOn = last.endOn > span.endOn ? last.endOn : span.endOn
      last.names = [...new Set([...last.names, ...span.names])]
    } else result.push({ ...span, names: [...span.names] })
  }
  return result
}

/** Names a span; a preset's name takes precedence over the holidays within it. */
const named = (names: readonly string[]): string =>
  [turnOfTheYearName, thanksgivingName].find((name) => names.includes(name)) ?? names.join(', ')

/**
 * Computes the periods that overlap the years from `fromYear` to `toYear`, in order; `holidays` must cover these years
 * and one on either side. A period belongs to the year in which it begins, so the first may belong to the year before.
 */
export function holidayPeriods(
  { country, subdivision }: HolidayRegion,
  holidays: readonly PublicHoliday[],
  fromYear: number,
  toYear: number,
): HolidayPeriod[] {
  const years = Array.from({ length: toYear - fromYear + 2 }, (_, index) => fromYear - 1 + index)
  const spans = [
    ...holidays.filter(({ type, substitute }) => type === 'public' && !substitute).map(withWeekend),
    ...years.map(turnOfTheYear),
    ...years.flatMap((year) => (presets[country] ?? []).map((preset) => preset(year))),
  ]
  return merged(spans)
    .filter(({ startOn, endOn }) => endOn >= `${fromYear}-01-01` && startOn <= `${toYear}-12-31`)
    .map(({ startOn, endOn, names }) => ({
      country,
      subdivision,
      year: Number(startOn.slice(0, 4)),
      name: named(names),
      startOn,
      endOn,
    }))
}

/** Applies a sitter's own settings to the periods of the region. */
export function periodsOfSitter(
  periods: readonly HolidayPeriod[],
  { off, peaks }: OwnHolidays,
  { country, subdivision }: { country: string | null; subdivision: string | null },
): HolidayPeriod[] {
  const remaining = periods.filter(({ startOn }) => !off.includes(startOn))
  const own = peaks
    .filter((on) => !isHoliday(on, remaining))
    .map((on) => ({
      country: country ?? '',
      subdivision,
      year: Number(on.slice(0, 4)),
      name: 'Peak day',
      startOn: on,
      endOn: on,
    }))
  return [...remaining, ...own].sort((a, b) => (a.startOn < b.startOn ? -1 : 1))
}

/** Returns the period that contains a day; a sitter's surcharge applies to units that start on such a day. */
export const holidayOn = <P extends Pick<HolidayPeriod, 'startOn' | 'endOn'>>(
  on: string,
  periods: readonly P[],
): P | undefined => periods.find(({ startOn, endOn }) => startOn <= on && on <= endOn)

export const isHoliday = (
  on: string,
  periods: readonly Pick<HolidayPeriod, 'startOn' | 'endOn'>[],
): boolean => holidayOn(on, periods) !== undefined
