import { expect, test } from 'vitest'
import { readSitterHolidays, replaceSitterHolidays } from '#server/calendar/holiday-commands.ts'
import { daysFrom } from '#server/kernel/day.ts'
import { exampleA, openTown, refusalOf, weekend } from '#test/booking-town.ts'
import { olga, sam } from '#test/cast.ts'

/** Example A: Christmas from 23 December carries a surcharge of 10.00 a night, three nights of it. */
async function holidayTown() {
  const town = await openTown()
  const change = async (own: { off?: string[]; peaks?: string[] }) => {
    const { version } = await readSitterHolidays(town.deps, sam, town.sitterId)
    return replaceSitterHolidays(town.deps, sam, town.sitterId, { off: [], peaks: [], version, ...own })
  }
  const surcharge = async (draft: ReturnType<typeof weekend> | ReturnType<typeof exampleA>) =>
    (await town.quote(olga, draft)).lines.find(({ code }) => code === 'holiday')?.amount ?? 0
  return { ...town, change, surcharge }
}

test('a holiday period the sitter has switched off carries no surcharge, and an earlier request keeps its own', async () => {
  const town = await holidayTown()
  expect(await town.surcharge(exampleA(town))).toBe(30_00)
  const before = await town.request(olga, exampleA(town))
  const { periods } = await town.change({ off: ['2026-12-23'] })
  expect(periods).toEqual([
    { name: 'Christmas and New Year', startOn: '2026-12-23', endOn: '2027-01-02', off: true },
  ])
  expect(await town.surcharge(exampleA(town))).toBe(0)
  expect((await town.quote(olga, exampleA(town))).holidays).toEqual([])
  expect((await town.show(olga, before)).quote.subtotal).toBe(587_00)
})

test('a peak day set by the sitter carries the holiday surcharge and is listed as a peak day', async () => {
  const town = await holidayTown()
  expect(await town.surcharge(weekend(town))).toBe(0)
  await town.change({ peaks: ['2026-12-12'] })
  expect(await town.surcharge(weekend(town))).toBe(10_00)
  expect((await town.quote(olga, weekend(town))).holidays).toMatchObject([
    { name: 'Peak day', startOn: '2026-12-12', endOn: '2026-12-12' },
  ])
})

test('a sitter can have at most 30 peak days a year, including past ones', async () => {
  const town = await holidayTown()
  await town.change({ peaks: daysFrom('2026-12-01', 21) })
  town.deps.clock.set(new Date('2026-12-22T10:00:00Z'))
  const refusal = await refusalOf(
    town.change({ peaks: daysFrom('2026-12-22', 11).filter((on) => on < '2027') }),
  )
  expect(refusal.code).toBe('request-invalid')
  expect(refusal.errors).toEqual([
    { path: 'peaks', message: expect.stringContaining('30 peak days in 2026') as unknown },
  ])
})

test('a sitter’s holidays are not found for another account, and a stale change is refused', async () => {
  const town = await holidayTown()
  expect(await refusalOf(readSitterHolidays(town.deps, olga, town.sitterId))).toMatchObject({
    code: 'sitter-not-found',
  })
  const { version } = await town.change({ peaks: ['2026-12-12'] })
  const stale = { off: [], peaks: [], version: version - 1 }
  expect(await refusalOf(replaceSitterHolidays(town.deps, sam, town.sitterId, stale))).toMatchObject({
    code: 'version-stale',
  })
})
