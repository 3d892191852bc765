import type { Species } from '#contract/codes.ts'
import { formatShortMoney, listWords, serviceNames } from '#contract/words.ts'
import { formatDay, formatKilograms, formatLanguage, formatDayRange, plural } from '#web/format.ts'
import type { SearchPet, SearchState } from '#web/search/search-state.ts'
import { homeNames, traitNames } from '#web/search/filter-words.ts'
import { capitalised, policyNames, speciesCount, speciesWord } from '#web/words.ts'

const counted = (pets: readonly SearchPet[]): [Species, number][] => {
  const counts = new Map<Species, number>()
  for (const { species } of pets) counts.set(species, (counts.get(species) ?? 0) + 1)
  return [...counts]
}

/** "Miso, 22 kg", "1 dog, 22 kg", "2 dogs, 1 cat"; empty without pets. */
export function petsInWords(pets: readonly SearchPet[]): string {
  const [only] = pets
  if (!only) return ''
  if (pets.length === 1) {
    const who = only.name || speciesCount(1, only.species)
    return only.weightKg ? `${who}, ${formatKilograms(only.weightKg)}` : who
  }
  if (pets.every(({ name }) => name)) return listWords(pets.map(({ name }) => name))
  return counted(pets)
    .map(([species, count]) => speciesCount(count, species))
    .join(', ')
}

/** "Miso", "your dog" or "your dog and 2 cats", for use in a sentence. */
export function petsInSentence(pets: readonly SearchPet[]): string {
  if (pets.length > 0 && pets.every(({ name }) => name)) return listWords(pets.map(({ name }) => name))
  const words = counted(pets).map(([species, count], index) =>
    count === 1
      ? `${index === 0 ? 'your' : 'a'} ${speciesWord(species)}`
      : `${index === 0 ? 'your ' : ''}${speciesCount(count, species)}`,
  )
  return listWords(words)
}

/** "12 – 16 Dec" with weekdays, or the number of single days. */
export function datesInWords({ start, end, days }: Pick<SearchState, 'start' | 'end' | 'days'>): string {
  if (start && end) return formatDayRange(start, end)
  if (start) return `from ${formatDay(start)}`
  const [only] = days
  if (!only) return ''
  return days.length === 1 ? formatDay(only) : plural(days.length, 'day')
}

/** "12 – 16 Dec" or "30 Dec – 2 Jan", for narrow layouts. */
export function shortDates(dates: Pick<SearchState, 'start' | 'end' | 'days'>): string {
  const { start, end } = dates
  if (!start || !end) return datesInWords(dates)
  if (start === end) return formatDay(start, 'plain')
  const sameMonth = start.slice(0, 7) === end.slice(0, 7)
  return `${sameMonth ? Number(start.slice(8)) : formatDay(start, 'plain')} – ${formatDay(end, 'plain')}`
}

export const answersInWords = (hours: number): string => `Answers within ${plural(hours, 'hour')}`

type ActiveFilter = { label: string; without: SearchState }

/** Returns the label of each active filter, and the search without it. */
export function activeFilters(state: SearchState, currency: string): ActiveFilter[] {
  const { service, minTotal, maxTotal, home, has, languages, policy, answersWithin, radiusKm, bounds } = state
  const first = { ...state, shown: 24 }
  const money = (amount: number) => formatShortMoney(amount, currency)
  return [
    ...(service ? [{ label: serviceNames[service], without: { ...first, service: null } }] : []),
    ...(minTotal ? [{ label: `From ${money(minTotal)}`, without: { ...first, minTotal: null } }] : []),
    ...(maxTotal ? [{ label: `Up to ${money(maxTotal)}`, without: { ...first, maxTotal: null } }] : []),
    ...home.map((code) => ({
      label: homeNames[code] ?? capitalised(code),
      without: { ...first, home: home.filter((other) => other !== code) },
    })),
    ...has.map((code) => ({
      label: traitNames[code],
      without: { ...first, has: has.filter((other) => other !== code) },
    })),
    ...languages.map((code) => ({
      label: `Speaks ${formatLanguage(code)}`,
      without: { ...first, languages: languages.filter((other) => other !== code) },
    })),
    ...policy.map((code) => ({
      label: policyNames[code],
      without: { ...first, policy: policy.filter((other) => other !== code) },
    })),
    ...(answersWithin
      ? [{ label: answersInWords(answersWithin), without: { ...first, answersWithin: null } }]
      : []),
    ...(bounds ? [{ label: 'This part of the map', without: { ...first, bounds: null } }] : []),
    ...(radiusKm && !bounds
      ? [{ label: `Within ${radiusKm} km`, without: { ...first, radiusKm: null } }]
      : []),
  ]
}

/** Removes all filters; keeps place, dates and pets. */
export const withoutFilters = (state: SearchState): SearchState => ({
  ...state,
  service: null,
  minTotal: null,
  maxTotal: null,
  home: [],
  has: [],
  languages: [],
  policy: [],
  answersWithin: null,
  radiusKm: null,
  bounds: null,
  shown: 24,
})
