import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { showOwnerReviews } from '#contract/reviews/owner-reviews.ts'
import { listSitterReviews, showSitter } from '#contract/sitters/sitters.ts'
import { addHours } from '#server/kernel/day.ts'
import { newId } from '#server/kernel/ids.ts'
import { reviewRoutes } from '#server/reviews/routes.ts'
import { bayesianMean } from '#server/search/ranking.ts'
import { refreshFigures } from '#server/sitters/figures-commands.ts'
import { sitterRoutes } from '#server/sitters/routes.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { buildAccounts, now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'
import { buildPastBooking, type PastBooking } from '#test/past-bookings.ts'

const hour = 3_600_000
const person = (index: number) => ({
  ...olga,
  accountId: `0b000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  uid: `owner-${index}`,
  name: `Owner Number${index}`,
  email: `owner-${index}@example.org`,
})
const owners = [0, 1, 2, 3].map(person)

const read = async (fixture: Awaited<ReturnType<typeof bookingFixture>>, query: object = {}) => {
  const request = { params: { sitterId: fixture.sitterId }, query }
  const { items, summary } = await answerOf(sitterRoutes, listSitterReviews, fixture.deps, request)
  return { sitter: await answerOf(sitterRoutes, showSitter, fixture.deps, request), items, summary }
}

const pasts = fc.array(
  fc.record({
    owner: fc.integer({ min: 0, max: 3 }),
    daysAgo: fc.integer({ min: 3, max: 700 }),
    overall: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    answeredAfterHours: fc.option(fc.integer({ min: 1, max: 60 })),
    status: fc.constantFrom<NonNullable<PastBooking['status']>>('completed', 'closed', 'expired'),
    isHidden: fc.boolean(),
    byOwner: fc.boolean(),
  }),
  { maxLength: 30 },
)
const round = (value: number) => Math.round(value * 10) / 10
const mean = (numbers: number[]) =>
  numbers.length < 3 ? null : round(numbers.reduce((a, b) => a + b, 0) / numbers.length)

/** Returns the minutes from 08:00 to 21:00 between two instants, counted one by one. Lisbon's clock equals Dublin's. */
function waited(from: Date, to: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Lisbon',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  let minutes = 0
  for (let at = from.getTime(); at < to.getTime(); at += 60_000) {
    const local = Number(clock.format(at))
    if (local >= 8 && local < 21) minutes++
  }
  return minutes
}

test('the figures shown for a sitter equal a plain count of bookings and reviews', async () => {
  const fixture = await bookingFixture()
  const { db, deps, sitterId } = fixture
  await buildAccounts(db, ...owners)
  await fc.assert(
    fc.asyncProperty(pasts, async (rows) => {
      for (const table of ['review', 'booking_pet', 'booking'] as const) await db.deleteFrom(table).execute()
      for (const { owner, overall, ...past } of rows)
        await buildPastBooking(db, sitterId, {
          ...past,
          ...(overall === undefined ? {} : { overall }),
          ownerId: owners[owner]!.accountId,
        })
      await refreshFigures(deps, sitterId)
      const { sitter, items, summary } = await read(fixture, { limit: '100' })

      const shown = rows.filter(
        ({ overall, isHidden, byOwner }) => overall !== undefined && !isHidden && byOwner,
      )
      const stars = shown.map(({ overall }) => overall!)
      expect(sitter.rating).toEqual({ average: mean(stars), count: stars.length })
      expect(items).toHaveLength(stars.length)
      expect(summary.stars).toEqual([1, 2, 3, 4, 5].map((one) => stars.filter((star) => star === one).length))
      const isRecent = ({ daysAgo }: { daysAgo: number }) => daysAgo - 1 <= 365
      const [recent, before] = [shown.filter(isRecent), shown.filter((one) => !isRecent(one))]
      expect(summary.lastYear).toEqual({
        average: mean(recent.map(({ overall }) => overall!)),
        count: recent.length,
      })
      expect(summary.before).toEqual({
        average: mean(before.map(({ overall }) => overall!)),
        count: before.length,
      })
      const sum = stars.reduce((a, b) => a + b, 0)
      expect(bayesianMean({ sum, count: stars.length })).toBeCloseTo((5 * 4.6 + sum) / (5 + stars.length), 10)

      const done = rows.filter(({ status }) => status !== 'expired')
      const perOwner = owners.map((_, index) => done.filter(({ owner }) => owner === index).length)
      expect(sitter.clients).toBe(perOwner.filter((count) => count > 0).length)
      expect(sitter.repeatClients).toBe(perOwner.filter((count) => count >= 2).length)

      const contacts = rows
        .map(({ daysAgo, answeredAfterHours }) => ({
          askedAt: addHours(now, -24 * daysAgo - 72),
          answeredAfterHours,
        }))
        .toSorted((a, b) => b.askedAt.getTime() - a.askedAt.getTime())
      // With equal times it is undefined which contacts are the last 25.
      if (contacts.length > 25) return
      const inTime = contacts.filter(({ answeredAfterHours: after }) => after !== null && after <= 24)
      expect(sitter.responseRate).toEqual(
        contacts.length === 0 ? null : expect.closeTo(inTime.length / contacts.length, 5),
      )
      const times = contacts
        .flatMap(({ askedAt, answeredAfterHours: after }) =>
          after === null ? [] : [waited(askedAt, new Date(askedAt.getTime() + after * hour))],
        )
        .toSorted((a, b) => a - b)
      const middle = times.length
        ? Math.round((times[(times.length - 1) >> 1]! + times[times.length >> 1]!) / 2)
        : null
      expect(sitter.responseMinutes).toBe(middle)
    }),
    { numRuns: 12 },
  )
})

test('reviews can be filtered by stars, and a removed review counts for no stars', async () => {
  const fixture = await bookingFixture()
  const { db, sitterId } = fixture
  await buildAccounts(db, ...owners)
  for (const [index, overall] of [5, 5, 2, 4].entries())
    await buildPastBooking(db, sitterId, { ownerId: owners[index]!.accountId, overall, daysAgo: index + 3 })
  expect((await read(fixture, { stars: '5' })).items.map(({ overall }) => overall)).toEqual([5, 5])
  await db
    .updateTable('review')
    .set({ removed_at: now, removed_for: 'unrelated' })
    .where('overall', '=', 2)
    .execute()
  const { items, summary } = await read(fixture)
  expect(items).toMatchObject([
    { overall: 5 },
    { overall: 5 },
    { overall: 0, removedFor: 'unrelated' },
    { overall: 4 },
  ])
  expect(summary).toMatchObject({ stars: [0, 0, 0, 1, 2], aspects: { care: 4.7 } })
  expect((await read(fixture, { stars: '2' })).items).toEqual([])
})

test('only the sitter of a request can read the published reviews of the owner', async () => {
  const fixture = await bookingFixture()
  const { db, deps, sitterId, request } = fixture
  await buildAccounts(db, ...owners)
  for (const overall of [5, 4, 3])
    await buildPastBooking(db, sitterId, {
      ownerId: olga.accountId,
      overall,
      byOwner: false,
      daysAgo: overall + 2,
    })
  await buildPastBooking(db, sitterId, {
    ownerId: olga.accountId,
    overall: 1,
    byOwner: false,
    isHidden: true,
  })
  const booking = await request(olga, weekend(fixture))
  const ask = (viewer: typeof sam, bookingId: string) =>
    answerOf(reviewRoutes, showOwnerReviews, deps, { viewer, params: { bookingId } })
  expect(await ask(sam, booking.id)).toMatchObject({
    name: 'Olga',
    rating: { average: 4, count: 3 },
    bookings: 4,
    items: [{ overall: 3 }, { overall: 4 }, { overall: 5 }],
  })
  const none = await refusalOf(ask(sam, newId(now)))
  expect(await refusalOf(ask(eve, booking.id))).toEqual(none)
  expect(await refusalOf(ask(olga, booking.id))).toEqual(none)
})
