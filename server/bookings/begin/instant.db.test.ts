import { expect, test } from 'vitest'
import { setInstantBooking, inquire, bookInstantly, mailsOf } from '#test/offer-fixture.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eventsOf } from '#test/case-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

test('if the sitter allows it, an instant booking is confirmed: capacity taken, payment captured, both sides emailed', async () => {
  const fixture = await bookingFixture()
  await setInstantBooking(fixture, 'everyone')
  expect((await fixture.quote(olga, weekend(fixture))).instant).toBe(true)

  const booking = await bookInstantly(fixture, weekend(fixture))

  expect(booking).toMatchObject({
    status: 'confirmed',
    version: 1,
    expiresAt: null,
    payment: { status: 'captured', paid: booking.quote.total },
  })
  expect(booking.timeline.map(({ event, by, detail }) => `${event} by ${by}: ${detail}`)).toEqual([
    'instant_book by owner: Olga booked instantly and the booking is confirmed',
  ])
  const days = await fixture.db.selectFrom('sitter_day').select(['on_date', 'kind', 'used']).execute()
  expect(days).toHaveLength(4)
  await expectInvariants(fixture.deps)
  expect(await mailsOf(fixture)).toEqual([
    'olga: Your booking with Sam is confirmed',
    'sam: Olga has booked you: the booking is confirmed',
  ])
})

test('an instant booking is refused if the sitter does not allow it to that owner, or if a day is full', async () => {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  expect(await refusalOf(bookInstantly(fixture, weekend(fixture)))).toMatchObject({
    code: 'instant-off',
    status: 422,
    instantBooking: 'off',
    detail: 'Sam lets nobody book at once. Send a request instead.',
  })
  await setInstantBooking(fixture, 'repeat')
  expect((await fixture.quote(olga, weekend(fixture))).instant).toBe(false)
  expect(await refusalOf(bookInstantly(fixture, weekend(fixture)))).toMatchObject({
    code: 'instant-off',
    detail: 'Sam lets only owners with a completed booking book at once. Send a request instead.',
  })
  await setInstantBooking(fixture, 'everyone')
  await bookInstantly(fixture, weekend(fixture))
  expect(
    await refusalOf(bookInstantly(fixture, { ...weekend(fixture), petIds: [fixture.pip] })),
  ).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-11', '2026-12-12'],
  })
})

test('an owner with a completed booking can book instantly if the sitter allows it for returning owners', async () => {
  const fixture = await bookingFixture()
  await setInstantBooking(fixture, 'repeat')
  const first = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  fixture.deps.clock.set(at('2026-12-12T11:00:00Z'))
  const running = await fixture.act(sam, first, 'check_in')
  fixture.deps.clock.set(at('2026-12-13T11:00:00Z'))
  await fixture.act(sam, running, 'check_out')
  const again = { ...weekend(fixture), startOn: '2026-12-18', endOn: '2026-12-20' }
  expect((await fixture.quote(olga, again)).instant).toBe(true)
  expect(
    (await fixture.quote(null, { ...again, petIds: undefined, pets: [{ species: 'dog' }] })).instant,
  ).toBe(false)
  expect((await bookInstantly(fixture, again)).status).toBe('confirmed')
  const question = await inquire(fixture)
  expect(eventsOf(question)).toEqual(['request', 'instant_book', 'withdraw'])
})

test('of two simultaneous instant bookings for the last place, one succeeds and the other gets capacity-full', async () => {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  await setInstantBooking(fixture, 'everyone')
  const drafts = [weekend(fixture), { ...weekend(fixture), petIds: [fixture.pip] }]
  const outcomes = await Promise.allSettled(drafts.map((draft) => bookInstantly(fixture, draft)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(await refusalOf(Promise.reject(failed!.reason))).toMatchObject({ code: 'capacity-full' })
})
