import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/promo-codes.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { createPromo, endPromo, listPromos } from '#server/bookings/quote/promo-commands.ts'
import * as store from '#server/bookings/quote/promo-store.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { newId } from '#server/kernel/ids.ts'
import { readTrialBalance } from '#server/ledger/desk-commands.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { olga, sam } from '#test/cast.ts'
import { barrier, buildCrowd, crowd, statusOf, tally } from '#test/crowd.ts'
import { collide } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'

const timeoutMs = 120_000
type Terms = Partial<Parameters<typeof createPromo>[2]>

/** Olga's weekend with Sam costs 76.00 and a fee of 7.60. */
async function promoFixture(terms: Terms = {}) {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  const body = { code: 'summer', paidBy: 'platform', amount: 10_00, ...terms }
  const make = (more: object = {}) =>
    createPromo(
      fixture.deps,
      { viewer: sam, ip: '127.0.0.1' },
      contract.createPromoCode.body.parse({ ...body, ...more }),
    )
  const promo = await make()
  const draft = { ...weekend(fixture), promoCode: 'Summer' }
  const listed = async () => (await listPromos(fixture.deps)).items.find(({ id }) => id === promo.id)!
  return { ...fixture, promo, draft, make, listed }
}

const balanceOf = async (fixture: { db: Parameters<typeof readTrialBalance>[0] }, account: string) =>
  (await readTrialBalance(fixture.db)).items.find((item) => item.account === account)?.balance ?? 0

test('a platform code lowers only what the owner pays', async () => {
  const fixture = await promoFixture()
  const { quote } = await fixture.request(olga, fixture.draft)
  expect(quote).toMatchObject({ subtotal: 76_00, ownerFee: 7_60, total: 73_60 })
  expect(quote.promo).toEqual({ code: 'SUMMER', amount: 10_00, paidBy: 'platform' })
})

test('a sitter’s code is a line of the price, and both fees are calculated on the reduced subtotal', async () => {
  const fixture = await promoFixture({ paidBy: 'sitter', percent: 25, amount: null })
  const booking = await fixture.request(olga, fixture.draft)
  expect(booking.quote).toMatchObject({ subtotal: 57_00, ownerFee: 5_70, total: 62_70 })
  expect(booking.quote.lines.at(-1)).toMatchObject({ code: 'promo', amount: -19_00 })
  const accepted = await fixture.act(sam, booking, 'accept')
  expect(accepted.quote.sitterPayout).toBe(51_30)
  const cancelled = await fixture.act(sam, accepted, 'cancel_by_sitter', { reason: 'I have fallen ill.' })
  expect(cancelled.payment).toMatchObject({ paid: 62_70, refunded: 62_70 })
  expect((await fixture.listed()).used).toEqual({ count: 0, amount: 0 })
  await expectInvariants(fixture.deps)
})

test('the platform pays its part on acceptance, and gets back its share of a refund', async () => {
  const fixture = await promoFixture()
  const booking = await fixture.act(sam, await fixture.request(olga, fixture.draft), 'accept')
  expect(booking.payment).toMatchObject({ paid: 73_60, refunded: 0 })
  expect(await balanceOf(fixture, 'promotion')).toBe(-10_00)
  expect(await balanceOf(fixture, 'escrow')).toBe(83_60)

  fixture.deps.clock.set(new Date('2026-12-11T09:00:00Z'))
  const { refundNow } = await fixture.show(olga, booking)
  const { payment } = await fixture.act(olga, booking, 'cancel')
  // Half of 83.60 is refunded, and the platform had paid 10.00 of it.
  expect([refundNow?.total, refundNow?.promotion, payment.refunded]).toEqual([36_80, 5_00, 36_80])
  expect(await balanceOf(fixture, 'promotion')).toBe(-5_00)
  expect((await fixture.listed()).used).toEqual({ count: 1, amount: 5_00 })
  await expectInvariants(fixture.deps)

  // The platform gets the same share of what the sitter refunds on top.
  const waived = await fixture.act(sam, await fixture.show(sam, booking), 'waive', { amount: 20_90 })
  expect(waived.timeline.at(-1)!.detail).toMatch(/gave up €18\.40, and €2\.50 that the site had paid/)
  expect(waived.payment.refunded).toBe(36_80 + 18_40)
  expect(await balanceOf(fixture, 'promotion')).toBe(-2_50)
  await expectInvariants(fixture.deps)

  fixture.deps.clock.set(new Date('2026-12-20T09:00:00Z'))
  await runClock(fixture.deps)
  const receipt = await fixture.receipt(sam, booking)
  const earned = receipt.sections.find(({ title }) => title === 'What you earn')!
  expect(earned.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(earned.total!.amount)
  expect(await balanceOf(fixture, 'escrow')).toBe(0)
  await expectInvariants(fixture.deps)
})

const ends: [event: string, by: typeof olga][] = [
  ['withdraw', olga],
  ['decline', sam],
]
test.each(ends)('%s releases the reserved code for its owner', async (event, by) => {
  const fixture = await promoFixture({ budget: 10_00 })
  const booking = await fixture.request(olga, fixture.draft)
  expect((await fixture.listed()).reserved).toEqual({ count: 1, amount: 10_00 })
  expect(await refusalOf(fixture.quote(olga, fixture.draft))).toMatchObject({ code: 'promo-invalid' })
  await fixture.act(by, booking, event)
  expect((await fixture.listed()).reserved).toEqual({ count: 0, amount: 0 })
  expect((await fixture.quote(olga, fixture.draft)).total).toBe(73_60)
})

test('a request that expires releases the reserved code', async () => {
  const fixture = await promoFixture()
  await fixture.request(olga, fixture.draft)
  fixture.deps.clock.set(new Date(now.getTime() + 30 * 3_600_000))
  await runClock(fixture.deps)
  expect((await fixture.listed()).reserved).toEqual({ count: 0, amount: 0 })
})

const refusals: [why: string, terms: Terms][] = [
  ['has not begun', { fromOn: '2027-01-01' }],
  ['is over', { untilOn: '2020-01-01' }],
  ['has too little left', { budget: 9_99 }],
]
test.each(refusals)('a code that %s is refused like an unknown code', async (_why, terms) => {
  const fixture = await promoFixture(terms)
  const unknown = await refusalOf(fixture.quote(olga, { ...fixture.draft, promoCode: 'winter' }))
  expect(unknown).toMatchObject({ code: 'promo-invalid', promoCode: 'WINTER' })
  const named = JSON.stringify(unknown).replaceAll('WINTER', 'SUMMER')
  const promoCode = fixture.draft.promoCode.toLowerCase()
  expect(JSON.stringify(await refusalOf(fixture.quote(olga, { ...fixture.draft, promoCode })))).toBe(named)
})

test('a code for the first booking is refused once a booking has been accepted', async () => {
  const fixture = await promoFixture({ firstBookingOnly: true, usesPerOwner: 5 })
  await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  expect(await refusalOf(fixture.quote(olga, fixture.draft))).toMatchObject({ code: 'promo-invalid' })
})

test('an ended code is refused for new quotes, but stays valid for a request that already uses it', async () => {
  const fixture = await promoFixture({ usesPerOwner: 2 })
  const booking = await fixture.request(olga, fixture.draft)
  const ended = await endPromo(fixture.deps, { viewer: sam, ip: '127.0.0.1' }, fixture.promo.id)
  expect(ended.endedAt).not.toBeNull()
  expect(await refusalOf(fixture.quote(olga, fixture.draft))).toMatchObject({ code: 'promo-invalid' })
  await fixture.act(sam, booking, 'accept')
  expect((await fixture.listed()).used).toEqual({ count: 1, amount: 10_00 })
})

test('a code that differs from an existing one only in case is refused', async () => {
  const fixture = await promoFixture()
  expect(await refusalOf(fixture.make({ code: 'SUMMER' }))).toMatchObject({ code: 'promo-exists' })
})

test(
  '64 owners requesting the rest of a budget at the same time never exceed it',
  { timeout: timeoutMs },
  async () => {
    const fixture = await promoFixture({ budget: 35_00 })
    const owners = await buildCrowd(fixture.db)
    const quoted = await Promise.all(
      owners.map(async ({ viewer, pet }) => {
        const draft = { ...fixture.draft, petIds: [pet] }
        return { viewer, draft, quoteHash: (await fixture.quote(viewer, draft)).quoteHash }
      }),
    )
    const requests = quoted.map(
      ({ viewer, draft, quoteHash }) =>
        () =>
          statusOf(fixture.request(viewer, draft, { quoteHash })),
    )
    const statuses = tally(await collide(fixture.db, 'promo_code', fixture.promo.id, requests))
    expect([statuses['200']?.length, statuses['422']?.length]).toEqual([3, crowd - 3])
    expect((await fixture.listed()).reserved).toEqual({ count: 3, amount: 30_00 })

    const open = await fixture.db.selectFrom('booking').select(['id', 'version']).execute()
    for (const booking of open) await fixture.act(sam, booking, 'accept')
    expect(await fixture.listed()).toMatchObject({
      reserved: { count: 0 },
      used: { count: 3, amount: 30_00 },
    })
    await expectInvariants(fixture.deps)
  },
)

test(
  'positive control: without the lock, 64 concurrent check-then-write calls exceed the budget',
  { timeout: timeoutMs },
  async () => {
    const fixture = await promoFixture({ budget: 35_00 })
    const { id: bookingId } = await fixture.request(olga, weekend(fixture))
    await fixture.db.schema.alterTable('promo_use').dropConstraint('promo_use_pkey').execute()
    const all = barrier(crowd)
    await Promise.all(
      Array.from({ length: crowd }, () =>
        inTransaction(fixture.db, async (tx) => {
          const { amount } = await store.sumUses(tx, fixture.promo.id, newId(now))
          await all()
          if (amount + 10_00 > 35_00) return
          await store.insertUse(tx, {
            booking_id: bookingId,
            promo_id: fixture.promo.id,
            owner_id: olga.accountId,
            status: 'reserved',
            amount: 10_00,
          })
        }),
      ),
    )
    expect((await store.sumUses(fixture.db, fixture.promo.id, null)).amount).toBeGreaterThan(35_00)
  },
)
