import * as contract from '#contract/holidays.ts'
import { ensureHolidays, holidaysFor, knownCountries, knownSubdivisions } from '#server/holidays/commands.ts'
import { readHolidayYear, replaceHolidayYear } from '#server/holidays/edit-commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const holidayRoutes = [
  route(contract.listHolidays, async ({ deps, query: { country, subdivision, year } }) => {
    const from = year === undefined ? deps.now().toISOString().slice(0, 10) : `${year}-01-01`
    const to = year === undefined ? '2100-12-31' : `${year}-12-31`
    const region = { country, subdivision: subdivision ?? null }
    await ensureHolidays(deps, region)
    return {
      items: await holidaysFor(deps.db, country, region.subdivision, from, to),
      countries: await knownCountries(),
      subdivisions: await knownSubdivisions(country),
    }
  }),

  route(contract.showHolidayYear, ({ deps, query: { country, subdivision = null, year } }) =>
    readHolidayYear(deps, { country, subdivision, year }),
  ),

  route(contract.changeHolidayYear, ({ deps, body }) => replaceHolidayYear(deps, body)),
]
