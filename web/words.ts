import type { Policy, Service, Species } from '#contract/codes.ts'
import { plural } from '#web/format.ts'

/** Display names for the codes of the contract; those of services are in `contract/words.ts`. */
export const serviceLines: Record<Service, string> = {
  boarding: 'Overnight at the sitter’s home',
  house_sitting: 'Overnight in your home',
  day_care: 'At the sitter’s, daytime',
  drop_in: '30 or 60 minutes at your home',
  dog_walking: 'A walk around your block',
}
/** The order in which services are offered. */
export const offeredOrder: readonly Service[] = [
  'boarding',
  'house_sitting',
  'day_care',
  'drop_in',
  'dog_walking',
]

const unitWords: Record<Service, string> = {
  boarding: 'night',
  house_sitting: 'night',
  day_care: 'day',
  drop_in: 'visit',
  dog_walking: 'walk',
}
export const unitWord = (service: Service): string => unitWords[service]
/** "4 nights", "1 walk". */
export const unitCount = (count: number, service: Service): string => plural(count, unitWords[service])

const speciesWords: Record<Species, readonly [one: string, many: string]> = {
  dog: ['dog', 'dogs'],
  cat: ['cat', 'cats'],
  rabbit: ['rabbit', 'rabbits'],
  bird: ['bird', 'birds'],
  reptile: ['reptile', 'reptiles'],
  fish: ['fish', 'fish'],
  horse: ['horse', 'horses'],
  other: ['other pet', 'other pets'],
}
export const speciesWord = (species: Species, count = 1): string => speciesWords[species][count === 1 ? 0 : 1]
export const speciesCount = (count: number, species: Species): string =>
  plural(count, ...speciesWords[species])

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const policyNames: Record<Policy, string> = {
  flexible: 'Flexible cancellation',
  moderate: 'Moderate cancellation',
  strict: 'Strict cancellation',
  per_unit_24h: 'Free up to a day before',
}
