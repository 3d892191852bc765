import { expect, test } from 'vitest'
import { readSitterHolidays, replaceSitterHolidays } from '#server/calendar/holiday-commands.ts'
import { daysFrom } from '#server/kernel/day.ts'
import { exampleA, bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'

/** Example A: Christmas from 23 December carries a surcharge of 10.00 a night, three nights of it. */
async function holidayFixture() {
  const fixture = await bookingFixture()
  const change = async (own: { off?: string[]; peaks?: string[] }) => {
    const { version } = await readSitterHolidays(fixture.deps, sam, fixture.sitterId)
    return replaceSitterHolidays(fixture.deps, sam, fixture.sitterId, { off: [], peaks: [], version, ...own })
  }
  const surcharge = async (draft: ReturnType<typeof weekend> | ReturnType<typeof exampleA>) =>
    (await fixture.quote(olga, draft)).lines.find(({ code }) => code === 'holiday')?.amount ?? 0
  return { ...fixture, change, surcharge }
}

test('a holiday period the sitter has switched off carries no surcharge, and an earlier request keeps its own', async () => {
  const fixture = await holidayFixture()
  expect(await fixture.surcharge(exampleA(fixture))).toBe(30_00)
  const before = await fixture.request(olga, exampleA(fixture))
  const { periods } = await fixture.change({ off: ['2026-12-23'] })
  expect(periods).toEqual([
    { name: 'Christmas and New Year', startOn: '2026-12-23', endOn: '2027-01-02', off: true },
  ])
  expect(await fixture.surcharge(exampleA(fixture))).toBe(0)
  expect((await fixture.quote(olga, exampleA(fixture))).holidays).toEqual([])
  expect((await fixture.show(olga, before)).quote.subtotal).toBe(587_00)
})

test('a peak day set by the sitter carries the holiday surcharge and is listed as a peak day', async () => {
  const fixture = await holidayFixture()
  expect(await fixture.surcharge(weekend(fixture))).toBe(0)
  await fixture.change({ peaks: ['2026-12-12'] })
  expect(await fixture.surcharge(weekend(fixture))).toBe(10_00)
  expect((await fixture.quote(olga, weekend(fixture))).holidays).toMatchObject([
    { name: 'Peak day', startOn: '2026-12-12', endOn: '2026-12-12' },
  ])
})

test('a sitter can have at most 30 peak days a year, including past ones', async () => {
  const fixture = await holidayFixture()
  await fixture.change({ peaks: daysFrom('2026-12-01', 21) })
  fixture.deps.clock.set(new Date('2026-12-22T10:00:00Z'))
  const refusal = await refusalOf(
    fixture.change({ peaks: daysFrom('2026-12-22', 11).filter((on) => on < '2027') }),
  )
  expect(refusal.code).toBe('request-invalid')
  expect(refusal.errors).toEqual([
    { path: 'peaks', message: expect.stringContaining('30 peak days in 2026') as unknown },
  ])
})

test('a sitter’s holidays are not found for another account, and a stale change is refused', async () => {
  const fixture = await holidayFixture()
  expect(await refusalOf(readSitterHolidays(fixture.deps, olga, fixture.sitterId))).toMatchObject({
    code: 'sitter-not-found',
  })
  const { version } = await fixture.change({ peaks: ['2026-12-12'] })
  const stale = { off: [], peaks: [], version: version - 1 }
  expect(await refusalOf(replaceSitterHolidays(fixture.deps, sam, fixture.sitterId, stale))).toMatchObject({
    code: 'version-stale',
  })
})
