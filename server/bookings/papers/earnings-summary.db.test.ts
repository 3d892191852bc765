import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  type CurrencyEarnings,
  downloadEarnings,
  printEarnings,
  sumUpEarnings,
} from '#contract/bookings/earnings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { readStatement } from '#server/bookings/papers/statement-commands.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { bookingFixture, exampleA, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { disputeFixture, reason } from '#test/dispute-fixture.ts'

const sumUp = (deps: Deps, viewer: Viewer, query: { year?: string } = {}, accountId = viewer.accountId) =>
  send(deps, sumUpEarnings, viewer, { params: { accountId }, query })

/**
 * Two bookings accepted on 1 December: a weekend that is settled on the 15th, and eight nights, of which seven are
 * settled on the 27th and one on the 28th. Olga gives a tip of 5.00 in January.
 */
async function town() {
  const fixture = await bookingFixture()
  const stay = await fixture.act(sam, await fixture.request(olga, exampleA(fixture)), 'accept')
  const visit = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  const pass = async (...moments: string[]) => {
    for (const moment of moments) {
      fixture.deps.clock.set(new Date(moment))
      await runClock(fixture.deps)
    }
  }
  return {
    ...fixture,
    stay,
    visit,
    pass,
    async passAll() {
      await pass('2026-12-15T11:30:00Z', '2026-12-18T17:00:00Z', '2026-12-27T15:00:00Z')
      await pass('2026-12-28T19:00:00Z', '2027-01-02T10:00:00Z')
      await fixture.act(olga, await fixture.show(olga, visit), 'tip', { amount: 5_00 })
    },
  }
}

/** What the sitter's account in the ledger was credited, whatever the statements say. */
async function creditedTo(db: Db, accountId: string): Promise<number> {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transfer', 'ledger_transfer.id', 'ledger_entry.transfer_id')
    .select('ledger_entry.amount')
    .where('ledger_entry.account', '=', 'sitter')
    .where('ledger_entry.account_id', '=', accountId)
    .where('ledger_transfer.kind', 'in', ['release', 'tip', 'dispute_borne'])
    .execute()
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0)
}

/** Compares each month with the sitter's statement for it, to the cent. */
async function expectStatements(deps: Deps, { currency, months }: CurrencyEarnings) {
  for (const { month, ...sums } of months) {
    const { sections } = await readStatement(deps, sam, {
      accountId: sam.accountId,
      role: 'sitter',
      month,
      currency,
    })
    const [account, summary] = sections
    const amounts = new Map(summary!.rows.map(({ label, amount }) => [label, amount]))
    const amountOf = (label: string) => amounts.get(label) ?? 0
    const settled = amountOf('Due to you directly') + amountOf('Paid out to you') - amountOf('Reclaimed')
    expect({
      month,
      care: amountOf('You earned, after the service fee'),
      tips: amountOf('Tips'),
      takenBack: 0 - amountOf('Taken back by banks of owners'),
      fees: amountOf('Service fees of both sides'),
      change: account!.total!.amount - account!.rows[0]!.amount,
    }).toEqual({
      month,
      care: sums.care,
      tips: sums.tips,
      takenBack: sums.takenBack,
      fees: sums.fees,
      change: sums.earned - settled,
    })
  }
}

test('earnings agree with the monthly statements and with the ledger, to the cent', async () => {
  const { db, deps, passAll } = await town()
  await passAll()
  const { currencies, ...summary } = await sumUp(deps, sam)
  expect(summary).toEqual({
    month: '2027-01',
    years: ['2027', '2026'],
    period: { from: '2026-02', to: '2027-01' },
  })
  const [euros] = currencies
  await expectStatements(deps, euros!)
  const total = { care: 596_70, tips: 5_00, takenBack: 0, earned: 601_70, fees: 113_90, paidOut: 0 }
  expect(euros).toMatchObject({ currency: 'EUR', byProvider: false, balance: 0, total, period: total })
  expect(euros!.total.earned).toBe(await creditedTo(db, sam.accountId))
  expect(euros!.total.bookings).toBe(2)
  expect(euros!.months).toHaveLength(12)
  expect(euros!.months.slice(-2)).toMatchObject([
    { month: '2026-12', earned: 596_70, bookings: 2 },
    { month: '2027-01', earned: 5_00, bookings: 1 },
  ])
  expect(euros!.thisMonth.earned).toBe(5_00)
  expect(euros!.services).toEqual([{ service: 'boarding', ...euros!.period }])
  expect(euros!.months.reduce((sum, { earned }) => sum + earned, 0)).toBe(euros!.period.earned)
})

test('a year has its twelve months, and nothing of another year', async () => {
  const { deps, passAll } = await town()
  await passAll()
  const [in2026, in2027, in2025] = await Promise.all(
    ['2026', '2027', '2025'].map(async (year) => (await sumUp(deps, sam, { year })).currencies[0]!),
  )
  expect(in2026!.months.map(({ month }) => month)).toEqual(
    Array.from({ length: 12 }, (_, index) => `2026-${`${index + 1}`.padStart(2, '0')}`),
  )
  expect([in2025, in2026, in2027].map((one) => one!.period.earned)).toEqual([0, 596_70, 5_00])
  expect(in2025!.services).toEqual([])
  // All time and the current month are the same in every year.
  expect(new Set([in2025, in2026, in2027].map((one) => one!.total.earned))).toEqual(new Set([601_70]))
  expect(new Set([in2025, in2026, in2027].map((one) => one!.thisMonth.earned))).toEqual(new Set([5_00]))
})

test('accepted bookings are expected, in parts if a part is settled, until all is earned', async () => {
  const { deps, pass, passAll } = await town()
  const expected = async () => (await sumUp(deps, sam)).currencies[0]!.expected
  expect(await expected()).toEqual({ amount: 596_70, bookings: 2 })
  await pass('2026-12-15T11:30:00Z', '2026-12-18T17:00:00Z')
  expect(await expected()).toEqual({ amount: 528_30, bookings: 1 })
  await pass('2026-12-27T15:00:00Z')
  expect(await expected()).toEqual({ amount: 130_05, bookings: 1 })
  await passAll()
  expect(await expected()).toEqual({ amount: 0, bookings: 0 })
})

test('an amount belongs to the month at the place of care', async () => {
  const { db, deps, visit, pass } = await town()
  await db.updateTable('booking').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', visit.id).execute()
  // Half past midnight on New Year's Day in Auckland.
  await pass('2026-12-14T11:30:00Z', '2026-12-31T11:30:00Z')
  const [euros] = (await sumUp(deps, sam, { year: '2027' })).currencies
  expect(euros!.months[0]).toMatchObject({ month: '2027-01', care: 68_40 })
  await expectStatements(deps, euros!)
})

test('what an owner’s bank takes back from the sitter lowers the earnings and what was paid out', async () => {
  const fixture = await disputeFixture()
  await fixture.finish(true)
  await fixture.lost()
  const paid = (await sumUp(fixture.deps, sam)).currencies[0]!
  expect(paid).toMatchObject({ byProvider: true, total: { earned: 68_40, paidOut: 68_40 }, balance: 0 })
  await fixture.move({ action: 'bear', fromSitter: 50_00, reason })
  const [euros] = (await sumUp(fixture.deps, sam)).currencies
  const left = { care: 68_40, takenBack: 50_00, earned: 18_40, paidOut: 18_40 }
  expect(euros).toMatchObject({ total: left, balance: 0 })
  expect(euros!.total.earned).toBe(await creditedTo(fixture.db, sam.accountId))
  await expectStatements(fixture.deps, euros!)
})

test('what is earned before the payout account is set up is a balance that is not paid out', async () => {
  const fixture = await disputeFixture()
  await fixture.finish(false)
  expect((await sumUp(fixture.deps, sam)).currencies).toMatchObject([
    { total: { earned: 68_40, paidOut: 0 }, balance: 68_40, expected: { amount: 0, bookings: 0 } },
  ])
})

test('an account without bookings as a sitter has no earnings, and nobody sees those of others', async () => {
  const { deps } = await town()
  expect(await sumUp(deps, olga)).toEqual({
    month: '2026-12',
    years: ['2026'],
    period: { from: '2026-01', to: '2026-12' },
    currencies: [],
  })
  expect(await refusalOf(sumUp(deps, olga, {}, sam.accountId))).toMatchObject({ code: 'account-not-found' })
  expect(await refusalOf(sumUp(deps, sam, { year: '26' }))).toMatchObject({ status: 400 })
})

test('the CSV has a line for each booking and month, and its columns add up to the summary', async () => {
  const { deps, stay, visit, passAll } = await town()
  await passAll()
  const params = { accountId: sam.accountId }
  const file = await send(deps, downloadEarnings, sam, { params, query: {} })
  expect(file.startsWith('\uFEFFMonth,Booking,Service,Owner,')).toBe(true)
  const rows = file
    .trim()
    .split('\r\n')
    .slice(1)
    // No word of this test contains a comma or a quotation mark.
    .map((line) => line.split(','))
  expect(rows.map((row) => row.slice(0, 7))).toEqual([
    ['2026-12', visit.number, 'Boarding', 'Olga', '2026-12-11', '2026-12-13', 'EUR'],
    ['2026-12', stay.number, 'Boarding', 'Olga', '2026-12-18', '2026-12-26', 'EUR'],
    ['2027-01', visit.number, 'Boarding', 'Olga', '2026-12-11', '2026-12-13', 'EUR'],
  ])
  const cents = (column: number) => rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  const { period } = (await sumUp(deps, sam)).currencies[0]!
  expect([7, 8, 9, 10, 11, 12].map(cents)).toEqual([
    period.care,
    period.tips,
    period.takenBack,
    period.earned,
    period.fees,
    period.paidOut,
  ])
  expect(rows[0]!.at(-1)).toBe(`${deps.site.url}/account/bookings/${visit.id}`)
  const in2026 = await send(deps, downloadEarnings, sam, { params, query: { year: '2026' } })
  expect(in2026).not.toContain('2027-01')
  expect(await refusalOf(send(deps, downloadEarnings, olga, { params, query: {} }))).toMatchObject({
    code: 'account-not-found',
  })
})

test('the PDF can be downloaded by the sitter only, also of a year without earnings', async () => {
  const { deps, passAll } = await town()
  await passAll()
  const params = { accountId: sam.accountId }
  const print = async (query: object) =>
    z.instanceof(Uint8Array).parse(await send(deps, printEarnings, sam, { params, query }))
  const [last, in2026, in2025] = await Promise.all([
    print({}),
    print({ year: '2026', currency: 'EUR' }),
    print({ year: '2025' }),
  ])
  expect(Buffer.from(last).toString('latin1')).toContain('Earnings February 2026 to January 2027')
  expect(Buffer.from(in2026).toString('latin1')).toContain('Earnings 2026)')
  expect(in2025.length).toBeLessThan(in2026.length)
  expect(await refusalOf(send(deps, printEarnings, olga, { params, query: {} }))).toMatchObject({
    code: 'account-not-found',
  })
})
