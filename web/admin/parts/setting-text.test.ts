import { expect, test } from 'vitest'
import { enteredIn, textOf, unitOf, wordsOf } from '#web/admin/parts/setting-text.ts'

const whole = { kind: 'whole', least: 0, most: null, choices: [] } as const
const share = { ...whole, unit: 'basis_points', most: 10_000 } as const
const amount = { ...whole, unit: 'minor' } as const
const hours = { ...whole, unit: 'hours', least: 1 } as const
const weight = { ...whole, kind: 'decimal', unit: null, least: null } as const

test.each([
  [share, 1000, '10', '10%', '%'],
  [share, 250, '2.5', '2.5%', '%'],
  [amount, 40_00, '40', '€40.00', 'EUR'],
  [hours, 24, '24', '24 hours', 'hours'],
  [weight, 0.3, '0.3', '0.3', undefined],
])('%j with %d is typed as %s and written as %s', (field, value, text, words, unit) => {
  expect(textOf(field, value, 'EUR')).toBe(text)
  expect(wordsOf(field, value, 'EUR')).toBe(words)
  expect(unitOf(field, 'EUR')).toBe(unit)
  expect(enteredIn(field, text, 'EUR')).toEqual({ value })
})

test.each([
  [share, '0.07', { value: 7 }],
  [share, '12,5 %', { value: 1250 }],
  [share, '101', { error: 'Enter at most 100%' }],
  [share, 'ten', { error: 'Enter a number' }],
  [amount, '1,234.50', { value: 123_450 }],
  [hours, '0', { error: 'Enter at least 1 hour' }],
  [hours, '1.5', { error: 'Enter a whole number' }],
  [hours, '', { error: 'Enter a whole number' }],
])('%j reads %s as %j', (field, text, entered) => {
  expect(enteredIn(field, text, 'EUR')).toEqual(entered)
})

test('switches and choices have words', () => {
  const choice = {
    ...whole,
    kind: 'choice',
    unit: null,
    choices: [{ value: 'none', label: 'Not charged' }],
  } as const
  expect(wordsOf(choice, 'none', 'EUR')).toBe('Not charged')
  const toggle = { ...choice, kind: 'switch' } as const
  expect([wordsOf(toggle, true, 'EUR'), enteredIn(toggle, 'true', 'EUR')]).toEqual(['on', { value: true }])
})
