import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Booking } from '#contract/bookings/bookings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import {
  actorsOf,
  exampleA,
  bookingFixture,
  refusalOf,
  type SitterTerms,
  weekend,
} from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

async function confirmed(terms?: SitterTerms) {
  const fixture = await bookingFixture(terms)
  const booking = await fixture.act(sam, await fixture.request(olga, exampleA(fixture)), 'accept')
  return { ...fixture, booking }
}

/** The worked cases of the rules, on example A: the refund and what the sitter keeps. */
const cases: [moment: string, refund: number, keeps: number, status: string][] = [
  ['2026-12-15T11:59:00Z', 627_00, 0, 'refunded'],
  ['2026-12-16T10:00:00Z', 390_67, 199_12, 'partially_refunded'],
]

test.each(cases)(
  'cancelled at %s: the owner gets %i and the sitter keeps %i',
  async (moment, refund, keeps, status) => {
    const { deps, booking, show, act } = await confirmed()
    deps.clock.set(at(moment))

    const preview = (await show(olga, booking)).refundNow!
    const cancelled = await act(olga, booking, 'cancel', {
      previewHash: preview.previewHash,
      reason: 'We stay at home.',
    })

    expect(preview).toMatchObject({ total: refund, sitterKeeps: keeps })
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'owner',
      reason: 'We stay at home.',
      payment: { status, paid: 627_00, refunded: preview.total },
      refundNow: null,
      actions: [],
    })
  },
)

test('the refund matches its preview to the cent at any time, whichever side cancels', async () => {
  const { deps, db, booking, show, act } = await confirmed()
  await db
    .updateTable('booking')
    .set({ confirmed_at: at('2026-11-01T09:00:00Z') })
    .execute()
  const moments = [
    '2026-12-01T10:00:00Z',
    '2026-12-15T12:00:00Z',
    '2026-12-15T12:00:01Z',
    '2026-12-18T14:59:00Z',
  ]
  for (const moment of moments)
    for (const [viewer, event] of [
      [olga, 'cancel'],
      [sam, 'cancel_by_sitter'],
    ] as const) {
      deps.clock.set(at(moment))
      const before = await show(viewer, booking)
      const preview = event === 'cancel' ? before.refundNow! : before.refundIfSitterCancels!
      const outcome = await inTransaction(db, async (tx) => {
        const after = await actorsOf({ ...deps, db: tx }).act(viewer, booking, event, {
          reason: 'Because.',
        })
        throw Object.assign(new Error('put it back'), { after })
      }).catch((error: Error & { after?: Booking }) => {
        if (!error.after) throw error
        return error.after
      })
      expect(outcome.payment.refunded, `${event} at ${moment}`).toBe(preview.total)
      expect(preview.services + preview.addOns + preview.ownerFee).toBe(preview.total)
      if (event === 'cancel_by_sitter') expect(preview.total).toBe(627_00)
    }
  expect(await act(olga, booking, 'cancel')).toMatchObject({ status: 'cancelled' })
})

test('a cancellation is refused with the new refund if it has changed since the preview', async () => {
  const { deps, booking, show, act } = await confirmed()
  deps.clock.set(at('2026-12-15T12:00:00Z'))
  const { previewHash, total } = (await show(olga, booking)).refundNow!
  deps.clock.set(at('2026-12-15T12:00:01Z'))

  const refusal = await refusalOf(act(olga, booking, 'cancel', { previewHash }))

  expect(refusal).toMatchObject({ code: 'refund-changed', status: 422 })
  const shown = z.object({ total: z.int(), previewHash: z.string() }).parse(refusal['refundNow'])
  expect(refusal.detail).toContain(`The refund is now €${(shown.total / 100).toFixed(2)}`)
  expect(shown.total).toBeLessThan(total)
  expect((await show(olga, booking)).status).toBe('confirmed')
  const cancelled = await act(olga, booking, 'cancel', { previewHash: shown.previewHash })
  expect(cancelled.payment.refunded).toBe(shown.total)
})

test('everything is refunded within 24 hours of the confirmation, even after the policy’s cut-off', async () => {
  const fixture = await bookingFixture({
    services: { boarding: { rates: { base: 30_00 }, policy: 'strict' } },
  })
  const soon = { ...weekend(fixture), startOn: '2026-12-04', endOn: '2026-12-06' }
  const booking = await fixture.act(sam, await fixture.request(olga, soon), 'accept')
  fixture.deps.clock.set(at('2026-12-02T09:00:00Z'))
  expect((await fixture.show(olga, booking)).refundNow).toMatchObject({ total: booking.quote.total })
  fixture.deps.clock.set(at('2026-12-02T09:00:01Z'))
  expect((await fixture.show(olga, booking)).refundNow!.total).toBeLessThan(booking.quote.total)
})

test('a sitter who ends a stay early refunds what was not delivered, and the days are free again', async () => {
  const { deps, db, sitterId, booking, act } = await confirmed()
  deps.clock.set(at('2026-12-18T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  deps.clock.set(at('2026-12-20T09:00:00Z'))

  const ended = await act(sam, running, 'cancel_by_sitter', { reason: 'My flat is flooded.' })

  expect(ended).toMatchObject({ status: 'completed', cancelledBy: 'sitter', reviewable: true })
  expect(ended.payment).toEqual({
    status: 'partially_refunded',
    mode: 'manual',
    extra: null,
    charge: null,
    paid: 627_00,
    refunded: 489_21,
    due: null,
  })
  const days = await db
    .selectFrom('sitter_day')
    .select(['on_date', 'used'])
    .where('sitter_id', '=', sitterId)
    .where('kind', '=', 'boarding')
    .orderBy('on_date')
    .execute()
  expect(days.map(({ used }) => used)).toEqual([2, 2, 0, 0, 0, 0, 0, 0])
})

test('an owner who ends a stay early is refunded by the rules, and the sitter gets the rest', async () => {
  const { deps, db, booking, show, act, money } = await confirmed()
  deps.clock.set(at('2026-12-18T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  deps.clock.set(at('2026-12-20T09:00:00Z'))
  const preview = (await show(olga, running)).refundNow!
  expect(preview).toMatchObject({
    services: 200_25,
    addOns: 57_50,
    ownerFee: 17_56,
    total: 275_31,
    sitterKeeps: 296_32,
  })
  const stale = await refusalOf(act(olga, running, 'end_early', { previewHash: 'another' }))
  expect(stale).toMatchObject({ code: 'refund-changed', refundNow: preview })

  const ended = await act(olga, running, 'end_early', {
    previewHash: preview.previewHash,
    reason: 'We are back.',
  })

  expect(ended).toMatchObject({
    status: 'completed',
    cancelledBy: 'owner',
    reason: 'We are back.',
    refundNow: null,
    reviewable: true,
    payment: { status: 'partially_refunded', paid: 627_00, refunded: 275_31 },
  })
  expect(await money(sam, booking)).toMatchObject({
    refunded: 275_31,
    earnings: { receives: 296_32, fees: 55_37, payouts: [{ at: '2026-12-22T09:00:00.000Z', done: false }] },
  })
  const days = await db
    .selectFrom('sitter_day')
    .select(['on_date', 'used'])
    .where('kind', '=', 'boarding')
    .orderBy('on_date')
    .execute()
  expect(days.map(({ used }) => used)).toEqual([2, 2, 0, 0, 0, 0, 0, 0])

  deps.clock.set(at('2026-12-22T09:00:00Z'))
  await runClock(deps)
  expect((await money(sam, booking)).earnings).toMatchObject({
    receives: 296_32,
    payouts: [{ amount: 296_32, done: true }],
  })
  await expectInvariants(deps)
})

test('a cancelled booking frees its days for others', async () => {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity: 1 } } })
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  expect(
    await refusalOf(
      fixture.quote(null, { ...weekend(fixture), petIds: undefined, pets: [{ species: 'dog' }] }),
    ),
  ).toMatchObject({
    code: 'capacity-full',
  })
  await fixture.act(olga, booking, 'cancel')
  expect(await fixture.quote(olga, weekend(fixture))).toMatchObject({ units: 2 })
})

test('a cancellation by the sitter needs a reason, and is recorded as late five days before the start', async () => {
  const { deps, db, booking, act } = await confirmed()
  expect(await refusalOf(act(sam, booking, 'cancel_by_sitter'))).toMatchObject({ code: 'request-invalid' })
  deps.clock.set(at('2026-12-13T15:00:00Z'))
  const cancelled = await act(sam, booking, 'cancel_by_sitter', { reason: 'I am ill.' })

  expect(cancelled).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'sitter',
    reason: 'I am ill.',
    payment: { status: 'refunded', refunded: 627_00 },
  })
  const event = await db
    .selectFrom('booking_event')
    .select('payload')
    .where('event', '=', 'cancel_by_sitter')
    .executeTakeFirstOrThrow()
  expect(event.payload).toMatchObject({ late: true, refund: { total: 627_00 } })
})

test('the refund schedule of a quote matches the refund at each of its times', async () => {
  const { deps, db, booking, show } = await confirmed()
  await db
    .updateTable('booking')
    .set({ confirmed_at: at('2026-11-01T09:00:00Z') })
    .execute()
  deps.clock.set(now)
  const { refundSchedule } = (await show(olga, booking)).quote
  for (const { until, refund } of refundSchedule) {
    if (until === null || at(until) >= at(booking.endsAt)) continue
    deps.clock.set(at(until))
    expect((await show(olga, booking)).refundNow, until).toMatchObject({ total: refund })
  }
  expect(refundSchedule.length).toBeGreaterThan(3)
})
