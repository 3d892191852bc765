import { expect, test } from 'vitest'
import { matching } from '#web/beside/at-hand/match.ts'

const people = [
  { label: 'Inês Brontë-Müller' },
  { label: 'Søren O’Hara', words: 'Ågot' },
  { label: 'Łukasz Weiß', words: 'Requested Fri 18 – Sat 26 Dec' },
]
const found = (text: string) => matching(people, text).map(({ label }) => label.split(' ')[0])

test.each([
  ['ines', ['Inês']],
  ['BRONTE', ['Inês']],
  ['müller', ['Inês']],
  ['muller ines', ['Inês']],
  ['soren', ['Søren']],
  ['ohara', ['Søren']],
  ['o’hara', ['Søren']],
  ['agot', ['Søren']],
  ['weiss', ['Łukasz']],
  ['luk', ['Łukasz']],
  ['26 dec', ['Łukasz']],
  ['request', ['Łukasz']],
  ['ukasz', []],
  ['ines weiss', []],
  ['…', ['Inês', 'Søren', 'Łukasz']],
])('“%s” finds %j, whatever its case and accents', (text, names) => expect(found(text)).toEqual(names))

test('a label that begins with the typed text comes first', () => {
  const pages = [{ label: 'Fee invoices', words: 'calendar' }, { label: 'Calendar' }]
  expect(matching(pages, 'cal').map(({ label }) => label)).toEqual(['Calendar', 'Fee invoices'])
})
