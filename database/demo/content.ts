import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { declineReasons, services, type Species, species, stayPolicies } from '#contract/codes.ts'
import { recordOf } from '#contract/entries.ts'
import type { Random } from './random.ts'

const words = z.array(z.string())

/** Tags that a text requires, and topics of which a profile has at most one text each. */
const Text = z.object({
  text: z.string(),
  requires: words.exactOptional(),
  about: words.exactOptional(),
})
/** A text for a booking. */
const BookingText = Text.extend({
  service: z.enum([...services, 'any']).exactOptional(),
  species: z.enum([...species, 'any']).exactOptional(),
})
const ReviewText = BookingText.extend({ overall: z.number(), reply: z.string().exactOptional() })

const City = z.object({
  slug: z.string(),
  name: z.string(),
  country: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  lat: z.number(),
  lng: z.number(),
  callingCode: z.string(),
  neighbourhoods: z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number() })),
  firstNames: words,
  lastNames: words,
})

const Sex = z.enum(['female', 'male'])
const Ages = z.object({ minYears: z.number().exactOptional(), maxYears: z.number().exactOptional() })
/** Conditions that a pet must meet. */
const PetText = z.object({
  breeds: words.exactOptional(),
  sex: Sex.exactOptional(),
  ages: Ages.exactOptional(),
  minKg: z.number().exactOptional(),
  species: z.array(z.enum(species)).exactOptional(),
})
const TraitText = PetText.extend({ text: z.string() })
const Breed = z.object({ name: z.string(), minKg: z.number(), maxKg: z.number(), coats: words })
const FeedingText = PetText.extend({
  food: z.string(),
  amount: z.string(),
  times: words,
  treats: z.string(),
})
const MedicationText = PetText.extend({ name: z.string(), dose: z.string(), route: z.string(), times: words })

const CastPet = z.object({
  name: z.string(),
  species: z.enum(species),
  breed: z.string(),
  coat: z.string(),
  weightKg: z.number(),
  sex: Sex.exactOptional(),
  ageMonths: z.number().exactOptional(),
  ageYears: z.number().exactOptional(),
  careNotes: z.string().exactOptional(),
  feeding: z.array(FeedingText).exactOptional(),
  sleepingPlace: z.string().exactOptional(),
  fears: z.string().exactOptional(),
})
const CastPerson = z.object({
  key: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  neighbourhood: z.string(),
  pets: z.array(CastPet),
})
const CastSitter = CastPerson.extend({
  headline: z.string(),
  bio: z.string(),
  tags: words,
  policy: z.enum(stayPolicies),
})
const CastOwner = CastPerson.extend({ about: z.string() })

const ofEachSpecies = <T extends z.ZodType>(item: T) =>
  z.object(recordOf<Species, z.ZodArray<T>>(species, () => z.array(item)))

/** The files of `content/demo`, by their names. */
const Files = {
  cities: z.array(City),
  cast: z.object({ sitters: z.array(CastSitter), owners: z.array(CastOwner) }),
  sitters: z.object({
    headlines: z.array(Text),
    home: z.array(Text),
    experience: z.array(Text),
    day: z.array(Text),
  }),
  pets: z.object({
    names: ofEachSpecies(z.string()),
    breeds: ofEachSpecies(Breed),
    character: ofEachSpecies(TraitText),
    feeding: ofEachSpecies(FeedingText),
    notes: ofEachSpecies(z.string()),
    conditions: z.array(TraitText),
    medications: z.array(MedicationText),
    fears: words,
    sleepingPlaces: words,
  }),
  reviews: z.object({
    ownerToSitter: z.array(ReviewText),
    composed: z.object({
      openings: z.array(BookingText),
      middles: z.array(BookingText),
      endings: z.array(BookingText),
    }),
    sitterToOwner: z.array(ReviewText),
    sitterReplies: z.array(BookingText),
  }),
  messages: z.object({
    requests: z.array(BookingText),
    declines: z.array(BookingText.extend({ reason: z.enum(declineReasons) })),
    cancellationsByOwner: z.array(BookingText),
    cancellationsBySitter: z.array(BookingText),
  }),
}

const read = (name: keyof typeof Files): unknown =>
  JSON.parse(readFileSync(new URL(`../../content/demo/${name}.json`, import.meta.url), 'utf8'))

/** Reads the texts of the demo town from `content/demo`. */
export const readContent = () => ({
  cities: Files.cities.parse(read('cities')),
  cast: Files.cast.parse(read('cast')),
  sitters: Files.sitters.parse(read('sitters')),
  pets: Files.pets.parse(read('pets')),
  reviews: Files.reviews.parse(read('reviews')),
  messages: Files.messages.parse(read('messages')),
})
export type Content = ReturnType<typeof readContent>
export type Text = z.infer<typeof Text>
export type BookingText = z.infer<typeof BookingText>
export type ReviewText = z.infer<typeof ReviewText>
export type City = z.infer<typeof City>
export type Ages = z.infer<typeof Ages>
export type PetText = z.infer<typeof PetText>
export type FeedingText = z.infer<typeof FeedingText>
export type CastPet = z.infer<typeof CastPet>
export type CastSitter = z.infer<typeof CastSitter>
export type CastOwner = z.infer<typeof CastOwner>

export type Tags = ReadonlySet<string>

export const fitsTags = ({ requires = [] }: Text, tags: Tags): boolean =>
  requires.every((tag) => tags.has(tag))

export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

/** Picks a matching text, preferably one not used for this reader yet; undefined if there is none. */
export function pickUnused<T extends Text>(
  texts: readonly T[],
  used: Set<string>,
  random: Random,
): T | undefined {
  if (texts.length === 0) return undefined
  const unused = texts.filter(({ text }) => !used.has(text))
  const picked = random.pick(unused.length > 0 ? unused : texts)
  used.add(picked.text)
  return picked
}
