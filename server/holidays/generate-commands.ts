import type { default as Calendar, HolidaysTypes } from 'date-holidays'
import { holidayPeriods, type PublicHoliday } from '#server/holidays/period.ts'
import {
  findCountriesOfSitters,
  findGeneratedYears,
  findSubdivisions,
  insertPeriods,
  type Region,
} from '#server/holidays/store.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { addDays } from '#server/kernel/day.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'

const yearsAhead = 2

/** Where the demo town and most of its guests are. */
const demoCountries = ['AU', 'CA', 'DE', 'ES', 'GB', 'IE', 'NL', 'PL', 'PT', 'US']

/** The countries in which somebody sits, and those of the demo town. */
export async function generateHolidaysOfSitters(deps: Deps): Promise<number> {
  const countries = new Set([...demoCountries, ...(await findCountriesOfSitters(deps.db))])
  return generateHolidays(deps, [...countries].sort())
}

/** The package is large, and most processes never need it. */
const loadCalendars = async () => (await import('date-holidays')).default

type Part = { code: string; name: string }

/** Every country whose holidays are known. */
export async function knownCountries(): Promise<string[]> {
  const Holidays = await loadCalendars()
  return Object.keys(new Holidays().getCountries('en')).sort()
}

/** The parts of a country that may have holidays of their own, by name. */
export async function knownParts(country: string): Promise<Part[]> {
  const Holidays = await loadCalendars()
  return Object.entries(new Holidays().getStates(country, 'en') ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/**
 * The periods of this year and the next two, for each country and each of its parts in which towns lie. A year that
 * has been generated is left alone, since the operator may have changed it. Returns how many periods were made.
 */
export async function generateHolidays(deps: Deps, countries: readonly string[]): Promise<number> {
  if (countries.length === 0) return 0
  const Holidays = await loadCalendars()
  const parts = await findSubdivisions(deps.db, countries)
  let made = 0
  for (const country of countries) {
    const known = new Holidays().getStates(country, 'en') ?? {}
    const regions: Region[] = [
      { country, subdivision: null },
      ...parts.filter((part) => part.country === country && part.subdivision in known),
    ]
    for (const region of regions) made += await generateRegion(deps, Holidays, region)
  }
  if (made > 0) deps.log.info({ periods: made }, 'holidays generated')
  return made
}

/** Makes the periods of one region when somebody first asks for them; of a region nobody knows there are none. */
export async function ensureHolidays(deps: Deps, { country, subdivision }: Region): Promise<void> {
  const Holidays = await loadCalendars()
  const calendars = new Holidays()
  if (!(country in calendars.getCountries('en'))) return
  await generateRegion(deps, Holidays, { country, subdivision: null })
  if (subdivision !== null && subdivision in (calendars.getStates(country, 'en') ?? {}))
    await generateRegion(deps, Holidays, { country, subdivision })
}

/** Has the periods of a region made soon, when it has none yet. */
export async function askForHolidays(tx: Tx, deps: Deps, { country, subdivision }: Region): Promise<void> {
  const isKnown = (await knownParts(country)).some(({ code }) => code === subdivision)
  const region = { country, subdivision: isKnown ? subdivision : null }
  const generated = await findGeneratedYears(tx, region)
  if (generated.size > 0) return
  await deps.enqueue(tx, 'holidays.generate', region)
}

async function generateRegion(deps: Deps, Holidays: typeof Calendar, region: Region): Promise<number> {
  const fromYear = deps.now().getUTCFullYear()
  const toYear = fromYear + yearsAhead
  const generated = await findGeneratedYears(deps.db, region)
  if (generated.has(toYear)) return 0
  const calendar = region.subdivision
    ? new Holidays(region.country, region.subdivision)
    : new Holidays(region.country)
  const published = yearsAround(fromYear).flatMap((year) => calendar.getHolidays(year, 'en') ?? [])
  const periods = holidayPeriods(region, published.flatMap(daysOf), fromYear, toYear).filter(
    ({ year }) => !generated.has(year),
  )
  await inTransaction(deps.db, async (tx) => {
    await insertPeriods(tx, periods)
    await announce(tx, 'holidays')
  })
  return periods.length
}

const yearsAround = (fromYear: number) =>
  Array.from({ length: yearsAhead + 3 }, (_, index) => fromYear - 1 + index)

const dayMs = 86_400_000

/** A feast of several days is a holiday on each of them. */
function daysOf({ date, name, type, substitute, start, end }: HolidaysTypes.Holiday): PublicHoliday[] {
  const first = date.slice(0, 10)
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs))
  return Array.from({ length }, (_, index) => ({
    on: addDays(first, index),
    name,
    type,
    substitute: substitute === true,
  }))
}
