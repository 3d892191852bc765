import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { calculateFees } from '#server/bookings/money/fees.ts'

const settings = Settings.parse({})
const first = { repeat: false, invited: false }

test.each([
  // subtotal, repeat, owner, sitter
  [400_00, false, 40_00, 40_00],
  [400_10, false, 40_00, 40_01],
  [399_99, false, 40_00, 40_00],
  [100_00, true, 5_00, 5_00],
  [0, false, 0, 0],
])('calculates the fees on %i (repeat: %s)', (subtotal, repeat, ownerFee, sitterFee) => {
  const fees = calculateFees(subtotal, { repeat, invited: false }, settings)
  expect(fees).toMatchObject({ ownerFee, sitterFee, total: subtotal + ownerFee })
  expect(fees.sitterPayout).toBe(subtotal - sitterFee)
})

test('describes how the owner’s fee was calculated', () => {
  const words = (subtotal: number, repeat: boolean) =>
    calculateFees(subtotal, { repeat, invited: false }, settings).ownerFeeRule
  expect(words(100_00, false)).toBe('10% of the subtotal')
  expect(words(100_00, true)).toBe('5% of the subtotal, lower because you have booked this sitter before')
  const free = { ...settings, fees: { ...settings.fees, ownerBasisPoints: 0 } }
  expect(calculateFees(100_00, first, free).ownerFeeRule).toBe('No service fee')
})

test('charges no fees on an instance that does not invoice them', () => {
  const none = Settings.parse({ payments: { manualFee: 'none' } })
  expect(calculateFees(400_00, first, none)).toEqual({
    ownerFee: 0,
    ownerFeeRule: 'No service fee',
    total: 400_00,
    sitterFee: 0,
    sitterFeeRule: null,
    sitterFeeBasisPoints: 0,
    sitterPayout: 400_00,
  })
})

test('tells the sitter why the fee is lower than usual', () => {
  const ruleOf = (pair: typeof first) => calculateFees(100_00, pair, settings).sitterFeeRule
  expect(ruleOf(first)).toBeNull()
  expect(ruleOf({ repeat: true, invited: false })).toBe(
    '5% of the subtotal, lower because the owner has booked you before',
  )
  expect(ruleOf({ repeat: true, invited: true })).toBe(
    'No service fee, because the owner came through your link',
  )
})
