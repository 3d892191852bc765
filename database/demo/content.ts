import { readFileSync } from 'node:fs'
import type { DeclineReason, Service, Species, StayPolicy } from '#contract/codes.ts'
import type { Random } from './random.ts'

/** Tags that a text requires, and topics of which a profile has at most one text each. */
export type Text = { text: string; requires?: string[]; about?: string[] }
/** A text for a booking. */
export type BookingText = Text & { service?: Service | 'any'; species?: Species | 'any' }
export type ReviewText = BookingText & { overall: number; reply?: string }

export type City = {
  slug: string
  name: string
  country: string
  timeZone: string
  locale: string
  lat: number
  lng: number
  callingCode: string
  neighbourhoods: { name: string; lat: number; lng: number }[]
  firstNames: string[]
  lastNames: string[]
}

type Ages = { minYears?: number; maxYears?: number }
/** Conditions that a pet must meet. */
export type PetText = {
  breeds?: string[]
  sex?: 'female' | 'male'
  ages?: Ages
  minKg?: number
  species?: Species[]
}
export type Breed = { name: string; minKg: number; maxKg: number; coats: string[] }
export type FeedingText = PetText & { food: string; amount: string; times: string[]; treats: string }
export type MedicationText = PetText & { name: string; dose: string; route: string; times: string[] }

export type CastPet = {
  name: string
  species: Species
  breed: string
  coat: string
  weightKg: number
  sex?: 'female' | 'male'
  ageMonths?: number
  ageYears?: number
  careNotes?: string
  feeding?: FeedingText[]
  sleepingPlace?: string
  fears?: string
}
type CastPerson = { key: string; firstName: string; lastName: string; neighbourhood: string; pets: CastPet[] }
export type CastSitter = CastPerson & { headline: string; bio: string; tags: string[]; policy: StayPolicy }
export type CastOwner = CastPerson & { about: string }

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../content/demo/${name}.json`, import.meta.url), 'utf8')) as T

/** Reads the texts of the demo town from `content/demo`. */
export const readContent = () => ({
  cities: read<City[]>('cities'),
  cast: read<{ sitters: CastSitter[]; owners: CastOwner[] }>('cast'),
  sitters: read<Record<'headlines' | 'home' | 'experience' | 'day', Text[]>>('sitters'),
  pets: read<{
    names: Record<Species, string[]>
    breeds: Record<Species, Breed[]>
    character: Record<Species, (PetText & { text: string })[]>
    feeding: Record<Species, FeedingText[]>
    notes: Record<Species, string[]>
    conditions: (PetText & { text: string })[]
    medications: MedicationText[]
    fears: string[]
    sleepingPlaces: string[]
  }>('pets'),
  reviews: read<{
    ownerToSitter: ReviewText[]
    composed: Record<'openings' | 'middles' | 'endings', BookingText[]>
    sitterToOwner: ReviewText[]
  }>('reviews'),
  messages: read<{
    requests: BookingText[]
    declines: (BookingText & { reason: DeclineReason })[]
    cancellationsByOwner: BookingText[]
    cancellationsBySitter: BookingText[]
  }>('messages'),
})
export type Content = ReturnType<typeof readContent>

export type Tags = ReadonlySet<string>

export const fitsTags = ({ requires = [] }: Text, tags: Tags): boolean =>
  requires.every((tag) => tags.has(tag))

export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

/** Picks a matching text, preferably one not used for this reader yet; undefined if there is none. */
export function pickFresh<T extends Text>(
  texts: readonly T[],
  met: Set<string>,
  random: Random,
): T | undefined {
  if (texts.length === 0) return undefined
  const fresh = texts.filter(({ text }) => !met.has(text))
  const picked = random.pick(fresh.length > 0 ? fresh : texts)
  met.add(picked.text)
  return picked
}
