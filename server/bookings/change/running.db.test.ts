import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { calculateChange } from '#contract/bookings/changes.ts'
import { Accepts } from '#contract/sitters/sitters.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { readPet } from '#server/pets/commands.ts'
import {
  buildPet,
  exampleRates,
  bookingFixture,
  refusalOf,
  send,
  type SitterTerms,
} from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const christmas = {
  startOn: '2026-12-18',
  startTime: '15:00',
  endOn: '2026-12-26',
  endTime: '11:00',
}

/** Rex alone for the eight nights of example A, with helpers for both sides while he is there. */
async function openStay(terms: SitterTerms = {}) {
  const fixture = await bookingFixture(terms)
  const { deps, db, act, request, show, sitterId, rex } = fixture
  const draft = { sitterId, service: 'boarding' as const, ...christmas }
  const booking = await act(sam, await request(olga, { ...draft, petIds: [rex] }), 'accept')
  const clockTo = async (instant: string): Promise<Booking> => {
    deps.clock.set(new Date(instant))
    await runClock(deps)
    return show(olga, booking)
  }
  await clockTo('2026-12-18T15:00:00Z')
  await act(sam, await show(sam, booking), 'check_in')
  const preview = (viewer: Viewer, petIds: readonly string[], more: object = {}) => {
    const body = { ...christmas, petIds, ...more }
    return send(deps, calculateChange, viewer, { params: { bookingId: booking.id }, body })
  }
  const propose = async (viewer: Viewer, petIds: readonly string[], more: object = {}) => {
    const { changeHash } = await preview(viewer, petIds, more)
    const body = { ...christmas, petIds, ...more, changeHash }
    return act(viewer, await show(viewer, booking), 'propose_change', body)
  }
  const agree = async (viewer: Viewer, petIds: readonly string[], more: object = {}) => {
    const proposed = await propose(viewer, petIds, more)
    await act(viewer === olga ? sam : olga, proposed, 'accept_change')
    return show(olga, booking)
  }
  /** The places taken by boarding, by day of December. */
  const used = async () => {
    const days = await db
      .selectFrom('sitter_day')
      .select(['on_date', 'used'])
      .where('kind', '=', 'boarding')
      .orderBy('on_date')
      .execute()
    return days.map((day) => day.used).join('')
  }
  return { ...fixture, booking, draft, clockTo, preview, propose, agree, used }
}

const linesOf = ({ quote }: Pick<Booking, 'quote'>) =>
  quote.lines.map(({ label, units, amount, dates }) => [label, units, amount, dates?.[0]?.slice(8)])

test('a pet added to a running stay is charged from the next night on, and a removed pet is refunded from then on', async () => {
  const { deps, clockTo, preview, agree, act, show, used, rex, pip, booking } = await openStay()
  expect(booking.quote).toMatchObject({ subtotal: 315_00, ownerFee: 31_50 })
  expect(await used()).toBe('11111111')

  // The nights of the 18th and the 19th have begun, the 20th has not.
  await clockTo('2026-12-20T10:00:00Z')
  await expect(readPet(deps, sam, pip)).rejects.toMatchObject({ code: 'pet-not-found' })
  expect(await preview(olga, [rex, pip])).toMatchObject({
    petsFrom: '2026-12-20T15:00:00.000Z',
    expiresAt: '2026-12-20T15:00:00.000Z',
    // Three nights of 27.00 less 10 %, three holiday nights of 27.00, and the fee up to its cap.
    difference: 3 * 24_30 + 3 * 27_00 + 8_50,
    kept: 0,
  })
  const both = await agree(olga, [rex, pip])
  expect(both).toMatchObject({ quote: { subtotal: 468_90, ownerFee: 40_00 }, payment: { paid: 508_90 } })
  expect(linesOf(both)).toEqual([
    ['Boarding: Rex', 8, 304_00, '18'],
    ['Long-stay discount', 2, -7_60, '18'],
    ['Holiday surcharge', 3, 30_00, '23'],
    ['Additional pet: Pip', 6, 132_00, '20'],
    ['Puppy: Pip', 6, 30_00, '20'],
    ['Long-stay discount', 3, -19_50, '20'],
  ])
  expect(await used()).toBe('11222222')
  expect(await readPet(deps, sam, pip)).toMatchObject({ name: 'Pip' })
  await expectInvariants(deps)

  // Two days later the night of the 22nd has begun with both.
  await clockTo('2026-12-22T20:00:00Z')
  expect(await preview(sam, [rex])).toMatchObject({ difference: -(81_00 + 6_91), kept: 0 })
  expect(await preview(olga, [rex])).toMatchObject({
    petsFrom: '2026-12-23T15:00:00.000Z',
    // Half of three nights of 27.00, and the same share of the fee.
    difference: -(40_50 + 3_45),
    kept: 40_50,
  })
  const alone = await agree(olga, [rex])
  expect(alone).toMatchObject({
    pets: [{ name: 'Rex' }],
    quote: { subtotal: 428_40, ownerFee: 36_55 },
    payment: { paid: 508_90, refunded: 43_95 },
  })
  expect(linesOf(alone)).toEqual([
    ['Boarding: Rex', 8, 304_00, '18'],
    ['Long-stay discount', 2, -7_60, '18'],
    ['Additional pet: Pip', 3, 66_00, '20'],
    ['Puppy: Pip', 3, 15_00, '20'],
    ['Long-stay discount', 3, -19_50, '20'],
    ['Holiday surcharge', 3, 30_00, '23'],
    ['Kept of what was taken out late', 1, 40_50, undefined],
  ])
  // Tonight Pip is still there: his place is taken and his care sheet open.
  expect(await used()).toBe('11222111')
  expect(await readPet(deps, sam, pip)).toMatchObject({ name: 'Pip' })
  await expectInvariants(deps)

  // Two nights of Rex at half their 48.00, and the same share of the fee.
  const early = await clockTo('2026-12-24T09:00:00Z')
  expect(early.refundNow).toMatchObject({ services: 48_00, ownerFee: 4_10, total: 52_10 })
  await act(olga, early, 'end_early', { previewHash: early.refundNow!.previewHash })
  await clockTo('2027-01-20T10:00:00Z')
  const { paid, refunded, released } = await deps.db
    .selectFrom('booking')
    .select(['paid', 'refunded', 'released'])
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  expect([paid, refunded, released]).toEqual([508_90, 96_05, 412_85])
  expect((await show(sam, booking)).status).toBe('closed')
  await expect(readPet(deps, sam, pip)).rejects.toMatchObject({ code: 'pet-not-found' })
  await expectInvariants(deps)
})

test('the sitter can also propose a change of pets, and the pet priced first can be removed', async () => {
  const { deps, clockTo, propose, agree, act, show, rex, pip } = await openStay()
  await clockTo('2026-12-19T10:00:00Z')
  await agree(olga, [rex, pip])
  await clockTo('2026-12-20T10:00:00Z')
  const proposed = await propose(sam, [pip])
  expect(proposed.change).toMatchObject({ petsFrom: '2026-12-20T15:00:00.000Z', kept: 0 })
  const pets = await act(olga, await show(olga, proposed), 'accept_change')
  expect(linesOf(pets)).toEqual([
    ['Boarding: Rex', 2, 76_00, '18'],
    ['Long-stay discount', 1, -3_80, '18'],
    ['Additional pet: Pip', 1, 22_00, '19'],
    ['Puppy: Pip', 7, 35_00, '19'],
    ['Long-stay discount', 1, -6_50, '19'],
    ['Boarding: Pip', 6, 228_00, '20'],
    ['Holiday surcharge', 3, 30_00, '23'],
    ['Long-stay discount', 3, -12_90, '20'],
  ])
  await expectInvariants(deps)
})

test('extending a stay keeps the price of its existing nights, both those with two pets and those with one', async () => {
  const { clockTo, agree, rex, pip } = await openStay()
  await clockTo('2026-12-20T10:00:00Z')
  const both = await agree(olga, [rex, pip])
  await clockTo('2026-12-22T10:00:00Z')
  const longer = await agree(olga, [rex, pip], { endOn: '2026-12-28' })
  expect(longer.payment.paid - both.payment.paid).toBe(2 * 75_00)
  expect(longer.quote).toMatchObject({ subtotal: 468_90 + 150_00, units: 10 })
})

test('adding a pet needs capacity on the remaining nights, but not tonight', async () => {
  const { db, deps, clockTo, preview, propose, act, request, rex, pip, draft, used } = await openStay({
    services: { boarding: { rates: exampleRates, capacity: 2 } },
  })
  const mia = await buildPet(db, eve, { name: 'Mia' })
  const stayOf = async (startOn: string, endOn: string) =>
    act(sam, await request(eve, { ...draft, startOn, endOn, petIds: [mia] }), 'accept')
  deps.clock.set(new Date('2026-12-18T15:30:00Z'))
  await stayOf('2026-12-20', '2026-12-21')
  await clockTo('2026-12-20T14:00:00Z')
  expect(await refusalOf(preview(olga, [rex, pip]))).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-20'],
  })
  await clockTo('2026-12-20T16:00:00Z')
  const proposed = await propose(olga, [rex, pip])
  await stayOf('2026-12-24', '2026-12-25')
  expect(await refusalOf(act(sam, proposed, 'accept_change'))).toMatchObject({
    code: 'capacity-full',
    dates: ['2026-12-24'],
  })
  expect(await used()).toBe('11211121')
  await expectInvariants(deps)
})

test('an added pet must meet the sitter’s limits and belong to the owner; pets already in the stay are not rechecked', async () => {
  const { db, deps, clockTo, preview, rex, pip } = await openStay()
  await clockTo('2026-12-20T10:00:00Z')
  const accept = (accepts: object) =>
    db
      .updateTable('sitter_service')
      .set({ accepts: JSON.stringify(Accepts.parse(accepts)) })
      .execute()
  await accept({ maxWeightKg: 5 })
  // Rex is too heavy as well, but was agreed before.
  const refused = await refusalOf(preview(olga, [rex, pip]))
  expect(refused).toMatchObject({ code: 'pet-refused', petId: pip, rule: 'weight' })
  expect(refused.detail).toMatch(/^Pip: /)
  const mia = await buildPet(db, eve, { name: 'Mia' })
  expect(await refusalOf(preview(olga, [rex, mia]))).toMatchObject({ code: 'pet-not-found' })

  deps.clock.set(new Date('2026-12-25T16:00:00Z'))
  await runClock(deps)
  await accept({})
  expect(await refusalOf(preview(olga, [rex, pip]))).toMatchObject({
    code: 'change-refused',
    rule: 'pets_begun',
  })
})

test('pets in day care change from the next day on, and each day is charged and refunded at its own price', async () => {
  const { deps, act, request, show, sitterId, rex, pip } = await bookingFixture({
    services: { day_care: { rates: { base: 30_00, extraPet: 12_00 }, capacity: 3 } },
  })
  const visits = ['14', '15', '16', '17'].map((day) => ({ on: `2026-12-${day}`, time: '08:00' }))
  const draft = { sitterId, service: 'day_care' as const, visits }
  const booking = await act(sam, await request(olga, { ...draft, petIds: [rex] }), 'accept')
  deps.clock.set(new Date('2026-12-14T08:00:00Z'))
  await act(sam, await show(sam, booking), 'check_in')
  deps.clock.set(new Date('2026-12-14T12:00:00Z'))
  const body = { visits, petIds: [rex, pip] }
  const params = { bookingId: booking.id }
  const { changeHash, petsFrom, difference } = await send(deps, calculateChange, olga, { params, body })
  expect([petsFrom, difference]).toEqual(['2026-12-15T08:00:00.000Z', 36_00 + 3_60])
  const proposed = await act(olga, await show(olga, booking), 'propose_change', { ...body, changeHash })
  const both = await act(sam, proposed, 'accept_change')
  expect(linesOf(both)).toEqual([
    ['Day care: Rex', 4, 120_00, '14'],
    ['Additional pet: Pip', 3, 36_00, '15'],
  ])
  // At noon, tomorrow's day is refunded at half, later days in full: 42.00 each.
  const { refundNow } = await show(olga, booking)
  expect(refundNow).toMatchObject({ services: 21_00 + 84_00, ownerFee: 10_50 })
  const ended = await act(olga, both, 'end_early', { previewHash: refundNow!.previewHash })
  expect(ended.payment).toMatchObject({ paid: 171_60, refunded: 115_50 })
  await expectInvariants(deps)
})
