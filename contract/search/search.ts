import { z } from 'zod'
import { rankingComponents, services, sorts } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PublicPet } from '#contract/pets.ts'
import { Home, SitterFigures } from '#contract/sitters/sitters.ts'
import { Amount, Currency, Day, Id, Latitude, Longitude } from '#contract/values.ts'

const csv = (max: number) => z.string().max(max)

/** `?service=&place=&start=&end=&pets=dog:22:2021-04:unneutered,cat:4`; see docs of the call for each parameter. */
export const SearchQuery = z.strictObject({
  service: z.enum(services).optional(),
  place: z.coerce.number().pipe(z.int().positive()).optional(),
  lat: z.coerce.number().pipe(Latitude).optional(),
  lng: z.coerce.number().pipe(Longitude).optional(),
  radiusKm: z.coerce.number().pipe(z.number().min(1).max(200)).default(15),
  /** south,west,north,east */
  bounds: csv(80).optional(),
  start: Day.optional(),
  end: Day.optional(),
  /** Calendar days of visits, walks or day care, comma-separated. */
  days: csv(800).optional(),
  /**
   * kind[:kilograms[:birth month or day[:fact…]]], comma-separated, at most twenty; facts are `neutered`, `unneutered` and
   * `medication`. What is not said of a pet excludes nobody.
   */
  pets: csv(1000).optional(),
  minTotal: z.coerce.number().pipe(Amount.min(0)).optional(),
  maxTotal: z.coerce.number().pipe(Amount.min(0)).optional(),
  /** Home type or garden, comma-separated: house,flat,farm,fenced,shared */
  home: csv(80).optional(),
  /** Traits and skills, comma-separated. */
  has: csv(300).optional(),
  /** Languages of which the sitter speaks one, comma-separated. */
  languages: csv(200).optional(),
  /** Cancellation policies of which the service has one, comma-separated. */
  policy: csv(80).optional(),
  /** Hours in which half of the sitter's requests are answered at most. */
  answersWithin: z.coerce.number().optional(),
  sort: z.enum(sorts).default('recommended'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(24),
})

export const SitterCard = SitterFigures.extend({
  id: Id,
  name: z.string(),
  headline: z.string(),
  neighbourhood: z.string().nullable(),
  placeName: z.string(),
  country: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** Kilometres from the asked place, one decimal; null without a place. */
  distanceKm: z.number().nullable(),
  service: z.enum(services),
  services: z.array(z.enum(services)),
  currency: Currency,
  /** What one unit costs the first pet, the owner's fee included. */
  unitPrice: Amount,
  /** All-in price for the asked dates and pets, fees included; null without dates. */
  total: Amount.nullable(),
  /** Nights, days, visits or walks that `total` pays for. */
  units: z.int().nullable(),
  policy: z.string(),
  /** Everybody may book at once, without a request. */
  instant: z.boolean(),
  home: Home,
  photoUrl: z.string().nullable(),
  portrait: PublicPet.nullable(),
  /** The seven components of the published ranking, each 0 to 1, and their weighted sum. */
  why: z.object({
    score: z.number(),
    components: z.record(z.enum(rankingComponents), z.number()),
  }),
})

export const searchSitters = endpoint({
  method: 'GET',
  path: '/v1/sitters',
  access: 'public',
  summary: 'Sitters who are free for all asked days and take all asked pets, with the full price',
  query: SearchQuery,
  response: z.object({
    items: z.array(SitterCard),
    nextCursor: z.string().nullable(),
    /** Exact up to 300, then 300 and `totalIsCapped`. */
    total: z.int(),
    totalIsCapped: z.boolean(),
    /** How many sitters each service would give. */
    facets: z.object({ services: z.record(z.enum(services), z.int()) }),
    rankingVersion: z.int(),
    /** What the search was understood as. */
    asked: z.object({
      place: z.object({ id: z.int(), name: z.string(), lat: z.number(), lng: z.number() }).nullable(),
      radiusKm: z.number(),
      units: z.int().nullable(),
    }),
    /**
     * When nothing was found: the parameter that alone excludes most, which of its values that is when it has several
     * and one is enough (null for all of them), and how many there would be without (`radiusKm`: within 100 km).
     */
    hint: z.object({ drop: z.string(), value: z.string().nullable(), total: z.int() }).nullable(),
  }),
  problems: ['place-not-found', 'cursor-invalid', 'dates-refused', 'search-too-wide'],
})

/** A sitter of a search as a point of its map; prices are those of the card. */
export const SitterPin = SitterCard.pick({
  id: true,
  name: true,
  service: true,
  unitPrice: true,
  total: true,
  units: true,
  rating: true,
  photoUrl: true,
  portrait: true,
}).extend({
  /** Where anybody may know the home to be: blurred by a few hundred metres, always the same for one sitter. */
  lat: Latitude,
  lng: Longitude,
})

/** A search without its pages. */
export const PinsQuery = SearchQuery.omit({ cursor: true, limit: true })

export const listPins = endpoint({
  method: 'GET',
  path: '/v1/sitters/pins',
  access: 'public',
  summary: 'The same sitters as the search, up to 300 at once, with what a map needs of them',
  query: PinsQuery,
  response: z.object({
    /** In the order of the list: the first 300 of it. */
    items: z.array(SitterPin),
    /** There are more than these. */
    isCapped: z.boolean(),
    currency: Currency,
  }),
  problems: ['place-not-found', 'dates-refused', 'search-too-wide'],
})

export const showRanking = endpoint({
  method: 'GET',
  path: '/v1/ranking',
  access: 'public',
  summary: 'The ranking formula: its weights, in force for everybody, and its version',
  response: z.object({ version: z.int(), weights: z.record(z.enum(rankingComponents), z.number()) }),
  problems: [],
})

export type SearchQuery = z.output<typeof SearchQuery>
export type SitterCard = z.infer<typeof SitterCard>
export type PinsQuery = z.output<typeof PinsQuery>
export type SitterPin = z.infer<typeof SitterPin>
export type PinsAnswer = z.infer<(typeof listPins)['response']>
export type SearchAnswer = z.infer<(typeof searchSitters)['response']>
