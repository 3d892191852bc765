import { expect, test } from 'vitest'
import * as contract from '#contract/holidays.ts'
import { generateHolidays, holidaysFor } from '#server/holidays/commands.ts'
import { readHolidayYear, replaceHolidayYear } from '#server/holidays/edit-commands.ts'
import { holidayRoutes } from '#server/holidays/routes.ts'
import { testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'
import { outcomeOf } from '#test/invoke.ts'

const portugal = { country: 'PT', subdivision: null, year: 2027 }

async function setup() {
  const deps = testDeps(await testDb())
  const first = await readHolidayYear(deps, portugal)
  const on = (day: string) => holidaysFor(deps.db, 'PT', null, day, day)
  const put = (over: Partial<contract.HolidayYear>) => replaceHolidayYear(deps, { ...first, ...over })
  return { deps, first, on, put }
}

test('periods that an operator adds or disables take effect at once and survive regeneration', async () => {
  const { deps, first, on, put } = await setup()
  expect(await on('2027-04-25')).toHaveLength(1)
  expect(await on('2027-06-24')).toEqual([])

  const festa = { name: 'São João', startOn: '2027-06-24', endOn: '2027-06-24', enabled: true }
  const periods = first.periods.map((period) =>
    period.startOn === '2027-04-25' ? { ...period, enabled: false } : period,
  )
  const changed = await put({ periods: [...periods, festa] })
  await generateHolidays(deps, ['PT'])

  expect(await on('2027-04-25')).toEqual([])
  expect(await on('2027-06-24')).toMatchObject([{ name: 'São João' }])
  expect(await readHolidayYear(deps, portugal)).toEqual(changed)
  expect(changed.periods).toHaveLength(first.periods.length + 1)
})

test('changing one year leaves the next year unchanged', async () => {
  const { deps, first, put } = await setup()
  const next = await readHolidayYear(deps, { ...portugal, year: 2028 })
  await put({ periods: first.periods.slice(0, 1) })
  expect((await readHolidayYear(deps, portugal)).periods).toEqual(first.periods.slice(0, 1))
  expect(await readHolidayYear(deps, { ...portugal, year: 2028 })).toEqual(next)
})

test('a change based on a stale version is refused', async () => {
  const { deps, first, put } = await setup()
  await put({ periods: first.periods.slice(0, 2) })
  await expect(put({ periods: first.periods.slice(0, 3) })).rejects.toMatchObject({ code: 'version-stale' })
  expect((await readHolidayYear(deps, portugal)).periods).toHaveLength(2)
})

const period = (startOn: string, endOn: string) => ({ name: 'Fair', startOn, endOn, enabled: true })
test.each([
  ['of another year', [period('2028-01-01', '2028-01-02')], 'periods.0.startOn'],
  ['that ends before it begins', [period('2027-05-03', '2027-05-02')], 'periods.0.endOn'],
  [
    'that shares a day with another',
    [period('2027-05-04', '2027-05-06'), period('2027-05-01', '2027-05-04')],
    'periods.0.startOn',
  ],
])('a period %s is refused with an error at its field', async (_, periods, path) => {
  const { deps, first, put } = await setup()
  await expect(put({ periods })).rejects.toMatchObject({
    code: 'request-invalid',
    extra: { errors: [{ path }] },
  })
  expect(await readHolidayYear(deps, portugal)).toEqual(first)
})

test('the routes for operators refuse requests without a token', async () => {
  const { deps, first } = await setup()
  const forOperators = [contract.showHolidayYear, contract.changeHolidayYear]
  expect(holidayRoutes.map(({ endpoint }) => endpoint)).toEqual([contract.listHolidays, ...forOperators])
  const body = { ...first, periods: first.periods.slice(0, 1) }
  for (const endpoint of forOperators)
    await expect(outcomeOf(holidayRoutes, endpoint, deps, { query: portugal, body })).rejects.toMatchObject({
      code: 'token-missing',
      status: 401,
    })
  expect(await readHolidayYear(deps, portugal)).toEqual(first)
})
