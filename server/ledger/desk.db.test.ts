import { expect, test } from 'vitest'
import { showTrialBalance } from '#contract/ledger.ts'
import * as contract from '#contract/staff/ledger.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { post } from '#server/ledger/commands.ts'
import { postings } from '#server/ledger/postings.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const sides = { ownerId: olga.accountId, sitterId: sam.accountId }

/** A booking of 83.60 that was accepted on 1 December, and a tip that came in Berlin's 2 December. */
async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  await changeSettings(deps, { timeZone: 'Europe/Berlin' })
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  const source = { source: 'test', sourceId: '1', bookingId: null, currency: 'EUR', note: '=SUM(A1)' }
  await inTransaction(db, (tx) =>
    post(tx, { ...source, at: new Date('2026-12-01T23:30:00Z') }, [postings.tip(sides, 10_00)]),
  )
  const as = (...roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const list = (query: object = {}, viewer = as('accountant')) =>
    answerOf(routes, contract.listTransfers, deps, { viewer, query })
  const kinds = async (query: object = {}) => (await list(query)).items.map(({ kind }) => kind)
  const balance = (query: object = {}, viewer = as('accountant')) =>
    answerOf(routes, showTrialBalance, deps, { viewer, query })
  const csv = (query: object = {}) =>
    answerOf(routes, contract.exportTransfers, deps, { viewer: as('accountant'), query })
  return { ...fixture, as, list, kinds, balance, csv, booking }
}

test('the trial balance counts until the end of a day of the instance, and sums to zero on every day', async () => {
  const { balance } = await setup()
  const before = await balance({ on: '2026-12-01' })
  expect(before.items).toEqual([
    { account: 'bank', currency: 'EUR', debit: 83_60, credit: 0, balance: -83_60 },
    { account: 'escrow', currency: 'EUR', debit: 0, credit: 83_60, balance: 83_60 },
    { account: 'owner', currency: 'EUR', debit: 83_60, credit: 83_60, balance: 0 },
  ])
  expect(before.totals).toEqual([{ currency: 'EUR', debit: 167_20, credit: 167_20, balance: 0 }])
  const after = await balance({ on: '2026-12-02' })
  expect(after).toEqual(await balance())
  expect(after.items.find(({ account }) => account === 'sitter')).toMatchObject({ credit: 10_00 })
  expect(after.totals).toMatchObject([{ debit: 177_20, balance: 0 }])
  expect((await balance({ on: '2026-11-30' })).items).toEqual([])
})

test('transfers are found by account, person, kind, booking and day, page by page, with both sides', async () => {
  const { list, kinds, booking } = await setup()
  const first = await list({ limit: '2' })
  const rest = await list({ limit: '2', cursor: first.nextCursor })
  expect([...first.items, ...rest.items].map(({ kind }) => kind)).toEqual(['tip', 'capture', 'charge'])
  expect(rest.nextCursor).toBeNull()
  expect(first.items[0]).toMatchObject({
    on: '2026-12-02',
    amount: 10_00,
    booking: null,
    note: '=SUM(A1)',
    entries: [
      { account: 'bank', person: null, amount: -10_00 },
      { account: 'sitter', person: { accountId: sam.accountId, name: 'Sam' }, amount: 10_00 },
    ],
  })
  expect(first.items[1]).toMatchObject({ booking: { id: booking.id, number: booking.number } })
  expect(await kinds({ account: 'escrow' })).toEqual(['capture'])
  expect(await kinds({ personId: olga.accountId })).toEqual(['capture', 'charge'])
  expect(await kinds({ account: 'bank', personId: olga.accountId })).toEqual([])
  expect(await kinds({ kind: 'charge' })).toEqual(['charge'])
  expect(await kinds({ booking: `#${booking.number.toLowerCase()}` })).toEqual(['capture', 'charge'])
  expect(await kinds({ booking: 'nothing' })).toEqual([])
  expect(await kinds({ from: '2026-12-02' })).toEqual(['tip'])
  expect(await kinds({ from: '2026-12-01', to: '2026-12-01' })).toEqual(['capture', 'charge'])
  await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'cursor-invalid' })
})

test('the export has one line for each entry, oldest first, and its debits and credits are equal', async () => {
  const { csv, booking } = await setup()
  const lines = (await csv()).trim().split('\r\n').slice(1)
  const cells = lines.map((line) => line.split(','))
  expect(cells.map(([on, , , what, number, , account]) => [on, what, number, account])).toEqual([
    ['2026-12-01', 'Payment by the owner', booking.number, 'Bank'],
    ['2026-12-01', 'Payment by the owner', booking.number, 'Owners'],
    ['2026-12-01', 'Price of the booking', booking.number, 'Owners'],
    ['2026-12-01', 'Price of the booking', booking.number, 'Escrow'],
    ['2026-12-02', 'Tip', '', 'Bank'],
    ['2026-12-02', 'Tip', '', 'Sitters'],
  ])
  const sum = (column: number) => cells.reduce((total, cell) => total + Number(cell[column]), 0)
  expect([sum(9), sum(10)]).toEqual([177.2, 177.2])
  // Spreadsheets must not calculate what somebody wrote.
  expect(cells.at(-1)!.at(-1)).toBe("'=SUM(A1)")
  expect((await csv({ account: 'escrow' })).trim().split('\r\n')).toHaveLength(3)
})

test('transfers are sorted by time, kind or amount, page by page, and exported in this order', async () => {
  const { list, csv } = await setup()
  const transfers = { charge: 'Payment by the owner', capture: 'Price of the booking', tip: 'Tip' }
  const orders = { at: ['charge', 'capture', 'tip'], kind: ['charge', 'capture', 'tip'] } as const
  for (const [key, ascending] of Object.entries(orders))
    for (const [sort, order] of [
      [key, ascending],
      [`-${key}`, ascending.toReversed()],
    ] as const) {
      const first = await list({ sort, limit: '1' })
      const rest = await list({ sort, limit: '2', cursor: first.nextCursor })
      expect([...first.items, ...rest.items].map(({ kind }) => kind)).toEqual(order)
      const lines = (await csv({ sort })).trim().split('\r\n').slice(1)
      const exported = lines.map((line) => line.split(',')[3]).filter((_, index) => index % 2 === 0)
      expect(exported).toEqual(order.map((kind) => transfers[kind]))
    }
  for (const [sort, amounts] of [
    ['amount', [10_00, 83_60, 83_60]],
    ['-amount', [83_60, 83_60, 10_00]],
  ] as const) {
    const whole = (await list({ sort })).items
    expect(whole.map(({ amount }) => amount)).toEqual(amounts)
    const first = await list({ sort, limit: '2' })
    const rest = await list({ sort, limit: '2', cursor: first.nextCursor })
    expect([...first.items, ...rest.items]).toEqual(whole)
  }
  await expect(list({ sort: 'note' })).rejects.toMatchObject({ code: 'request-invalid' })
  const { nextCursor } = await list({ sort: 'at', limit: '1' })
  await expect(list({ sort: '-at', cursor: nextCursor })).rejects.toMatchObject({ code: 'cursor-invalid' })
})

test('those who run the site and accountants read the ledger, and support and moderators do not', async () => {
  const { as, list, balance } = await setup()
  for (const role of ['instance_owner', 'operator', 'accountant']) {
    expect((await list({}, as(role))).items).toHaveLength(3)
    expect((await balance({}, as(role))).items).not.toEqual([])
  }
  for (const role of ['support', 'moderator'])
    for (const read of [list, balance])
      await expect(read({}, as(role))).rejects.toMatchObject({ code: 'role-missing' })
})
