import { expect, test } from 'vitest'
import { countChoices } from '#contract/search/choices.ts'
import { searchSitters } from '#contract/search/search.ts'
import { hourMilliseconds } from '#server/kernel/day.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { bookingFixture } from '#test/booking-fixture.ts'
import { dublin } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

/** In winter a stay in Dublin begins at 15:00 UTC; elsewhere up to 14 hours sooner or 12 later. */
const begins = new Date('2026-12-11T15:00:00Z')
const asked = {
  service: 'boarding',
  place: String(dublin.id),
  start: '2026-12-11',
  end: '2026-12-13',
  pets: 'dog:12',
}

test.each([
  ['a stay', {}],
  ['a stay of a highest total', { maxTotal: '20000' }],
  ['the cheapest stay', { sort: 'price' }],
])('a search for %s applies the notice period to the hour in the sitter’s time zone', async (_, wish) => {
  const { db, deps } = await bookingFixture()
  const left = Math.floor((begins.getTime() - deps.now().getTime()) / hourMilliseconds)
  const found = async (noticeHours: number) => {
    await db.updateTable('sitter_service').set({ notice_hours: noticeHours }).execute()
    await rebuildSearch(deps)
    const query = { ...asked, ...wish }
    const { items, total, facets } = await answerOf(searchRoutes, searchSitters, deps, { query })
    const { sort: _sort, ...filters } = { sort: '', ...query }
    const choices = await answerOf(searchRoutes, countChoices, deps, { query: filters })
    return [items.length, total, facets.services.boarding, choices.total]
  }
  expect(await found(left)).toEqual([1, 1, 1, 1])
  expect(await found(left + 1)).toEqual([0, 0, 0, 0])
})
