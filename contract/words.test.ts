import { expect, test } from 'vitest'
import { decimalMoney, formatMoney, formatShortMoney, formatZone, listWords } from '#contract/words.ts'

const noBreakSpace = '\u00a0'

test('money has the decimals of its currency, and a code stays on the line of its amount', () => {
  expect(formatMoney(62_700, 'EUR')).toBe('€627.00')
  expect(formatMoney(1_200, 'CHF')).toBe(`CHF${noBreakSpace}12.00`)
  expect(formatMoney(3_500, 'JPY')).toBe('JP¥3,500')
  expect([decimalMoney(1_950, 'EUR'), decimalMoney(3_500, 'JPY')]).toEqual(['19.50', '3500'])
})

test('short money omits the decimals only if they are zero', () => {
  expect([formatShortMoney(2_800, 'EUR'), formatShortMoney(2_860, 'EUR')]).toEqual(['€28', '€28.60'])
  expect(formatShortMoney(1_200, 'CHF')).toBe(`CHF${noBreakSpace}12`)
})

test('a zone is named by its city, and one without a city by itself', () => {
  expect(['America/Argentina/Buenos_Aires', 'UTC'].map(formatZone)).toEqual(['Buenos Aires', 'UTC'])
})

test('a list has commas and one "and"', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listWords)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})
