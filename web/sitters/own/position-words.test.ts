import { expect, test } from 'vitest'
import { formatOrdinal, gainInWords, placeInWords, stepInWords } from '#web/sitters/own/position-words.ts'

const found = { ofIsCapped: false, components: null, changes: [], excludedBy: [] }

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [14, '14th'],
  [1002, '1,002nd'],
])('%d is %s', (number, words) => expect(formatOrdinal(number)).toBe(words))

test('the position is described with the size of the result and the search', () => {
  const queryText = 'for boarding in Lisbon'
  expect(placeInWords({ ...found, position: 14, of: 63 }, queryText)).toBe(
    'You are 14th of 63 for boarding in Lisbon.',
  )
  expect(placeInWords({ ...found, position: null, of: 63 }, queryText)).toBe(
    'You are not among the 63 found for boarding in Lisbon.',
  )
  expect(placeInWords({ ...found, position: null, of: 0 }, queryText)).toBe(
    'No sitters were found for boarding in Lisbon.',
  )
  expect(placeInWords({ ...found, position: 5, of: 2000, ofIsCapped: true }, queryText)).toContain(
    'of more than 2,000',
  )
})

test('a step describes what to add and how many places it gains, if any', () => {
  const step = { component: 'completeness' as const, position: 11, missing: ['skills', 'languages'] }
  expect(stepInWords(step)).toBe('Add what you are good at and your languages')
  expect(gainInWords(step, 14)).toBe('+3 places: 11th')
  expect(gainInWords(step, 11)).toBe('No change in this search')
})
