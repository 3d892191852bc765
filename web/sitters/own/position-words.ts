import type { ImprovableComponent } from '#contract/codes.ts'
import type { SearchPosition } from '#contract/search/position.ts'
import { listWords } from '#contract/words.ts'
import { formatCount, plural } from '#web/format.ts'

const endings = ['th', 'st', 'nd', 'rd']

/** "1st", "14th", "1,002nd". */
export function formatOrdinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return `${formatCount(number)}${(isTeen ? undefined : endings[number % 10]) ?? 'th'}`
}

/** Describes the position in a search; `queryText` is such as "for boarding in Lisbon, 3 – 7 June, 1 dog". */
export function placeInWords({ position, of, ofIsCapped }: SearchPosition, queryText: string): string {
  const all = ofIsCapped ? `more than ${formatCount(of)}` : formatCount(of)
  if (position !== null) return `You are ${formatOrdinal(position)} of ${all} ${queryText}.`
  return of === 0 ? `No sitters were found ${queryText}.` : `You are not among the ${all} found ${queryText}.`
}

const partNames: Record<string, string> = {
  headline: 'a headline of at least 20 letters',
  bio: 'a text about you of at least 200 letters',
  neighbourhood: 'your neighbourhood',
  services: 'a service',
  rates: 'prices for further pets and holidays',
  aloneMaxHours: 'how long pets are left alone',
  languages: 'your languages',
  skills: 'what you are good at',
  experienceYears: 'your years of experience',
}

const steps: Record<ImprovableComponent, (missing: readonly string[]) => string> = {
  freshness: () => 'Confirm your calendar',
  completeness: (missing) => `Add ${listWords(missing.map((part) => partNames[part] ?? part))}`,
  response: () => 'Answer every request within a day',
}

type Change = SearchPosition['changes'][number]

export const stepInWords = ({ component, missing }: Change): string => steps[component](missing)

/** "+3 places: 11th", or that nothing changes in this search. */
export function gainInWords({ position }: Change, now: number): string {
  const gain = now - position
  return gain > 0 ? `+${plural(gain, 'place')}: ${formatOrdinal(position)}` : 'No change in this search'
}

const obstacles: Record<string, string> = {
  status: 'Your profile is not published.',
  start: 'You are not free on these dates, or you need more notice.',
  days: 'You are not free on these days, or you need more notice.',
  pets: 'You do not take these pets.',
  service: 'You do not offer this service for it.',
  radiusKm: 'You live too far away.',
  bounds: 'You live outside this area.',
}

export const obstacleInWords = ({ drop }: SearchPosition['excludedBy'][number]): string =>
  obstacles[drop] ?? 'You do not match one of the filters.'
