import { z } from 'zod'
import { rankingComponents, services, sorts } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Face } from '#contract/files/files.ts'
import { PublicPet } from '#contract/pets.ts'
import { Home, SitterFigures } from '#contract/sitters/sitters.ts'
import { Amount, Currency, Day, Id, Latitude, Longitude } from '#contract/values.ts'

const csv = (max: number) => z.string().max(max)

/** For example `?service=&place=&start=&end=&pets=dog:22:2021-04:unneutered,cat:4`. */
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
   * kind[:kilograms[:birth month or day[:fact…]]], comma-separated, at most twenty; facts are `neutered`, `unneutered`
   * and `medication`. A detail that is not given excludes no sitter.
   */
  pets: csv(1000).optional(),
  minTotal: z.coerce.number().pipe(Amount.min(0)).optional(),
  maxTotal: z.coerce.number().pipe(Amount.min(0)).optional(),
  /** Home type or garden, comma-separated: house,flat,farm,fenced,shared */
  home: csv(80).optional(),
  /** Traits and skills, comma-separated. */
  has: csv(300).optional(),
  /** The sitter speaks at least one of these languages, comma-separated. */
  languages: csv(200).optional(),
  /** The service has one of these cancellation policies, comma-separated. */
  policy: csv(80).optional(),
  /** Maximum hours within which the sitter answers half of the requests. */
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
  /** Kilometres from the searched place, one decimal; null without a place. */
  distanceKm: z.number().nullable(),
  service: z.enum(services),
  services: z.array(z.enum(services)),
  currency: Currency,
  /** Price of one unit for the first pet, including the owner's fee. */
  unitPrice: Amount,
  /** All-in price for the searched dates and pets, including fees; null without dates. */
  total: Amount.nullable(),
  /** Number of nights, days, visits or walks included in `total`. */
  units: z.int().nullable(),
  policy: z.string(),
  /** Everybody may book instantly, without a request. */
  instant: z.boolean(),
  home: Home,
  face: Face,
  /** The first photo of the profile. */
  photoUrl: z.string().nullable(),
  portrait: PublicPet.nullable(),
  /** The seven components of the published ranking, each 0 to 1, and their weighted sum. */
  why: z.object({
    score: z.number(),
    components: z.record(z.enum(rankingComponents), z.number()),
  }),
})

/** A parameter that a search leaves out, and which of its values if it has several; null for all of them. */
const RemovedFilter = z.object({ drop: z.string(), value: z.string().nullable() })

export const searchSitters = endpoint({
  method: 'GET',
  path: '/v1/sitters',
  access: 'public',
  summary:
    'Search for sitters who are free on all requested days and accept all requested pets, with full prices',
  query: SearchQuery,
  response: z.object({
    items: z.array(SitterCard),
    nextCursor: z.string().nullable(),
    /** Exact up to 300, then 300 and `totalIsCapped`. */
    total: z.int(),
    totalIsCapped: z.boolean(),
    /** Number of sitters that each service would find. */
    facets: z.object({ services: z.record(z.enum(services), z.int()) }),
    rankingVersion: z.int(),
    /** How the search was interpreted. */
    asked: z.object({
      place: z.object({ id: z.int(), name: z.string(), lat: z.number(), lng: z.number() }).nullable(),
      radiusKm: z.number(),
      units: z.int().nullable(),
    }),
    /**
     * If nothing was found: the parameter whose removal helps most; which of its values to remove if it has several and
     * one is enough (null for all of them); and the number of results without it (`radiusKm`: within 100 km).
     */
    hint: RemovedFilter.extend({ total: z.int() }).nullable(),
    /**
     * If nothing was found: every removal that gives results, the most first. Each single filter that helps on its own;
     * several of them exclude each other. If none does, two filters that must both be removed, at most three such pairs.
     */
    removals: z.array(z.object({ filters: z.array(RemovedFilter).min(1).max(2), total: z.int() })),
  }),
  problems: ['place-not-found', 'cursor-invalid', 'dates-refused', 'search-too-wide'],
})

/** A search result as a point on the map; prices are those of the card. */
export const SitterPin = SitterCard.pick({
  id: true,
  name: true,
  service: true,
  unitPrice: true,
  total: true,
  units: true,
  rating: true,
  /** Without the photo if there is a `photoUrl`, because a pin shows one picture. */
  face: true,
  photoUrl: true,
  portrait: true,
}).extend({
  /** Public position of the home: blurred by a few hundred metres, always the same for one sitter. */
  lat: Latitude,
  lng: Longitude,
})

/** A search without pagination. */
export const PinsQuery = SearchQuery.omit({ cursor: true, limit: true })

export const listPins = endpoint({
  method: 'GET',
  path: '/v1/sitters/pins',
  access: 'public',
  summary: 'List the sitters found by a search as map pins; at most 300',
  query: PinsQuery,
  response: z.object({
    /** The first 300 results, in the order of the list. */
    items: z.array(SitterPin),
    /** True if there are more results. */
    isCapped: z.boolean(),
    currency: Currency,
  }),
  problems: ['place-not-found', 'dates-refused', 'search-too-wide'],
})

export const showRanking = endpoint({
  method: 'GET',
  path: '/v1/ranking',
  access: 'public',
  summary: 'Get the ranking formula in force for everyone: its weights and version',
  response: z.object({ version: z.int(), weights: z.record(z.enum(rankingComponents), z.number()) }),
  problems: [],
})

export type SearchQuery = z.output<typeof SearchQuery>
export type SitterCard = z.infer<typeof SitterCard>
export type PinsQuery = z.output<typeof PinsQuery>
export type SitterPin = z.infer<typeof SitterPin>
export type PinsAnswer = z.infer<(typeof listPins)['response']>
export type SearchAnswer = z.infer<(typeof searchSitters)['response']>
