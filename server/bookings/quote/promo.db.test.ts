import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/promo-codes.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { createPromo, endPromo, listPromos } from '#server/bookings/quote/promo-commands.ts'
import * as store from '#server/bookings/quote/promo-store.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { newId } from '#server/kernel/ids.ts'
import { readTrialBalance } from '#server/ledger/commands.ts'
import { openTown, refusalOf, weekend } from '#test/booking-town.ts'
import { now } from '#test/build.ts'
import { olga, sam } from '#test/cast.ts'
import { barrier, buildCrowd, crowd, statusOf, tally } from '#test/crowd.ts'
import { collide } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'

const patience = 120_000
type Terms = Partial<Parameters<typeof createPromo>[2]>

/** Olga's weekend with Sam costs 76.00 and a fee of 7.60. */
async function promoTown(terms: Terms = {}) {
  const town = await openTown({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  const body = { code: 'summer', paidBy: 'platform', amount: 10_00, ...terms }
  const make = (more: object = {}) =>
    createPromo(
      town.deps,
      { viewer: sam, ip: '127.0.0.1' },
      contract.createPromoCode.body.parse({ ...body, ...more }),
    )
  const promo = await make()
  const draft = { ...weekend(town), promoCode: 'Summer' }
  const listed = async () => (await listPromos(town.deps)).items.find(({ id }) => id === promo.id)!
  return { ...town, promo, draft, make, listed }
}

const balanceOf = async (town: { db: Parameters<typeof readTrialBalance>[0] }, account: string) =>
  (await readTrialBalance(town.db)).items.find((item) => item.account === account)?.balance ?? 0

test('a platform code lowers only what the owner pays', async () => {
  const town = await promoTown()
  const { quote } = await town.request(olga, town.draft)
  expect(quote).toMatchObject({ subtotal: 76_00, ownerFee: 7_60, total: 73_60 })
  expect(quote.promo).toEqual({ code: 'SUMMER', amount: 10_00, paidBy: 'platform' })
})

test('a sitter’s code is a line of the price, and both fees are calculated on the reduced subtotal', async () => {
  const town = await promoTown({ paidBy: 'sitter', percent: 25, amount: null })
  const booking = await town.request(olga, town.draft)
  expect(booking.quote).toMatchObject({ subtotal: 57_00, ownerFee: 5_70, total: 62_70 })
  expect(booking.quote.lines.at(-1)).toMatchObject({ code: 'promo', amount: -19_00 })
  const accepted = await town.act(sam, booking, 'accept')
  expect(accepted.quote.sitterPayout).toBe(51_30)
  const cancelled = await town.act(sam, accepted, 'cancel_by_sitter', { reason: 'I have fallen ill.' })
  expect(cancelled.payment).toMatchObject({ paid: 62_70, refunded: 62_70 })
  expect((await town.listed()).used).toEqual({ count: 0, amount: 0 })
  await expectInvariants(town.deps)
})

test('the platform pays its part on acceptance, and gets back its share of a refund', async () => {
  const town = await promoTown()
  const booking = await town.act(sam, await town.request(olga, town.draft), 'accept')
  expect(booking.payment).toMatchObject({ paid: 73_60, refunded: 0 })
  expect(await balanceOf(town, 'promotion')).toBe(-10_00)
  expect(await balanceOf(town, 'escrow')).toBe(83_60)

  town.deps.clock.set(new Date('2026-12-11T09:00:00Z'))
  const { refundNow } = await town.show(olga, booking)
  const { payment } = await town.act(olga, booking, 'cancel')
  // Half of 83.60 is refunded, and the platform had paid 10.00 of it.
  expect([refundNow?.total, refundNow?.promotion, payment.refunded]).toEqual([36_80, 5_00, 36_80])
  expect(await balanceOf(town, 'promotion')).toBe(-5_00)
  expect((await town.listed()).used).toEqual({ count: 1, amount: 5_00 })
  await expectInvariants(town.deps)

  // The platform gets the same share of what the sitter refunds on top.
  const waived = await town.act(sam, await town.show(sam, booking), 'waive', { amount: 20_90 })
  expect(waived.timeline.at(-1)!.detail).toMatch(/refunded €18\.40 more, and €2\.50 to the site/)
  expect(waived.payment.refunded).toBe(36_80 + 18_40)
  expect(await balanceOf(town, 'promotion')).toBe(-2_50)
  await expectInvariants(town.deps)

  town.deps.clock.set(new Date('2026-12-20T09:00:00Z'))
  await runClock(town.deps)
  const receipt = await town.receipt(sam, booking)
  const earned = receipt.sections.find(({ title }) => title === 'What you earn')!
  expect(earned.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(earned.total!.amount)
  expect(await balanceOf(town, 'escrow')).toBe(0)
  await expectInvariants(town.deps)
})

const ends: [event: string, by: typeof olga][] = [
  ['withdraw', olga],
  ['decline', sam],
]
test.each(ends)('%s releases the reserved code for its owner', async (event, by) => {
  const town = await promoTown({ budget: 10_00 })
  const booking = await town.request(olga, town.draft)
  expect((await town.listed()).reserved).toEqual({ count: 1, amount: 10_00 })
  expect(await refusalOf(town.quote(olga, town.draft))).toMatchObject({ code: 'promo-invalid' })
  await town.act(by, booking, event)
  expect((await town.listed()).reserved).toEqual({ count: 0, amount: 0 })
  expect((await town.quote(olga, town.draft)).total).toBe(73_60)
})

test('a request that expires releases the reserved code', async () => {
  const town = await promoTown()
  await town.request(olga, town.draft)
  town.deps.clock.set(new Date(now.getTime() + 30 * 3_600_000))
  await runClock(town.deps)
  expect((await town.listed()).reserved).toEqual({ count: 0, amount: 0 })
})

const refusals: [why: string, terms: Terms][] = [
  ['has not begun', { fromOn: '2027-01-01' }],
  ['is over', { untilOn: '2020-01-01' }],
  ['has too little left', { budget: 9_99 }],
]
test.each(refusals)('a code that %s is refused like an unknown code', async (_why, terms) => {
  const town = await promoTown(terms)
  const unknown = await refusalOf(town.quote(olga, { ...town.draft, promoCode: 'winter' }))
  expect(unknown).toMatchObject({ code: 'promo-invalid', promoCode: 'WINTER' })
  const named = JSON.stringify(unknown).replaceAll('WINTER', 'SUMMER')
  const promoCode = town.draft.promoCode.toLowerCase()
  expect(JSON.stringify(await refusalOf(town.quote(olga, { ...town.draft, promoCode })))).toBe(named)
})

test('a code for the first booking is refused once a booking has been accepted', async () => {
  const town = await promoTown({ firstBookingOnly: true, usesPerOwner: 5 })
  await town.act(sam, await town.request(olga, weekend(town)), 'accept')
  expect(await refusalOf(town.quote(olga, town.draft))).toMatchObject({ code: 'promo-invalid' })
})

test('an ended code is refused for new quotes, but stays valid for a request that already uses it', async () => {
  const town = await promoTown({ usesPerOwner: 2 })
  const booking = await town.request(olga, town.draft)
  const ended = await endPromo(town.deps, { viewer: sam, ip: '127.0.0.1' }, town.promo.id)
  expect(ended.endedAt).not.toBeNull()
  expect(await refusalOf(town.quote(olga, town.draft))).toMatchObject({ code: 'promo-invalid' })
  await town.act(sam, booking, 'accept')
  expect((await town.listed()).used).toEqual({ count: 1, amount: 10_00 })
})

test('a code that differs from an existing one only in case is refused', async () => {
  const town = await promoTown()
  expect(await refusalOf(town.make({ code: 'SUMMER' }))).toMatchObject({ code: 'promo-exists' })
})

test(
  '64 owners requesting the rest of a budget at the same time never exceed it',
  { timeout: patience },
  async () => {
    const town = await promoTown({ budget: 35_00 })
    const owners = await buildCrowd(town.db)
    const asked = await Promise.all(
      owners.map(async ({ viewer, pet }) => {
        const draft = { ...town.draft, petIds: [pet] }
        return { viewer, draft, quoteHash: (await town.quote(viewer, draft)).quoteHash }
      }),
    )
    const requests = asked.map(
      ({ viewer, draft, quoteHash }) =>
        () =>
          statusOf(town.request(viewer, draft, { quoteHash })),
    )
    const statuses = tally(await collide(town.db, 'promo_code', town.promo.id, requests))
    expect([statuses['200']?.length, statuses['422']?.length]).toEqual([3, crowd - 3])
    expect((await town.listed()).reserved).toEqual({ count: 3, amount: 30_00 })

    const open = await town.db.selectFrom('booking').select(['id', 'version']).execute()
    for (const booking of open) await town.act(sam, booking, 'accept')
    expect(await town.listed()).toMatchObject({ reserved: { count: 0 }, used: { count: 3, amount: 30_00 } })
    await expectInvariants(town.deps)
  },
)

test(
  'positive control: without the lock, 64 concurrent check-then-write calls exceed the budget',
  { timeout: patience },
  async () => {
    const town = await promoTown({ budget: 35_00 })
    const { id: bookingId } = await town.request(olga, weekend(town))
    await town.db.schema.alterTable('promo_use').dropConstraint('promo_use_pkey').execute()
    const all = barrier(crowd)
    await Promise.all(
      Array.from({ length: crowd }, () =>
        inTransaction(town.db, async (tx) => {
          const { amount } = await store.sumTaken(tx, town.promo.id, newId(now))
          await all()
          if (amount + 10_00 > 35_00) return
          await store.insertUse(tx, {
            booking_id: bookingId,
            promo_id: town.promo.id,
            owner_id: olga.accountId,
            status: 'reserved',
            amount: 10_00,
          })
        }),
      ),
    )
    expect((await store.sumTaken(town.db, town.promo.id, null)).amount).toBeGreaterThan(35_00)
  },
)
