import { expect, test } from 'vitest'
import {
  isKeyOld,
  isNewerState,
  type PaymentState,
  stateOfAccount,
  stateOfIntent,
  wayOf,
} from '#server/payments/payment.ts'
import { paymentOrders } from '#test/payment-orders.ts'

const stripeStates: readonly PaymentState[] = ['open', 'failed', 'action', 'authorised', 'captured']
const endOf = (order: readonly number[], accepts: typeof isNewerState): PaymentState =>
  order
    .map((index) => stripeStates[index]!)
    .reduce((known, news) => (accepts(known, news) ? news : known), 'open')

test('payment states converge in any order, and would not if the last one received won', () => {
  const orders = paymentOrders(100).map(({ order }) => order)
  expect(new Set(orders.map((order) => endOf(order, isNewerState)))).toEqual(new Set(['captured']))
  expect(new Set(orders.map((order) => endOf(order, () => true))).size).toBeGreaterThan(1)
})

test('a captured payment stays captured, and a voided one can only become captured', () => {
  const states: PaymentState[] = [...stripeStates, 'stored', 'voided']
  expect(states.filter((news) => isNewerState('captured', news))).toEqual([])
  expect(states.filter((news) => isNewerState('voided', news))).toEqual(['captured'])
})

test.each([
  ['requires_payment_method', null, 'open'],
  ['requires_payment_method', { code: 'card_declined' }, 'failed'],
  ['requires_action', null, 'action'],
  ['processing', null, 'open'],
  ['requires_capture', null, 'authorised'],
  ['succeeded', null, 'captured'],
  ['canceled', null, 'voided'],
] as const)('Stripe’s status %s with the error %j maps to %s', (status, last_payment_error, state) =>
  expect(stateOfIntent({ id: 'pi', status, last_payment_error })).toBe(state),
)

const at = new Date('2026-12-01T09:00:00Z')
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000)

test('a card is held if the answer is due within six days, and saved if it may come later', () => {
  expect(wayOf(at, after(144))).toBe('hold')
  expect(wayOf(at, after(144.1))).toBe('store')
  expect(wayOf(at, null)).toBe('hold')
})

test('an idempotency key is reused for 23 hours, because Stripe may forget it after a day', () => {
  expect(isKeyOld(at, after(23))).toBe(false)
  expect(isKeyOld(at, after(23.1))).toBe(true)
  expect(isKeyOld(null, at)).toBe(false)
})

test.each([
  [false, false, 'inactive', 'started'],
  [true, false, 'pending', 'checking'],
  [true, true, 'pending', 'checking'],
  [true, true, 'active', 'ready'],
] as const)(
  'an account with details submitted %s, payouts %s and transfers %s is %s',
  (answers, pays, transfers, state) =>
    expect(
      stateOfAccount({
        id: 'acct',
        details_submitted: answers,
        payouts_enabled: pays,
        capabilities: { transfers },
      }),
    ).toBe(state),
)
