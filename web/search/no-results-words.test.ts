import { expect, test } from 'vitest'
import type { SearchAnswer } from '#contract/search/search.ts'
import { noResultsInWords } from '#web/search/no-results-words.ts'
import { emptySearch, type SearchState } from '#web/search/search-state.ts'

const dog = {
  species: 'dog',
  weightKg: null,
  bornOn: null,
  name: '',
  neutered: null,
  medication: false,
} as const

const headingOf = (search: Partial<SearchState>, removals: SearchAnswer['removals']): string =>
  noResultsInWords({ search: { ...emptySearch, ...search }, removals, placeName: 'Lisbon', currency: 'EUR' })

const heading = (search: Partial<SearchState>, drop?: string, value: string | null = null): string =>
  headingOf(search, drop === undefined ? [] : [{ filters: [{ drop, value }], total: 3 }])

test('the heading names the pets as the reason only if dropping them helps or no other filter is set', () => {
  expect(heading({ pets: [dog] }, 'pets')).toBe('No sitter near Lisbon can take your dog')
  expect(heading({ pets: [dog], has: ['fenced_garden'] }, 'pets')).toBe(
    'No sitter who fits the rest can take your dog',
  )
  expect(heading({ pets: [dog], has: ['fenced_garden'] }, 'has', 'fenced_garden')).toBe(
    'No sitter for your dog offers “Fenced garden”',
  )
  expect(heading({ pets: [dog] })).toBe('No sitter near Lisbon can take your dog')
})

test.each<[string, Partial<SearchState>, string]>([
  ['start', { start: '2026-12-12', end: '2026-12-16' }, 'is free Sat 12 – Wed 16 Dec'],
  ['days', { days: ['2026-12-12'] }, 'is free on Sat 12 Dec'],
  ['service', { service: 'house_sitting' }, 'offers house sitting'],
  ['has', { has: ['car', 'instant'] }, 'offers all that you wish for'],
  ['home', { home: ['house', 'farm'] }, 'has “House” or “Farm”'],
  ['languages', { languages: ['pt', 'de'] }, 'speaks Portuguese or German'],
  ['policy', { policy: ['flexible'] }, 'offers “Flexible cancellation”'],
  ['answersWithin', { answersWithin: 4 }, 'answers within 4 hours'],
  ['maxTotal', { maxTotal: 40_00 }, 'costs €40 or less'],
  ['minTotal', { minTotal: 900_00 }, 'costs €900 or more'],
  ['bounds', { bounds: '38,-10,39,-9' }, 'lives in this part of the map'],
  ['radiusKm', { radiusKm: 5 }, 'lives within 5 km of Lisbon'],
])('if "%s" is the limiting filter, the heading says so', (drop, search, words) => {
  expect(heading(search, drop)).toBe(`No sitter ${words}`)
  expect(heading({ ...search, pets: [dog] }, drop)).toBe(`No sitter for your dog ${words}`)
})

test('the heading is generic for several reasons together and for none', () => {
  expect(heading({ pets: [dog], has: ['car'], maxTotal: 10_00 })).toBe('No sitter fits all of this')
  expect(heading({})).toBe('No sitters near Lisbon yet')
})

test.each<[string, Partial<SearchState>, readonly string[], string]>([
  [
    'two traits',
    { has: ['car', 'first_aid'] },
    ['has=car', 'has=first_aid'],
    'offers both “Has a car” and “Pet first aid”',
  ],
  [
    'a trait and a language',
    { has: ['car'], languages: ['de'] },
    ['languages', 'has=car'],
    'both speaks German and offers “Has a car”',
  ],
  [
    'a price and the dates',
    { maxTotal: 40_00, days: ['2026-12-12'] },
    ['days', 'maxTotal'],
    'both costs €40 or less and is free on Sat 12 Dec',
  ],
  [
    'the pets and a policy',
    { pets: [dog], policy: ['flexible'] },
    ['pets', 'policy'],
    'both offers “Flexible cancellation” and can take your dog',
  ],
  [
    'two of three',
    { has: ['car'], languages: ['de'], maxTotal: 40_00 },
    ['languages', 'has=car'],
    'who fits the rest both speaks German and offers “Has a car”',
  ],
])('if %s exclude each other, the heading names both', (_, search, drops, words) => {
  const removals = [...drops, 'radiusKm'].map((text, index) => {
    const [drop = '', value = null] = text.split('=')
    return { filters: [{ drop, value }], total: 9 - index }
  })
  expect(headingOf(search, removals)).toBe(`No sitter ${words}`)
})

test('the heading is generic if only two filters together help', () => {
  const filters = [
    { drop: 'languages', value: null },
    { drop: 'maxTotal', value: null },
  ]
  expect(headingOf({ languages: ['de'], maxTotal: 40_00 }, [{ filters, total: 2 }])).toBe(
    'No sitter fits all of this',
  )
})
