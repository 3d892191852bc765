import {
  type AnswerHours,
  answerHours,
  gardens,
  homeTypes,
  type InstantBooking,
  policies,
  type Policy,
  type SearchTrait,
  searchTraits,
  skills,
  type Skill,
  type Species,
} from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { type SearchLanguage, searchLanguages } from '#contract/search/languages.ts'
import type { Accepts, Home } from '#contract/sitters/sitters.ts'
import type { Garden, HomeType } from '#server/search/query.ts'
import { hasFewBookings } from '#server/search/ranking.ts'

/** What a search may require of a sitter and the home, one bit each in a fixed order: only ever append. */
const names = [
  ...homeTypes.map((type) => `home:${type}`),
  ...gardens.map((garden) => `garden:${garden}`),
  ...searchTraits.slice(0, searchTraits.indexOf('instant')),
  'takes:puppies',
  ...searchTraits.slice(searchTraits.indexOf('instant'), searchTraits.indexOf('newcomer') + 1),
  'takes:unneutered',
  'takes:medication',
  ...searchTraits.slice(searchTraits.indexOf('newcomer') + 1),
]
const bitOf = (name: string): number => 1 << names.indexOf(name)
const bitsOf = (wanted: readonly string[]): number => wanted.reduce((bits, name) => bits | bitOf(name), 0)

export type TraitSource = {
  home: Home
  skills: readonly Skill[]
  residents: readonly Species[]
  instantBooking: InstantBooking
  trusted: boolean
  completedBookings: number
}

const traitRules: Record<Exclude<SearchTrait, Skill>, (source: TraitSource) => boolean> = {
  smoke_free: ({ home }) => home.smokeFree,
  no_children: ({ home }) => home.children === 'none',
  no_resident_pets: ({ residents }) => residents.length === 0,
  resident_dog: ({ residents }) => residents.includes('dog'),
  car: ({ home }) => home.car,
  fenced_garden: ({ home }) => home.garden === 'fenced',
  instant: ({ instantBooking }) => instantBooking === 'everyone',
  never_alone: ({ home }) => home.aloneMaxHours === 0,
  no_young_children: ({ home }) => home.children !== 'young',
  trusted: ({ trusted }) => trusted,
  // The other condition for a newcomer, the date of publication, has its own column.
  newcomer: ({ completedBookings }) => hasFewBookings(completedBookings),
}

export const traitBits = (source: TraitSource): number =>
  bitsOf([
    `home:${source.home.type}`,
    `garden:${source.home.garden}`,
    ...keysOf(traitRules).filter((trait) => traitRules[trait](source)),
    ...skills.filter((skill) => source.skills.includes(skill)),
  ])

const acceptedPets = ['puppies', 'unneutered', 'medication'] as const
type AcceptedPets = Pick<Accepts, (typeof acceptedPets)[number]>

/** Returns the bits of what a service accepts beyond species and sizes. */
export const acceptedBits = (accepts: AcceptedPets): number =>
  bitsOf(acceptedPets.filter((pets) => accepts[pets]).map((pets) => `takes:${pets}`))

export const traitBit = (trait: SearchTrait): number => bitOf(trait)

/** Returns the bits that must all be set. */
export const neededBits = (traits: readonly SearchTrait[], pets: AcceptedPets): number =>
  bitsOf(traits) | acceptedBits(pets)

/** Returns bits of which at least one must be set; 0 means no requirement. */
export const homeBits = (homes: readonly HomeType[]): number => bitsOf(homes.map((type) => `home:${type}`))
export const gardenBits = (wanted: readonly Garden[]): number =>
  bitsOf(wanted.map((garden) => `garden:${garden}`))

/**
 * Properties of which a search may require any one of several: one bit each in a second word, in a fixed order, only
 * ever append.
 */
const qualityNames = [
  ...policies.map((policy) => `policy:${policy}`),
  ...answerHours.map((hours) => `answers:${hours}`),
  ...searchLanguages.map((language) => `speaks:${language}`),
]
const qualityBits = (wanted: readonly string[]): bigint =>
  wanted.reduce((bits, name) => bits | (1n << BigInt(qualityNames.indexOf(name))), 0n)

/** Returns the bits of a sitter's languages that a search offers, and of how soon requests are answered. */
export const sitterQualities = ({
  languages,
  responseMinutes,
}: {
  languages: readonly string[]
  responseMinutes: number | null
}): bigint =>
  languageBits(searchLanguages.filter((language) => languages.includes(language))) |
  answerHours
    .filter((hours) => responseMinutes !== null && responseMinutes <= hours * 60)
    .reduce((bits, hours) => bits | answerBits(hours), 0n)

/** Returns bits of which at least one must be set; 0 means no requirement. */
export const languageBits = (wanted: readonly SearchLanguage[]): bigint =>
  qualityBits(wanted.map((language) => `speaks:${language}`))
export const policyBits = (wanted: readonly Policy[]): bigint =>
  qualityBits(wanted.map((policy) => `policy:${policy}`))
export const answerBits = (hours: AnswerHours): bigint => qualityBits([`answers:${hours}`])
