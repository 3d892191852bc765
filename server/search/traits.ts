import {
  gardens,
  homeTypes,
  type InstantBooking,
  type SearchTrait,
  searchTraits,
  skills,
  type Skill,
  type Species,
} from '#contract/codes.ts'
import type { Accepts, Home } from '#contract/sitters.ts'
import type { Garden, HomeType } from '#server/search/query.ts'

/** What a search may ask of a sitter and the home, a bit each, in a fixed order: only ever append. */
const names = [
  ...homeTypes.map((type) => `home:${type}`),
  ...gardens.map((garden) => `garden:${garden}`),
  ...searchTraits.filter((trait) => trait !== 'instant'),
  'takes:puppies',
  'instant',
]
const bitOf = (name: string): number => 1 << names.indexOf(name)
const bitsOf = (wanted: readonly string[]): number => wanted.reduce((bits, name) => bits | bitOf(name), 0)

export type Lived = {
  home: Home
  skills: readonly Skill[]
  residents: readonly Species[]
  instantBooking: InstantBooking
}

const traitRules: Record<Exclude<SearchTrait, Skill>, (lived: Lived) => boolean> = {
  smoke_free: ({ home }) => home.smokeFree,
  no_children: ({ home }) => home.children === 'none',
  no_resident_pets: ({ residents }) => residents.length === 0,
  resident_dog: ({ residents }) => residents.includes('dog'),
  car: ({ home }) => home.car,
  fenced_garden: ({ home }) => home.garden === 'fenced',
  instant: ({ instantBooking }) => instantBooking === 'everyone',
}

export const traitBits = (lived: Lived): number =>
  bitsOf([
    `home:${lived.home.type}`,
    `garden:${lived.home.garden}`,
    ...(Object.keys(traitRules) as (keyof typeof traitRules)[]).filter((trait) => traitRules[trait](lived)),
    ...skills.filter((skill) => lived.skills.includes(skill)),
  ])

/** What a service takes beyond kinds and sizes of pets. */
export const acceptedBits = ({ puppies }: Pick<Accepts, 'puppies'>): number =>
  bitsOf(puppies ? ['takes:puppies'] : [])

/** Every one of these must be set. */
export const neededBits = (traits: readonly SearchTrait[], { puppies }: { puppies: boolean }): number =>
  bitsOf(traits) | acceptedBits({ puppies })

/** One of these must be set; 0 asks for nothing. */
export const homeBits = (homes: readonly HomeType[]): number => bitsOf(homes.map((type) => `home:${type}`))
export const gardenBits = (wanted: readonly Garden[]): number =>
  bitsOf(wanted.map((garden) => `garden:${garden}`))
