import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { calculateChange } from '#contract/bookings/changes.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import {
  buildPet,
  exampleA,
  bookingFixture,
  refusalOf,
  send,
  type SitterTerms,
  weekend,
} from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

/** A confirmed booking of Olga, and helpers to change it for either side. */
async function openChanges(terms: SitterTerms = {}) {
  const fixture = await bookingFixture(terms)
  const { deps, request, act } = fixture
  const preview = (viewer: Viewer, { id }: Booking, body: object) =>
    send(deps, calculateChange, viewer, { params: { bookingId: id }, body })
  const propose = async (viewer: Viewer, booking: Booking, body: object) => {
    const { changeHash } = await preview(viewer, booking, body)
    return act(viewer, booking, 'propose_change', { ...body, changeHash })
  }
  const confirmed = async (draft: Parameters<typeof request>[1]) =>
    act(sam, await request(olga, draft), 'accept')
  return { ...fixture, preview, propose, confirmed }
}

const shown = ({
  sitterId: _id,
  service: _service,
  ...draft
}: Record<string, unknown> & { sitterId: string }) => draft
const eventsOf = ({ actions }: Booking) => actions.map(({ event }) => event)

test('an extended stay is priced at the agreed rates, charged on acceptance, and takes capacity', async () => {
  const fixture = await openChanges()
  const { deps, db, confirmed, preview, propose, act, show, money } = fixture
  const booking = await confirmed(weekend(fixture))
  await db
    .updateTable('sitter_service')
    .set({ rates: JSON.stringify({ base: 99_00 }) })
    .execute()
  const longer = { ...shown(weekend(fixture)), endOn: '2026-12-14' }

  const offer = await preview(olga, booking, longer)
  expect(offer).toMatchObject({ difference: 41_80, kept: 0, endOn: '2026-12-14' })
  expect(offer.quote).toMatchObject({ subtotal: 114_00, ownerFee: 11_40, total: 125_40 })
  const proposed = await propose(olga, booking, longer)
  expect(proposed.quote.total).toBe(83_60)
  expect(proposed.change).toMatchObject({ proposedBy: 'owner', difference: 41_80 })
  expect(eventsOf(proposed)).not.toContain('propose_change')
  expect(eventsOf(proposed)).toContain('withdraw_change')

  const sitterView = await act(sam, proposed, 'accept_change')
  expect(sitterView).toMatchObject({
    endOn: '2026-12-14',
    change: null,
    payment: { paid: 125_40, refunded: 0 },
  })
  expect((await money(olga, booking)).paid).toBe(125_40)
  const days = await db
    .selectFrom('sitter_day')
    .select(['on_date', 'used'])
    .where('kind', '=', 'boarding')
    .orderBy('on_date')
    .execute()
  expect(days).toEqual(['2026-12-11', '2026-12-12', '2026-12-13'].map((on_date) => ({ on_date, used: 1 })))
  expect((await show(olga, booking)).timeline.at(-1)?.detail).toMatch(/accepted the change$/)
  await expectInvariants(deps)
})

test('nights removed late are refunded by the policy on the old dates, and the rest remains refundable', async () => {
  const fixture = await openChanges()
  const { deps, confirmed, propose, act, show } = fixture
  const booking = await confirmed(exampleA(fixture))
  deps.clock.set(at('2026-12-16T10:00:00Z'))
  // The night of the 25th is the eighth and is refunded in full; that of the 24th at half its price.
  const shorter = { ...shown(exampleA(fixture)), endOn: '2026-12-24' }
  const proposed = await propose(olga, booking, shorter)
  expect(proposed.change?.kept).toBeGreaterThan(0)
  const changed = await act(sam, proposed, 'accept_change')
  const { quote, payment } = changed
  expect(quote.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.subtotal)
  expect(payment.paid - payment.refunded).toBe(quote.total)
  expect(payment.refunded).toBe(booking.quote.total - quote.total)
  await expectInvariants(deps)

  const now = await show(olga, changed)
  const cancelled = await act(olga, now, 'cancel', { previewHash: now.refundNow!.previewHash })
  expect(cancelled.payment.refunded).toBe(payment.refunded + now.refundNow!.total)
  deps.clock.set(at('2027-01-20T10:00:00Z'))
  await runClock(deps)
  await expectInvariants(deps)
})

test('the sitter keeps none of the price of a night they remove', async () => {
  const fixture = await openChanges()
  const { deps, confirmed, preview } = fixture
  const booking = await confirmed(exampleA(fixture))
  deps.clock.set(at('2026-12-16T10:00:00Z'))
  const shorter = { ...shown(exampleA(fixture)), endOn: '2026-12-25' }
  expect((await preview(sam, booking, shorter)).kept).toBe(0)
})

test('only one change can be pending, only the other side can answer it, and declining or withdrawing it has no effect', async () => {
  const fixture = await openChanges()
  const { deps, confirmed, preview, propose, act, show } = fixture
  const booking = await confirmed(weekend(fixture))
  const later = { ...shown(weekend(fixture)), startOn: '2026-12-12', endOn: '2026-12-14' }
  expect((await preview(olga, booking, later)).difference).toBe(0)

  const proposed = await propose(sam, booking, later)
  const ownerView = await show(olga, booking)
  expect(eventsOf(ownerView)).toEqual(expect.arrayContaining(['accept_change', 'decline_change']))
  for (const [viewer, event] of [
    [sam, 'accept_change'],
    [sam, 'decline_change'],
    [olga, 'withdraw_change'],
  ] as const)
    expect(await refusalOf(act(viewer, proposed, event))).toMatchObject({
      code: 'booking-action-not-allowed',
    })
  expect(await refusalOf(propose(olga, ownerView, later))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  expect(await refusalOf(preview(eve, booking, later))).toMatchObject({ code: 'booking-not-found' })

  const declined = await act(olga, ownerView, 'decline_change', { note: 'We are away.' })
  expect(declined).toMatchObject({ change: null, startOn: '2026-12-11', payment: { paid: 83_60 } })
  expect(declined.timeline.at(-1)?.detail).toContain('We are away.')
  const again = await propose(olga, declined, later)
  const withdrawn = await act(olga, again, 'withdraw_change')
  expect(withdrawn).toMatchObject({ change: null, startOn: '2026-12-11' })
  await expectInvariants(deps)
})

test('a change expires after two days or when the first affected unit begins, and both sides are notified', async () => {
  const fixture = await openChanges()
  const { deps, confirmed, propose, show } = fixture
  const booking = await confirmed(weekend(fixture))
  const longer = { ...shown(weekend(fixture)), endOn: '2026-12-14' }
  const { change } = await propose(olga, booking, longer)
  expect(Date.parse(change!.expiresAt) - deps.now().getTime()).toBe(48 * 3_600_000)
  deps.clock.set(new Date(Date.parse(change!.expiresAt) - 1))
  expect(await runClock(deps)).toEqual({ moved: 0 })
  deps.clock.set(at(change!.expiresAt))
  deps.jobs.length = 0
  expect(await runClock(deps)).toEqual({ moved: 1 })
  expect(deps.jobs.map(({ payload }) => payload)).toMatchObject([{ to: 'owner' }, { to: 'sitter' }])
  const now = await show(olga, booking)
  expect(now).toMatchObject({ change: null, status: 'confirmed', payment: { paid: 83_60 } })

  deps.clock.set(at('2026-12-11T08:00:00Z'))
  const soon = await propose(olga, now, { ...shown(weekend(fixture)), startTime: '17:00' })
  expect(soon.change?.expiresAt).toBe('2026-12-11T15:00:00.000Z')
})

test('a change cannot be accepted if one of its days has become full', async () => {
  const fixture = await openChanges({ services: { boarding: { rates: { base: 38_00 }, capacity: 1 } } })
  const { deps, db, confirmed, propose, act, request, sitterId } = fixture
  const booking = await confirmed(weekend(fixture))
  const proposed = await propose(olga, booking, { ...shown(weekend(fixture)), endOn: '2026-12-14' })
  const mia = await buildPet(db, eve, { name: 'Mia' })
  const competing = await request(eve, {
    sitterId,
    service: 'boarding',
    startOn: '2026-12-13',
    endOn: '2026-12-14',
    petIds: [mia],
  })
  await act(sam, competing, 'accept')
  expect(await refusalOf(act(sam, proposed, 'accept_change'))).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-13'],
  })
  await expectInvariants(deps)
})

test.each([
  ['nothing_changed', {}, '2026-12-05T10:00:00Z'],
  ['unit_begun', { startOn: '2026-12-12' }, '2026-12-11T18:00:00Z'],
  ['in_past', { endOn: '2026-12-12' }, '2026-12-12T13:00:00Z'],
])('a change is refused with the rule it breaks: %s', async (rule, difference, when) => {
  const fixture = await openChanges()
  const { deps, confirmed, preview } = fixture
  const booking = await confirmed(weekend(fixture))
  deps.clock.set(at(when))
  const body = { ...shown(weekend(fixture)), ...difference }
  expect(await refusalOf(preview(olga, booking, body))).toMatchObject({ code: 'change-refused', rule })
})

test('a second pet can be added before the start, and a change at a price that was not quoted is refused', async () => {
  const fixture = await openChanges()
  const { deps, confirmed, propose, act, rex, pip } = fixture
  const booking = await confirmed(weekend(fixture))
  const both = { ...shown(weekend(fixture)), petIds: [rex, pip] }
  expect(
    await refusalOf(act(olga, booking, 'propose_change', { ...both, changeHash: 'another' })),
  ).toMatchObject({
    code: 'price-changed',
  })
  const changed = await act(sam, await propose(olga, booking, both), 'accept_change')
  expect(changed.pets.map(({ name }) => name)).toEqual(expect.arrayContaining(['Rex', 'Pip']))
  // Two nights at 22.00 for the second pet and 5.00 for the puppy, plus ten per cent.
  expect(changed.payment.paid - booking.payment.paid).toBe(2 * 27_00 + 5_40)
  await expectInvariants(deps)
})
