import { expect, test } from 'vitest'
import { allow, ask, bookAtOnce, mailsOf } from '#test/before-town.ts'
import { openTown, refusalOf, weekend } from '#test/booking-town.ts'
import { eventsOf } from '#test/case-town.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

test('if the sitter allows it, an instant booking is confirmed: capacity taken, payment captured, both sides emailed', async () => {
  const town = await openTown()
  await allow(town, 'everyone')
  expect((await town.quote(olga, weekend(town))).instant).toBe(true)

  const booking = await bookAtOnce(town, weekend(town))

  expect(booking).toMatchObject({
    status: 'confirmed',
    version: 1,
    expiresAt: null,
    payment: { status: 'captured', paid: booking.quote.total },
  })
  expect(booking.timeline.map(({ event, by, detail }) => `${event} by ${by}: ${detail}`)).toEqual([
    'instant_book by owner: Olga booked instantly and the booking is confirmed',
  ])
  const days = await town.db.selectFrom('sitter_day').select(['on_date', 'kind', 'used']).execute()
  expect(days).toHaveLength(4)
  await expectInvariants(town.deps)
  expect(await mailsOf(town)).toEqual([
    'olga: Your booking with Sam is confirmed',
    'sam: Olga has booked you: the booking is confirmed',
  ])
})

test('an instant booking is refused if the sitter does not allow it to that owner, or if a day is full', async () => {
  const town = await openTown({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  expect(await refusalOf(bookAtOnce(town, weekend(town)))).toMatchObject({
    code: 'instant-off',
    status: 422,
    instantBooking: 'off',
    detail: 'Sam lets nobody book at once. Send a request instead.',
  })
  await allow(town, 'repeat')
  expect((await town.quote(olga, weekend(town))).instant).toBe(false)
  expect(await refusalOf(bookAtOnce(town, weekend(town)))).toMatchObject({
    code: 'instant-off',
    detail: 'Sam lets only owners with a completed booking book at once. Send a request instead.',
  })
  await allow(town, 'everyone')
  await bookAtOnce(town, weekend(town))
  expect(await refusalOf(bookAtOnce(town, { ...weekend(town), petIds: [town.pip] }))).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-11', '2026-12-12'],
  })
})

test('an owner with a completed booking can book instantly if the sitter allows it for returning owners', async () => {
  const town = await openTown()
  await allow(town, 'repeat')
  const first = await town.act(sam, await town.request(olga, weekend(town)), 'accept')
  town.deps.clock.set(at('2026-12-12T11:00:00Z'))
  const running = await town.act(sam, first, 'check_in')
  town.deps.clock.set(at('2026-12-13T11:00:00Z'))
  await town.act(sam, running, 'check_out')
  const again = { ...weekend(town), startOn: '2026-12-18', endOn: '2026-12-20' }
  expect((await town.quote(olga, again)).instant).toBe(true)
  expect((await town.quote(null, { ...again, petIds: undefined, pets: [{ species: 'dog' }] })).instant).toBe(
    false,
  )
  expect((await bookAtOnce(town, again)).status).toBe('confirmed')
  const question = await ask(town)
  expect(eventsOf(question)).toEqual(['request', 'instant_book', 'withdraw'])
})

test('of two simultaneous instant bookings for the last place, one succeeds and the other gets capacity-full', async () => {
  const town = await openTown({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  await allow(town, 'everyone')
  const drafts = [weekend(town), { ...weekend(town), petIds: [town.pip] }]
  const outcomes = await Promise.allSettled(drafts.map((draft) => bookAtOnce(town, draft)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(await refusalOf(Promise.reject(failed!.reason))).toMatchObject({ code: 'capacity-full' })
})
