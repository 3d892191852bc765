import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/promo-codes.ts'
import type { InvariantName } from '#contract/ledger.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { createPromo } from '#server/bookings/quote/promo-commands.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { invariants, sweepInvariants, watchInvariants } from '#server/ledger/invariant-commands.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

test.each([
  [
    'ledger_balances',
    'alter table ledger_entry disable trigger all; insert into ledger_entry select transfer_id, 9, account, account_id, 1 from ledger_entry limit 1',
  ],
  ['finished_bookings_settled', 'update booking set due_at = null'],
  ['booking_money_in_ledger', 'update booking set refunded = 1'],
  ['booking_money_in_ledger', "update booking set payment_status = 'refunded'"],
  [
    'no_day_above_capacity',
    "update sitter_day set used = 0 where on_date = '2026-12-11' and kind = 'boarding'",
  ],
  ['no_day_above_capacity', "update sitter_day set used = 0 where on_date = '2026-12-11' and kind = 'home'"],
  ['histories_legal', "update booking set status = 'in_progress'"],
  [
    'histories_legal',
    "insert into booking_event select booking_id, 9, at, 'close', 'confirmed', 'confirmed', 'system', null, '{}' from booking_event limit 1",
  ],
  ['clock_on_time', "update booking set due_at = '2026-12-01T08:56:59Z'"],
] as [InvariantName, string][])('%s is broken by: %s', async (name, statement) => {
  const { db, deps, request, act, sitterId, rex } = await bookingFixture()
  await act(sam, await request(olga, weekend({ sitterId, rex })), 'accept')
  await expectInvariants(deps)
  await sql.raw(statement).execute(db)
  const { holds, items } = await invariants(deps)
  expect(holds).toBe(false)
  const broken = items.find((item) => item.name === name)!
  expect(broken.violations).toBe(1)
  expect(broken.examples).toHaveLength(1)
  expect((await invariants(deps, 'recent')).items.find((item) => item.name === name)).toEqual(broken)
})

test('a violation that is not recent is found only by the full nightly check', async () => {
  const fixture = await bookingFixture()
  await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  await sql`update booking set refunded = 1`.execute(fixture.db)
  fixture.deps.clock.set(at('2026-12-04T09:00:00Z'))
  const brokenIn = async (scope: 'recent' | 'all') =>
    (await invariants(fixture.deps, scope)).items.find(({ name }) => name === 'booking_money_in_ledger')!
      .violations
  expect([await brokenIn('recent'), await brokenIn('all')]).toEqual([0, 1])
  await watchInvariants(fixture.deps)
  await sweepInvariants(fixture.deps)
  const values = await readMeasurements(fixture.db)
  const counted = values.filter(({ labels }) => labels['invariant'] === 'booking_money_in_ledger')
  expect(Object.fromEntries(counted.map(({ labels, value }) => [labels['scope'], value]))).toEqual({
    recent: 0,
    all: 1,
  })
})

test.each([
  ['update promo_code set budget = 1', 1],
  ['update promo_code set uses_per_owner = 1', 1],
  ["update promo_use set status = 'reserved'", 2],
  ['delete from promo_use', 2],
])('promo_limits_kept is broken by: %s', async (statement, violations) => {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  const { db, deps, request, act } = fixture
  const terms = { code: 'SUMMER', amount: 10_00, paidBy: 'platform', usesPerOwner: 2, budget: 30_00 }
  await createPromo(deps, { viewer: sam, ip: '' }, contract.createPromoCode.body.parse(terms))
  for (const draft of [weekend(fixture), { ...weekend(fixture), startOn: '2027-01-15', endOn: '2027-01-17' }])
    await act(sam, await request(olga, { ...draft, promoCode: 'SUMMER' }), 'accept')
  await expectInvariants(deps)
  await sql.raw(statement).execute(db)
  const { items } = await invariants(deps)
  expect(items.find(({ name }) => name === 'promo_limits_kept')).toMatchObject({ violations })
})

test('all invariants hold at every step of a booking’s life cycle', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act } = fixture
  const booking = await act(sam, await request(olga, weekend(fixture)), 'accept')
  await expectInvariants(deps)
  const moments = [
    '2026-12-11T17:00:00Z',
    '2026-12-14T11:00:00Z',
    '2026-12-15T11:00:00Z',
    '2026-12-27T11:00:00Z',
  ]
  for (const moment of moments) {
    deps.clock.set(at(moment))
    await runClock(deps)
    await expectInvariants(deps)
  }
  expect((await fixture.show(olga, booking)).status).toBe('closed')
})
