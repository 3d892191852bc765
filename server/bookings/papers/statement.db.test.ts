import { expect, test } from 'vitest'
import type { Party } from '#contract/codes.ts'
import type { Receipt } from '#contract/ledger.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { printStatement, readStatement } from '#server/bookings/papers/statement-commands.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'

/** A weekend that Olga paid on 1 December, that was settled on the 15th, and for which she gave a tip of 5.00 in January. */
async function paidTown() {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  for (const moment of ['2026-12-11T17:00:00Z', '2026-12-14T11:30:00Z', '2026-12-15T11:30:00Z']) {
    fixture.deps.clock.set(new Date(moment))
    await runClock(fixture.deps)
  }
  fixture.deps.clock.set(new Date('2027-01-02T10:00:00Z'))
  await fixture.act(olga, await fixture.show(olga, booking), 'tip', { amount: 5_00 })
  const read = (person: typeof olga, role: Party, month: string) =>
    readStatement(fixture.deps, person, { accountId: person.accountId, role, month })
  return { ...fixture, booking, read }
}

const account = ({ sections }: Receipt) => sections[0]!
const amounts = (statement: Receipt) => account(statement).rows.map(({ amount }) => amount)
const summaryOf = ({ sections }: Receipt) => sections[1]!.rows.map(({ label, amount }) => [label, amount])

test('a sitter’s monthly statement lists earnings and settlements between opening and closing balance', async () => {
  const { read, booking } = await paidTown()
  const december = await read(sam, 'sitter', '2026-12')
  expect(amounts(december)).toEqual([0, 68_40, -68_40])
  expect(account(december).total!.amount).toBe(0)
  expect(account(december).rows[1]!.label).toBe('Earned with Olga')
  expect(account(december).rows[1]!.detail).toContain(booking.number)
  expect(summaryOf(december)).toEqual([
    ['You earned, after the service fee', 68_40],
    ['Due to you directly', 68_40],
    ['Service fees of both sides', 15_20],
  ])
  const january = await read(sam, 'sitter', '2027-01')
  expect(amounts(january)).toEqual([0, 5_00, -5_00])
  expect(summaryOf(january)).toContainEqual(['Tips', 5_00])
})

test('an owner’s monthly statement opens with the closing balance of the month before', async () => {
  const { read } = await paidTown()
  expect(summaryOf(await read(olga, 'owner', '2026-12'))).toEqual([['Due to your sitters directly', 83_60]])
  expect(summaryOf(await read(olga, 'owner', '2027-01'))).toContainEqual(['Your tips', 5_00])
  const after = account(await read(olga, 'owner', '2026-12')).total!.amount
  expect(amounts(await read(olga, 'owner', '2027-01'))[0]).toBe(after)
  for (const month of ['2026-11', '2026-12', '2027-01']) {
    const { rows, total } = account(await read(olga, 'owner', month))
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(total!.amount)
  }
})

test('a statement can be downloaded as a PDF by its own account, and is not found for others', async () => {
  const { deps } = await paidTown()
  const request = { accountId: sam.accountId, role: 'sitter', month: '2026-12' } as const
  expect(await refusalOf(readStatement(deps, olga, request))).toMatchObject({ code: 'account-not-found' })
  const file = await printStatement(deps, sam, request)
  expect(Buffer.from(file.slice(0, 5)).toString()).toBe('%PDF-')
})
