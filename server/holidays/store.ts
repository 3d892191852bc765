import { sql } from 'kysely'
import type { HolidayPeriod } from '#contract/holidays.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export type Region = { country: string; subdivision: string | null }

/** Finds the periods of a country and of one of its subdivisions, including those an operator has switched off. */
export const findPeriods = (db: Db, { country, subdivision }: Region) =>
  db
    .selectFrom('holiday_period')
    .select(['country', 'subdivision', 'year', 'name', 'start_on', 'end_on', 'enabled'])
    .where('country', '=', country)
    .where((eb) => eb.or([eb('subdivision', 'is', null), eb('subdivision', '=', subdivision)]))
    .orderBy('start_on')
    .orderBy('name')
    .execute()

export async function findCountriesOfSitters(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('sitter')
    .select('country')
    .where('country', 'is not', null)
    .distinct()
    .$narrowType<{ country: string }>()
    .execute()
  return rows.map(({ country }) => country)
}

/** Finds the subdivisions of these countries that have towns. */
export const findSubdivisions = (db: Db, countries: readonly string[]) =>
  db
    .selectFrom('place')
    .select(['country', 'subdivision'])
    .where('country', 'in', countries)
    .where('subdivision', 'is not', null)
    .distinct()
    .orderBy('country')
    .orderBy('subdivision')
    .$narrowType<{ subdivision: string }>()
    .execute()

/** Finds which years of a region have been generated; from then on only the operator changes them. */
export async function findGeneratedYears(db: Db, { country, subdivision }: Region): Promise<Set<number>> {
  const rows = await db
    .selectFrom('holiday_period')
    .select('year')
    .where('country', '=', country)
    .where('subdivision', 'is not distinct from', subdivision)
    .distinct()
    .execute()
  return new Set(rows.map(({ year }) => year))
}

export type RegionYear = Region & { year: number }

export const findYear = (db: Db, { country, subdivision, year }: RegionYear) =>
  db
    .selectFrom('holiday_period')
    .select(['name', 'start_on', 'end_on', 'enabled'])
    .where('country', '=', country)
    .where('subdivision', 'is not distinct from', subdivision)
    .where('year', '=', year)
    .orderBy('start_on')
    .orderBy('name')
    .execute()

/** Serialises changes; reads are not blocked. */
export const lockPeriods = (tx: Tx) => sql`lock table holiday_period in share row exclusive mode`.execute(tx)

export const deleteYear = (tx: Tx, { country, subdivision, year }: RegionYear) =>
  tx
    .deleteFrom('holiday_period')
    .where('country', '=', country)
    .where('subdivision', 'is not distinct from', subdivision)
    .where('year', '=', year)
    .execute()

export async function insertPeriods(
  tx: Tx,
  periods: readonly (HolidayPeriod & { enabled?: boolean })[],
): Promise<void> {
  if (periods.length === 0) return
  await tx
    .insertInto('holiday_period')
    .values(periods.map(({ startOn, endOn, ...period }) => ({ ...period, start_on: startOn, end_on: endOn })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
