import { describe, expect, test } from 'vitest'
import {
  apiSearch,
  bookingQuery,
  isNotCanonical,
  parseSearch,
  searchQuery,
} from '#web/search/search-state.ts'
import { activeFilters, petsInSentence, petsInWords } from '#web/search/search-words.ts'

const read = (text: string) => parseSearch(new URLSearchParams(text))
const full =
  'service=boarding&place=2267057&start=2026-12-12&end=2026-12-16&pets=dog:22:2026-04-15:unneutered:medication,cat:4&petNames=Miso&maxTotal=15000&home=fenced&has=oral_medication,car&languages=en,pt&policy=flexible&answersWithin=4&radiusKm=25&sort=price&shown=48'

describe('the URL of a search', () => {
  test('is unchanged by parsing and serialising it', () => {
    const query = searchQuery(read(full))
    expect(searchQuery(read(new URLSearchParams(query).toString()))).toEqual(query)
    expect(isNotCanonical(new URLSearchParams(query))).toBe(false)
  })

  test('as submitted by the form without JavaScript is equivalent to the canonical one', () => {
    const form =
      'service=boarding&place=2267057&start=2026-12-12&end=2026-12-16&petKind=dog&petKg=22&petBorn=2026-04-15&petName=Miso&petNeutered=no&petMedicine=yes&petKind=cat&petKg=4&petBorn=&petName=&petNeutered=&petMedicine=&minTotal=&maxTotal=15000&home=fenced&has=car&has=oral_medication&languages=pt&languages=en&policy=flexible&answersWithin=4&radiusKm=25&sort=price&shown=48'
    expect(searchQuery(read(form))).toEqual(searchQuery(read(full)))
    expect(isNotCanonical(new URLSearchParams(form))).toBe(true)
  })

  test('is not canonical with empty or repeated fields, but may have router and campaign parameters', () => {
    expect(isNotCanonical(new URLSearchParams('service=boarding&end='))).toBe(false)
    expect(isNotCanonical(new URLSearchParams('service=boarding&petKind='))).toBe(true)
    expect(isNotCanonical(new URLSearchParams('has=car&has=oral_medication'))).toBe(true)
    expect(
      isNotCanonical(new URLSearchParams('service=boarding&_routes=search%2Fsearch-page&utm_source=x')),
    ).toBe(false)
  })

  test('loses invalid values', () => {
    const junk =
      'service=yoga&place=0&start=2026-02-30&pets=dragon:3,dog:heavy&petNames=%3Cb%3E,Rex!&home=castle&has=magic&languages=Elvish&policy=none&answersWithin=7&sort=luck&shown=9999&radiusKm=900'
    expect(searchQuery(read(junk))).toEqual({ pets: 'dog' })
  })

  test('passes dates to the API only if both are set', () => {
    expect(apiSearch(read('start=2026-12-12'))).toEqual({ sort: 'recommended' })
    expect(apiSearch(read('start=2026-12-12&end=2026-12-16'))).toMatchObject({ end: '2026-12-16' })
  })

  test('passes only the service, the dates and the pets to the sitter’s page', () => {
    expect(Object.keys(bookingQuery(read(full)))).toEqual(['service', 'start', 'end', 'pets', 'petNames'])
  })
})

describe('a search in words', () => {
  test.each([
    ['pets=dog:22&petNames=Miso', 'Miso, 22 kg', 'Miso'],
    ['pets=dog:22', '1 dog, 22 kg', 'your dog'],
    ['pets=dog,dog,cat', '2 dogs, 1 cat', 'your 2 dogs and a cat'],
    ['pets=dog,cat&petNames=Rex,Pip', 'Rex and Pip', 'Rex and Pip'],
    ['', '', ''],
  ])('%s', (query, words, sentence) => {
    expect(petsInWords(read(query).pets)).toBe(words)
    expect(petsInSentence(read(query).pets)).toBe(sentence)
  })

  test('every active filter has a chip that removes only that filter', () => {
    const state = read(full)
    const filters = activeFilters(state, 'EUR')
    expect(filters.map(({ label }) => label)).toEqual([
      'Boarding',
      'Up to €150',
      'Fenced garden',
      'Has a car',
      'Gives tablets',
      'Speaks English',
      'Speaks Portuguese',
      'Flexible cancellation',
      'Answers within 4 hours',
      'Within 25 km',
    ])
    for (const { without } of filters) expect(activeFilters(without, 'EUR')).toHaveLength(filters.length - 1)
  })
})
