import { expect, test } from 'vitest'
import { coverOf, isLaterStatus, sharesToRestore, stateOfDispute, unborne } from '#server/payments/dispute.ts'
import { paymentOrders } from '#test/payment-orders.ts'

const statuses = ['warning_needs_response', 'needs_response', 'under_review', 'lost', 'won']
const endOf = (order: readonly number[], accepts: typeof isLaterStatus): string =>
  order
    .map((index) => statuses[index]!)
    .reduce((known, news) => (accepts(known, news) ? news : known), statuses[0]!)

test('dispute states converge in any order, and would not if the last one received won', () => {
  const orders = paymentOrders(100).map(({ order }) => order)
  expect(new Set(orders.map((order) => endOf(order, isLaterStatus)))).toEqual(new Set(['won']))
  expect(new Set(orders.map((order) => endOf(order, () => true))).size).toBeGreaterThan(1)
})

test.each([
  ['warning_under_review', null, 'open'],
  ['a status of tomorrow', null, 'open'],
  ['warning_closed', null, 'won'],
  ['lost', null, 'lost'],
  ['lost', new Date(0), 'borne'],
] as const)('a dispute with status %s, decided at %s, is %s', (status, decidedAt, state) => {
  expect(stateOfDispute({ status, decidedAt })).toBe(state)
})

test('a refund is covered by the unallocated loss, then by the site’s part, and by nothing else', () => {
  const money = { withdrawn: 80, covered: 10, borneByPlatform: 20, borneBySitter: 15 }
  expect(unborne(money)).toBe(35)
  expect(coverOf(money, false, 30)).toEqual({ open: 30, platform: 0 })
  expect(coverOf(money, false, 60)).toEqual({ open: 35, platform: 20 })
  expect(coverOf(money, true, 60)).toEqual({ open: 0, platform: 20 })
})

test.each([
  ['nothing came back', 80, 15, { owner: 0, sitter: 0, platform: 0 }],
  ['a little: the sitter’s part first', 70, 15, { owner: 0, sitter: 10, platform: 0 }],
  ['more: then the site’s', 50, 15, { owner: 0, sitter: 15, platform: 15 }],
  ['what the owner was due as well', 4, 15, { owner: 6, sitter: 15, platform: 55 }],
  ['all of it', 0, 15, { owner: 10, sitter: 15, platform: 55 }],
  ['while a part is on its way from the sitter', 0, 0, { owner: 10, sitter: 0, platform: 55 }],
])('a reversed loss is returned to those who bore it: %s', (_, withdrawn, borneBySitter, back) => {
  expect(sharesToRestore({ withdrawn, covered: 10, borneByPlatform: 55, borneBySitter })).toEqual(back)
})
