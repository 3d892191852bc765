import { expect, test } from 'vitest'
import { z } from 'zod'
import { printReceipt } from '#contract/ledger.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { exampleA, bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)
type Town = Awaited<ReturnType<typeof bookingFixture>>

const turnClock = async ({ deps }: Town, moment: string) => {
  deps.clock.set(at(moment))
  await runClock(deps)
}

/** Example A of the rules, accepted on 1 December. */
async function accepted() {
  const fixture = await bookingFixture()
  const booking = await fixture.act(sam, await fixture.request(olga, exampleA(fixture)), 'accept')
  return { fixture, booking }
}
const words = (lines: { label: string; amount: number; balance: number }[]) =>
  lines.map(({ label, amount, balance }) => [label, amount, balance])

test('after acceptance, each side sees only its own account', async () => {
  const { fixture, booking } = await accepted()
  expect(await fixture.money(olga, booking)).toEqual({
    currency: 'EUR',
    role: 'owner',
    paid: 627_00,
    refunded: 0,
    tips: 0,
    lines: [
      {
        at: '2026-12-01T09:00:00.000Z',
        kind: 'charge',
        label: 'You pay Sam',
        amount: 627_00,
        balance: 627_00,
      },
    ],
    earnings: null,
  })
  expect(await fixture.money(sam, booking)).toMatchObject({
    paid: 627_00,
    lines: [],
    earnings: {
      receives: 528_30,
      fees: 98_70,
      payouts: [
        { at: '2026-12-27T15:00:00.000Z', amount: 398_25, done: false },
        { at: '2026-12-28T19:00:00.000Z', amount: 130_05, done: false },
      ],
    },
  })
  const stranger = await refusalOf(fixture.money(eve, booking))
  expect(stranger).toEqual(
    await refusalOf(fixture.money(eve, { id: '0b000000-0000-7000-8000-000000000001' })),
  )
})

test('a stay of eight nights is settled after a week, while still in progress, and at its end', async () => {
  const { fixture, booking } = await accepted()
  await turnClock(fixture, '2026-12-18T17:00:00Z')
  await turnClock(fixture, '2026-12-27T14:59:59Z')
  expect((await fixture.money(sam, booking)).lines).toEqual([])
  await turnClock(fixture, '2026-12-27T15:00:00Z')
  expect((await fixture.show(sam, booking)).status).toBe('in_progress')
  expect(words((await fixture.money(sam, booking)).lines)).toEqual([
    ['Earned', 442_50, 442_50],
    ['Service fee', -44_25, 398_25],
    ['Due from Olga directly', -398_25, 0],
  ])
  await expectInvariants(fixture.deps)
  await turnClock(fixture, '2026-12-28T19:00:00Z')
  const { lines, earnings } = await fixture.money(sam, booking)
  expect(words(lines.slice(3))).toEqual([
    ['Earned', 144_50, 144_50],
    ['Service fee', -14_45, 130_05],
    ['Due from Olga directly', -130_05, 0],
  ])
  expect(earnings).toEqual({
    receives: 528_30,
    fees: 98_70,
    payouts: [
      { at: '2026-12-27T15:00:00.000Z', amount: 398_25, done: true },
      { at: '2026-12-28T19:00:00.000Z', amount: 130_05, done: true },
    ],
  })
  expect((await fixture.show(sam, booking)).timeline.map(({ event }) => event)).toEqual([
    'request',
    'accept',
    'auto_start',
    'release_payout',
    'auto_complete',
    'release_payout',
  ])
  await expectInvariants(fixture.deps)
})

test('what the sitter keeps of a cancelled booking is settled 48 hours after its planned start', async () => {
  const { fixture, booking } = await accepted()
  fixture.deps.clock.set(at('2026-12-16T10:00:00Z'))
  await fixture.act(olga, booking, 'cancel')
  expect(words((await fixture.money(olga, booking)).lines)).toEqual([
    ['You pay Sam', 627_00, 627_00],
    ['No longer due', -390_67, 236_33],
  ])
  expect((await fixture.money(sam, booking)).earnings).toEqual({
    receives: 199_12,
    fees: 37_21,
    payouts: [{ at: '2026-12-20T15:00:00.000Z', amount: 199_12, done: false }],
  })
  await turnClock(fixture, '2026-12-20T14:59:59Z')
  expect((await fixture.money(sam, booking)).lines).toEqual([])
  await turnClock(fixture, '2026-12-20T15:00:00Z')
  expect(words((await fixture.money(sam, booking)).lines).at(-1)).toEqual([
    'Due from Olga directly',
    -199_12,
    0,
  ])
  expect(await fixture.show(sam, booking)).toMatchObject({ status: 'cancelled', actions: [] })
  await expectInvariants(fixture.deps)
})

test('a booking that was refunded in full leaves nothing to settle', async () => {
  const { fixture, booking } = await accepted()
  await fixture.act(sam, booking, 'cancel_by_sitter', { reason: 'I am ill.' })
  expect(await fixture.money(sam, booking)).toMatchObject({
    refunded: 627_00,
    earnings: { receives: 0, fees: 0, payouts: [] },
  })
  const { due_at } = await fixture.db.selectFrom('booking').select('due_at').executeTakeFirstOrThrow()
  expect(due_at).toBeNull()
  await expectInvariants(fixture.deps)
})

test('a request has no ledger entries and no receipt yet', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, weekend(fixture))
  expect(await fixture.money(olga, booking)).toMatchObject({ paid: 0, refunded: 0, lines: [] })
  expect((await fixture.money(sam, booking)).earnings).toEqual({ receives: 0, fees: 0, payouts: [] })
  expect(await refusalOf(fixture.receipt(olga, booking))).toMatchObject({
    code: 'receipt-not-ready',
    status: 422,
  })
})

test('a sitter’s earnings show amounts due and paginated settlements, also of some months only', async () => {
  const { fixture } = await accepted()
  await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  expect(await fixture.earnings(olga)).toEqual({ due: [], items: [], nextCursor: null })
  const before = await fixture.earnings(sam)
  expect(before.items).toEqual([])
  expect(before.due.map(({ at: due, amount }) => [due, amount])).toEqual([
    ['2026-12-15T11:00:00.000Z', 68_40],
    ['2026-12-27T15:00:00.000Z', 398_25],
    ['2026-12-28T19:00:00.000Z', 130_05],
  ])
  await turnClock(fixture, '2026-12-18T17:00:00Z')
  await turnClock(fixture, '2027-01-01T00:00:00Z')
  const first = await fixture.earnings(sam, { limit: 2 })
  expect(first.due).toEqual([])
  const second = await fixture.earnings(sam, { limit: 2, cursor: first.nextCursor })
  expect(second.nextCursor).toBeNull()
  const all = [...first.items, ...second.items]
  expect(all.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([68_40, 130_05, 398_25])
  expect(all[0]).toMatchObject({ ownerName: 'Olga', service: 'boarding', currency: 'EUR' })
  const inDecember = await fixture.earnings(sam, { from: '2026-12', to: '2026-12' })
  expect(inDecember.items.map(({ amount }) => amount)).toEqual([68_40])
  expect((await fixture.earnings(sam, { from: '2027-01' })).items).toHaveLength(2)
  expect(await refusalOf(fixture.earnings(olga, {}, sam.accountId))).toMatchObject({
    code: 'account-not-found',
  })
})

test('the owner’s receipt and the sitter’s statement add up, line by line', async () => {
  const { fixture, booking } = await accepted()
  const first = await fixture.receipt(olga, booking)
  expect(first).toMatchObject({
    number: `R-${booking.number}-1`,
    title: 'Payment summary',
    facts: expect.arrayContaining([{ label: 'Date', value: 'Tue, 1 Dec 2026, 09:00 (Dublin time)' }]),
    operator: { name: 'Test Operator', address: '1 Test Street', email: 'operator@example.org' },
    sections: [
      { title: 'What was agreed', total: { amount: 627_00 } },
      { title: 'What you pay', total: { label: 'You pay in the end', amount: 627_00 } },
    ],
  })
  expect(await fixture.receipt(olga, booking)).toEqual(first)
  fixture.deps.clock.set(at('2026-12-16T10:00:00Z'))
  await fixture.act(olga, booking, 'cancel')
  const after = await fixture.receipt(olga, booking)
  expect([after.number, after.issuedAt]).toEqual([`R-${booking.number}-2`, '2026-12-16T10:00:00.000Z'])
  expect(after.sections[1]!.total!.amount).toBe(236_33)
  const statement = await fixture.receipt(sam, booking)
  expect(
    statement.sections.map(({ rows, total }) => [...rows, ...(total ? [total] : [])].slice(-4)),
  ).toMatchObject([
    [{}, {}, {}, { label: 'Total', amount: 627_00 }],
    [
      { label: 'Olga pays you', amount: 627_00 },
      { label: 'No longer due', amount: -390_67 },
      { label: 'Service fees of both sides', amount: -37_21 },
      { label: 'You receive', amount: 199_12 },
    ],
    [{ label: 'To be earned', amount: 199_12 }],
  ])
  for (const { rows, total } of [...first.sections, ...after.sections, ...statement.sections])
    if (total) expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(total.amount)
  expect(statement.notes[0]).toBe(
    'Olga pays you the full price directly; Test Operator invoices you for the service fees.',
  )
  expect(await refusalOf(fixture.receipt(eve, booking))).toMatchObject({ code: 'booking-not-found' })
})

test('the owner can download the receipt as a file, and a stranger cannot', async () => {
  const { fixture, booking } = await accepted()
  const params = { bookingId: booking.id }
  const file = await send(fixture.deps, printReceipt, olga, { params })
  const bytes = z.instanceof(Uint8Array).parse(file)
  expect(Buffer.from(bytes).toString('latin1')).toContain(`Payment summary R-${booking.number}-1`)
  expect(await refusalOf(send(fixture.deps, printReceipt, eve, { params }))).toMatchObject({
    code: 'booking-not-found',
  })
})
