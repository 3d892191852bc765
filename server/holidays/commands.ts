import type { OwnHolidays } from '#contract/calendar/calendar.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import { periodsOfSitter } from '#server/holidays/period.ts'
import { findPeriods, type Region } from '#server/holidays/store.ts'
import { cachedUntilChange } from '#server/kernel/cache/cached-until-change.ts'
import type { Db } from '#server/kernel/db/db.ts'

export {
  requestHolidays,
  ensureHolidays,
  generateHolidays,
  generateHolidaysOfSitters,
  knownCountries,
  knownSubdivisions,
} from '#server/holidays/generate-commands.ts'

/**
 * Cache lifetime in case the connection that receives change notifications was lost; otherwise changes apply at once.
 */
const trustedMs = 30_000
/** Cache limit, because callers can ask for any region. */
const maxRegions = 2_000

const periodsOf = cachedUntilChange('holidays', readPeriods, {
  keyOf: ({ country, subdivision }: Region) => JSON.stringify([country, subdivision]),
  trustedMs,
  maxEntries: maxRegions,
})

/**
 * Returns the periods that overlap the days from `from` to `to`; a subdivision without its own periods has those of the
 * country.
 */
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

/** Like `holidaysFor`, for one sitter: without the periods they have switched off, with their own peak days. */
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
