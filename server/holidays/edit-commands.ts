import { createHash } from 'node:crypto'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { changeHolidayYear, HolidayYear } from '#contract/holidays.ts'
import { ensureHolidays } from '#server/holidays/commands.ts'
import { deleteYear, findYear, insertPeriods, lockPeriods, type RegionYear } from '#server/holidays/store.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

type Change = HandlerInput<typeof changeHolidayYear>['body']

/** Returns the year for editing; the periods of a region that nobody has requested yet are generated first. */
export async function readHolidayYear(deps: Deps, region: RegionYear): Promise<HolidayYear> {
  await ensureHolidays(deps, region)
  return yearOf(deps.db, region)
}

/** Replaces the periods of a year. A year with periods is never generated again, so the change stays. */
export async function replaceHolidayYear(
  deps: Deps,
  { version, periods, country, subdivision, year }: Change,
): Promise<HolidayYear> {
  const region = { country, subdivision, year }
  refuseFaults(year, periods)
  return ensureTransaction(deps, async ({ db }) => {
    await lockPeriods(db)
    const before = await yearOf(db, region)
    if (before.version !== version)
      throw new Problem('version-stale', { detail: 'Read the periods again and repeat your change.' })
    await announce(db, 'holidays')
    await deleteYear(db, region)
    await insertPeriods(
      db,
      periods.map((period) => ({ ...region, ...period })),
    )
    return yearOf(db, region)
  })
}

async function yearOf(db: Db, region: RegionYear): Promise<HolidayYear> {
  const { country, subdivision, year } = region
  const rows = await findYear(db, region)
  const periods = rows.map(({ name, start_on: startOn, end_on: endOn, enabled }) => ({
    name,
    startOn,
    endOn,
    enabled,
  }))
  const version = createHash('sha256').update(JSON.stringify(periods)).digest('base64url').slice(0, 22)
  return { country, subdivision, year, version, periods }
}

/** Throws unless all periods begin in their year, end after they begin, and do not overlap. */
function refuseFaults(year: number, periods: Change['periods']): void {
  const inOrder = periods
    .map((period, index) => ({ ...period, index }))
    .sort((a, b) => (a.startOn < b.startOn ? -1 : 1))
  const errors = inOrder.flatMap(({ startOn, endOn, index }, place) => {
    const before = inOrder[place - 1]
    const at = (field: string, message: string) => [{ path: `periods.${index}.${field}`, message }]
    if (!startOn.startsWith(`${year}-`)) return at('startOn', `A period of ${year} begins in ${year}`)
    if (endOn < startOn) return at('endOn', 'The last day must not come before the first')
    if (before && startOn <= before.endOn) return at('startOn', `This day is already in ${before.name}`)
    return []
  })
  if (errors.length > 0)
    throw new Problem('request-invalid', {
      detail: 'Correct the periods named in "errors" and send them again.',
      errors,
    })
}
