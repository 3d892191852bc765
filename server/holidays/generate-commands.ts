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
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'

const yearsAhead = 2

/** Countries of the demo town and most of its guests. */
const demoCountries = ['AU', 'CA', 'DE', 'ES', 'GB', 'IE', 'NL', 'PL', 'PT', 'US']

/** Generates the periods for the countries with sitters, and for those of the demo town. */
export async function generateHolidaysOfSitters(deps: Deps): Promise<number> {
  const countries = new Set([...demoCountries, ...(await findCountriesOfSitters(deps.db))])
  return generateHolidays(deps, [...countries].sort())
}

/** Imported lazily, because the package is large and most processes never need it. */
const loadCalendars = async () => (await import('date-holidays')).default

type Subdivision = { code: string; name: string }

/** Returns every country whose holidays are known. */
export async function knownCountries(): Promise<string[]> {
  const Holidays = await loadCalendars()
  return Object.keys(new Holidays().getCountries('en')).sort()
}

/** Returns the subdivisions of a country that may have holidays of their own, by name. */
export async function knownSubdivisions(country: string): Promise<Subdivision[]> {
  const Holidays = await loadCalendars()
  return Object.entries(new Holidays().getStates(country, 'en') ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/**
 * Generates the periods of this year and the next two, for each country and each of its subdivisions with towns. A year
 * that has been generated is left unchanged, because the operator may have edited it. Returns how many periods were
 * made.
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

/** Generates the periods of a region on its first request; none for an unknown region. */
export async function ensureHolidays(deps: Deps, { country, subdivision }: Region): Promise<void> {
  const Holidays = await loadCalendars()
  const calendars = new Holidays()
  if (!(country in calendars.getCountries('en'))) return
  await generateRegion(deps, Holidays, { country, subdivision: null })
  if (subdivision !== null && subdivision in (calendars.getStates(country, 'en') ?? {}))
    await generateRegion(deps, Holidays, { country, subdivision })
}

/** Queues the generation of a region's periods if it has none yet. */
export async function requestHolidays(deps: TxDeps, { country, subdivision }: Region): Promise<void> {
  const isKnown = (await knownSubdivisions(country)).some(({ code }) => code === subdivision)
  const region = { country, subdivision: isKnown ? subdivision : null }
  const generated = await findGeneratedYears(deps.db, region)
  if (generated.size > 0) return
  await deps.enqueue(deps.db, 'holidays.generate', region)
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
  await ensureTransaction(deps, async ({ db }) => {
    await insertPeriods(db, periods)
    await announce(db, 'holidays')
  })
  return periods.length
}

const yearsAround = (fromYear: number) =>
  Array.from({ length: yearsAhead + 3 }, (_, index) => fromYear - 1 + index)

const dayMs = 86_400_000

/** Expands a holiday of several days into one entry for each day. */
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
