import type { OwnHolidays } from '#contract/calendar/calendar.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import { periodsOfSitter } from '#server/holidays/period.ts'
import { findPeriods, type Region } from '#server/holidays/store.ts'
import { keptUntil } from '#server/kernel/cache/kept.ts'
import type { Db } from '#server/kernel/db/db.ts'

export {
  askForHolidays,
  ensureHolidays,
  generateHolidays,
  generateHolidaysOfSitters,
  knownCountries,
  knownParts,
} from '#server/holidays/generate-commands.ts'

/** An operator's change is heard at once, unless the connection that hears other processes was lost. */
const trustedMs = 30_000
/** Regions are named by whoever asks, so not all of them are remembered. */
const mostRegions = 2_000

const periodsOf = keptUntil('holidays', readPeriods, {
  keyOf: ({ country, subdivision }: Region) => JSON.stringify([country, subdivision]),
  trustedMs,
  most: mostRegions,
})

/** The periods that touch the days from `from` to `to`; a part of a country without its own has those of the country. */
export async function holidaysFor(
  db: Db,
  country: string,
  subdivision: string | null,
  from: string,
  to: string,
): Promise<HolidayPeriod[]> {
  const periods = await periodsOf(db, { country, subdivision })
  return periods.filter(({ startOn, endOn }) => endOn >= from && startOn <= to)
}

type HolidaySitter = { country: string | null; subdivision: string | null; ownHolidays: OwnHolidays }

/** The same for one sitter: without what is switched off there, with the sitter's own peak days. */
export async function holidaysOfSitter(
  db: Db,
  sitter: HolidaySitter,
  from: string,
  to: string,
): Promise<HolidayPeriod[]> {
  const { country, subdivision, ownHolidays } = sitter
  const periods = country === null ? [] : await holidaysFor(db, country, subdivision, from, to)
  const peaks = ownHolidays.peaks.filter((on) => on >= from && on <= to)
  return periodsOfSitter(periods, { ...ownHolidays, peaks }, sitter)
}

async function readPeriods(db: Db, region: Region): Promise<HolidayPeriod[]> {
  const rows = await findPeriods(db, region)
  const own = rows.filter(({ subdivision }) => subdivision === region.subdivision)
  return (own.length > 0 ? own : rows)
    .filter(({ enabled }) => enabled)
    .map(({ country, subdivision, year, name, start_on: startOn, end_on: endOn }) => ({
      country,
      subdivision,
      year,
      name,
      startOn,
      endOn,
    }))
}
