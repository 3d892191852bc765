import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, parseAmount } from '#web/ui/forms/money-text.ts'

test.each([
  ['28', 'EUR', 28_00],
  ['28.5', 'EUR', 28_50],
  ['28,50', 'EUR', 28_50],
  ['€28', 'EUR', 28_00],
  ['28 EUR', 'EUR', 28_00],
  ['1,234.50', 'EUR', 1234_50],
  ['1.234,50', 'EUR', 1234_50],
  ['1,234', 'EUR', 1234_00],
  ['1,234,567', 'EUR', 1_234_567_00],
  ['1 200', 'JPY', 1200],
  ['1.500', 'KWD', 1_500],
  ['0.05', 'EUR', 5],
  ['28.', 'EUR', 28_00],
])('%j of %s is %i', (text, currency, minor) => {
  expect(parseAmount(text, currency)).toBe(minor)
})

test.each([
  ['', 'EUR'],
  ['abc', 'EUR'],
  ['-5', 'EUR'],
  ['28.5050', 'EUR'],
  ['1.2.3', 'EUR'],
  ['1,234.567', 'EUR'],
  ['12.5', 'JPY'],
  ['99999999999999999', 'EUR'],
])('%j of %s is not an amount', (text, currency) => {
  expect(parseAmount(text, currency)).toBe(null)
})

test('a formatted amount is parsed back to the same amount', () => {
  assert(
    property(integer({ min: 0, max: 10_000_000 }), constantFrom('EUR', 'JPY', 'KWD'), (minor, currency) => {
      expect(parseAmount(amountText(minor, currency), currency)).toBe(minor)
    }),
  )
})
