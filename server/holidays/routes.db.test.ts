import { expect, test } from 'vitest'
import { listHolidays } from '#contract/holidays.ts'
import { requestHolidays, generateHolidays, holidaysFor } from '#server/holidays/commands.ts'
import { holidayJobs } from '#server/holidays/jobs.ts'
import { isHoliday } from '#server/holidays/period.ts'
import { holidayRoutes } from '#server/holidays/routes.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

async function setup() {
  const deps = testDeps(await testDb())
  const list = (query: unknown) => answerOf(holidayRoutes, listHolidays, deps, { query })
  const towns = (...regions: [country: string, subdivision: string][]) =>
    deps.db
      .insertInto('place')
      .values(
        regions.map(([country, subdivision], index) => ({
          id: index + 1,
          name: 'Town',
          region: '',
          country,
          country_name: '',
          subdivision,
          lat: 0,
          lng: 0,
          time_zone: 'UTC',
          population: 0,
          search_full: '',
        })),
      )
      .execute()
  const count = async () =>
    Number(
      (
        await deps.db
          .selectFrom('holiday_period')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  return { deps, list, towns, count }
}

test('generated periods cover this year and the next two and are sorted by date', async () => {
  const { deps, list } = await setup()
  await generateHolidays(deps, ['IE'])

  const { items } = await list({ country: 'IE' })

  expect(items[0]).toEqual({
    country: 'IE',
    subdivision: null,
    year: 2026,
    name: 'Christmas and New Year',
    startOn: '2026-12-23',
    endOn: '2027-01-03',
  })
  expect(items.at(-1)).toMatchObject({ startOn: '2028-12-23', endOn: '2029-01-02' })
  expect(items.map(({ startOn }) => startOn)).toEqual(items.map(({ startOn }) => startOn).sort())
})

test('a query for a year includes every period that overlaps it', async () => {
  const { deps, list } = await setup()
  await generateHolidays(deps, ['IE'])

  const { items } = await list({ country: 'IE', year: '2027' })

  expect(items[0]).toMatchObject({ startOn: '2026-12-23', endOn: '2027-01-03' })
  expect(items.at(-1)).toMatchObject({ startOn: '2027-12-23' })
})

test('subdivisions with towns get their own periods; others use the country’s', async () => {
  const { deps, towns } = await setup()
  await towns(['DE', 'BY'], ['DE', 'XX'], ['IE', '11'])
  await generateHolidays(deps, ['DE', 'IE'])
  const on = (subdivision: string | null) =>
    holidaysFor(deps.db, 'DE', subdivision, '2027-01-06', '2027-01-06')

  expect(await on('BY')).toMatchObject([{ name: 'Epiphany', subdivision: 'BY' }])
  expect(await on('BE')).toEqual([])
  expect(await on(null)).toEqual([])
  const berlin = await holidaysFor(deps.db, 'DE', 'BE', '2027-05-01', '2027-05-01')
  expect(berlin).toMatchObject([{ subdivision: null }])
  const parts = await deps.db.selectFrom('holiday_period').select('subdivision').distinct().execute()
  expect(parts.map(({ subdivision }) => subdivision).sort()).toEqual(['BY', null])
})

test('generating again adds nothing, and a new year adds one more year of periods', async () => {
  const { deps, count, list } = await setup()
  await generateHolidays(deps, ['PT'])
  const first = await count()

  expect(await generateHolidays(deps, ['PT'])).toBe(0)
  expect(await count()).toBe(first)

  deps.clock.set(new Date('2027-01-01T00:17:00Z'))
  expect(await generateHolidays(deps, ['PT'])).toBeGreaterThan(5)
  const { items } = await list({ country: 'PT', year: '2029' })
  expect(new Set(items.map(({ startOn }) => startOn)).size).toBe(items.length)
  expect(isHoliday('2029-04-25', items)).toBe(true)
})

test('a period that the operator disabled stays disabled after regeneration', async () => {
  const { deps, list } = await setup()
  await generateHolidays(deps, ['PT'])
  const freedomDay = deps.db.updateTable('holiday_period').where('start_on', '=', '2028-04-25')
  await freedomDay.set({ enabled: false }).execute()

  await generateHolidays(deps, ['PT'])

  const { items } = await list({ country: 'PT', year: '2028' })
  expect(isHoliday('2028-04-25', items)).toBe(false)
  expect(isHoliday('2028-05-01', items)).toBe(true)
})

test('the job without a payload generates the ten demo countries and their subdivisions with towns', async () => {
  const { deps, towns } = await setup()
  await buildPlaces(deps.db)
  await towns(['US', 'NY'], ['GB', 'ENG'])

  await holidayJobs(deps)[0]!.run({})

  const made = await deps.db
    .selectFrom('holiday_period')
    .select('country')
    .distinct()
    .orderBy('country')
    .execute()
  expect(made.map(({ country }) => country)).toEqual([
    'AU',
    'CA',
    'DE',
    'ES',
    'GB',
    'IE',
    'NL',
    'PL',
    'PT',
    'US',
  ])
  const thanksgiving = await holidaysFor(deps.db, 'US', 'NY', '2027-11-24', '2027-11-24')
  expect(thanksgiving).toMatchObject([{ subdivision: 'NY', startOn: '2027-11-24', endOn: '2027-11-28' }])
  const bankHoliday = await holidaysFor(deps.db, 'GB', 'ENG', '2027-08-30', '2027-08-30')
  expect(bankHoliday).toMatchObject([{ subdivision: 'ENG' }])
  expect(await holidaysFor(deps.db, 'GB', null, '2027-08-30', '2027-08-30')).toEqual([])
})

test('a country or subdivision is generated on the first query, for three years, and only once', async () => {
  const { list, count } = await setup()

  const japan = await list({ country: 'JP' })
  expect(isHoliday('2027-02-11', japan.items)).toBe(true)
  expect(new Set(japan.items.map(({ year }) => year))).toEqual(new Set([2026, 2027, 2028]))

  const bavaria = await list({ country: 'DE', subdivision: 'BY', year: '2027' })
  expect(isHoliday('2027-01-06', bavaria.items)).toBe(true)
  expect(bavaria.items.every(({ subdivision }) => subdivision === 'BY')).toBe(true)
  expect(bavaria.subdivisions).toContainEqual({ code: 'BY', name: 'Bayern' })
  const germany = await list({ country: 'DE', year: '2027' })
  expect(isHoliday('2027-01-06', germany.items)).toBe(false)

  const made = await count()
  await Promise.all([list({ country: 'DE', subdivision: 'BY' }), list({ country: 'JP' })])
  expect(await count()).toBe(made)
})

test('two concurrent first queries generate one set of periods', async () => {
  const { deps, list, count } = await setup()
  const [one, other] = await Promise.all([list({ country: 'IN' }), list({ country: 'IN' })])
  expect(one).toEqual(other)
  const days = await deps.db.selectFrom('holiday_period').select('start_on').distinct().execute()
  expect(await count()).toBe(days.length)
})

test('207 countries are supported, and Christmas Day is a holiday in each of a sample of five', async () => {
  const { list } = await setup()
  const { countries } = await list({ country: 'IE' })
  expect(countries).toHaveLength(207)
  for (const country of ['SA', 'CN', 'BR', 'ZW', 'NZ']) {
    const { items } = await list({ country, year: '2027' })
    expect(isHoliday('2027-12-25', items)).toBe(true)
  }
})

test('the first sitter in a region queues the generation of its holidays, and the next one does not', async () => {
  const { deps } = await setup()
  const lapland = { country: 'FI', subdivision: null }
  const request = () => ensureTransaction(deps, (deps) => requestHolidays(deps, lapland))

  await request()
  expect(deps.jobs).toEqual([{ name: 'holidays.generate', payload: lapland }])
  await holidayJobs(deps)[0]!.run(lapland)
  expect(await holidaysFor(deps.db, 'FI', null, '2027-12-06', '2027-12-06')).toHaveLength(1)

  await request()
  expect(deps.jobs).toHaveLength(1)
})

test('an unknown country has no periods and no subdivisions', async () => {
  const { list } = await setup()
  const { items, subdivisions, countries } = await list({ country: 'ZZ', subdivision: "'; --" })
  expect([items, subdivisions]).toEqual([[], []])
  expect(countries).not.toContain('ZZ')
})

test.each([{}, { country: 'pt' }, { country: 'PT', year: '1999' }, { country: 'PT', year: 'soon' }])(
  'the query %j is refused',
  async (query) => {
    const { list } = await setup()
    await expect(list(query)).rejects.toMatchObject({ code: 'request-invalid' })
  },
)
