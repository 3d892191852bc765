import { z } from 'zod'
import { reportReasons } from '#contract/care/codes.ts'
import {
  childrenAtHome,
  gardens,
  homeTypes,
  instantBookings,
  policies,
  services,
  sitterStatuses,
  skills,
  species,
} from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { maxFilesByKind, maxPhotosOnCard } from '#contract/files/codes.ts'
import { Face, Photo } from '#contract/files/files.ts'
import { SitterPet } from '#contract/pets.ts'
import { Amount, Currency, Day, Id, Instant, Latitude, line, Longitude, text } from '#contract/values.ts'

const Rate = Amount.min(0).nullable().default(null)

/** Prices in minor units for one unit of the service (rules section 1); null means "not offered" or "no surcharge". */
export const Rates = z.strictObject({
  /** Within the limits `rate` of the settings. */
  base: Amount.min(1, 'Give the price of one unit'),
  catBase: Rate,
  extraPet: Rate,
  extraCat: Rate,
  puppyExtra: Rate,
  holidayExtra: Rate,
  longStayPct: z.int().min(0).max(90).nullable().default(null),
  longStayFrom: z.int().min(2).max(60).default(7),
  minutes60Extra: Rate,
  latePickup: z.boolean().default(false),
  bathing: Rate,
  pickupTrip: Rate,
})

export const Accepts = z.strictObject({
  species: z.array(z.enum(species)).min(1, 'Choose at least one kind of pet').default(['dog', 'cat']),
  minWeightKg: z.number().min(0).max(1500).nullable().default(null),
  maxWeightKg: z.number().min(0).max(1500).nullable().default(null),
  puppies: z.boolean().default(true),
  unneutered: z.boolean().default(true),
  medication: z.boolean().default(false),
})

const Capacity = z.int().min(0).max(50)

const ServiceFields = {
  service: z.enum(services),
  active: z.boolean().default(true),
  rates: Rates,
  accepts: Accepts.prefault({}),
  /** Places per day: pets for boarding and day care, visits for drop-ins and walks, always 1 for house sitting. */
  capacity: Capacity.optional(),
  /** Monday to Sunday; overrides `capacity`. */
  weekdayCapacity: z.array(Capacity).length(7).optional(),
  maxPets: z.int().min(1).max(20).default(2),
  noticeHours: z.int().min(0).max(720).optional(),
  /** Stays only; visits, walks and day care are always `per_unit_24h`. */
  policy: z.enum(policies).optional(),
  radiusKm: z.number().min(1).max(200).nullable().default(null),
}

export const SitterServiceInput = z.strictObject(ServiceFields)

export const SitterService = z.object({
  service: z.enum(services),
  active: z.boolean(),
  rates: Rates,
  accepts: Accepts,
  capacity: z.int(),
  weekdayCapacity: z.array(z.int()).length(7),
  maxPets: z.int(),
  noticeHours: z.int(),
  policy: z.enum(policies),
  radiusKm: z.number().nullable(),
})

export const Home = z.strictObject({
  type: z.enum(homeTypes).default('house'),
  garden: z.enum(gardens).default('none'),
  smokeFree: z.boolean().default(true),
  children: z.enum(childrenAtHome).default('none'),
  /** Maximum hours for which a guest pet is left alone; null if not stated. */
  aloneMaxHours: z.number().min(0).max(24).nullable().default(null),
  car: z.boolean().default(false),
})

export const SitterInput = z
  .strictObject({
    headline: line(80),
    bio: text(4000).default(''),
    placeId: z.int().optional(),
    lat: Latitude.optional(),
    lng: Longitude.optional(),
    neighbourhood: line(60).nullable().default(null),
    status: z.enum(['draft', 'published', 'paused']).default('draft'),
    home: Home.prefault({}),
    services: z.array(SitterServiceInput).max(services.length).default([]),
    homeCeiling: z.int().min(1).max(50).default(3),
    oneHousehold: z.boolean().default(false),
    /** Visits and walks are possible while house sitting. */
    visitsWhileSitting: z.boolean().default(false),
    /** Owners whose bookings are confirmed instantly, without a request. */
    instantBooking: z.enum(instantBookings).default('off'),
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}$/))
      .max(12)
      .default([]),
    skills: z.array(z.enum(skills)).default([]),
    experienceYears: z.int().min(0).max(80).nullable().default(null),
    version: z.int().optional(),
  })
  .superRefine((sitter, issues) => {
    const issue = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message })
    if ((sitter.lat === undefined) !== (sitter.lng === undefined)) issue('lat', 'Give both lat and lng')
    if (sitter.placeId === undefined && sitter.lat === undefined && sitter.status === 'published')
      issue('placeId', 'Choose the town you live in')
    const offered = sitter.services.map(({ service }) => service)
    if (new Set(offered).size !== offered.length) issue('services', 'List each service once')
  })

/** A service with the price that an owner pays; `rates`, as set by the sitter, exclude fees. */
export const ShownService = SitterService.extend({
  /** Price of one unit for the first pet, including the fee of an owner who is new to the sitter. */
  unitPrice: Amount,
})

export const Rating = z.object({
  /** One to five; null until there are as many reviews as `minShown` in the settings (3 by default). */
  average: z.number().nullable(),
  count: z.int(),
})

export const SitterFigures = z.object({
  rating: Rating,
  /** Number of owners with at least two completed bookings, and with at least one. */
  repeatClients: z.int(),
  clients: z.int(),
  /** Zero to one; null without requests to answer. */
  responseRate: z.number().nullable(),
  responseMinutes: z.int().nullable(),
  badges: z.array(z.enum(['trusted', 'newcomer'])),
})

export const SitterPlace = z.object({
  id: z.int(),
  name: z.string(),
  neighbourhood: z.string().nullable(),
  region: z.string(),
  country: z.string(),
  /** Blurred by a few hundred metres, always the same for one sitter. */
  lat: z.number(),
  lng: z.number(),
})

/** Summary of the published reviews; averages appear from the number of reviews in the settings. */
export const ReviewSummary = z.object({
  /** Number of reviews with one star, two, up to five. */
  stars: z.array(z.int()).length(5),
  /** Averages of the individual ratings by name. */
  aspects: z.record(z.string(), z.number()),
  lastYear: Rating,
  before: Rating,
})

export const Review = z.object({
  id: Id,
  overall: z.int(),
  ratings: z.record(z.string(), z.int()),
  text: z.string(),
  service: z.enum(services),
  species: z.array(z.enum(species)),
  by: z.string(),
  face: Face,
  reply: z.string().nullable(),
  on: Day,
  /** Reason for the removal by an operator; text, stars and reply are then empty, and the review counts nowhere. */
  removedFor: z.enum(reportReasons).nullable(),
  photos: z.array(Photo),
})

/** A neutral public note: the sitter cancelled a booking a few days before its start, or missed one of its visits. */
export const LateCancellation = z.object({
  on: Day,
  service: z.enum(services),
  /** Whole days before the start; null if the booking had begun. */
  daysBefore: z.int().nullable(),
  /** Only one visit was missed, on this day; the others took place. */
  missed: z.boolean(),
  /** The sitter's reply. */
  reply: z.string().nullable(),
})

export const Sitter = SitterFigures.extend({
  id: Id,
  name: z.string(),
  face: Face,
  status: z.enum(sitterStatuses),
  headline: z.string(),
  bio: z.string(),
  home: Home,
  place: SitterPlace.nullable(),
  timeZone: z.string(),
  currency: Currency,
  services: z.array(ShownService),
  homeCeiling: z.int(),
  oneHousehold: z.boolean(),
  visitsWhileSitting: z.boolean(),
  instantBooking: z.enum(instantBookings),
  languages: z.array(z.string()),
  skills: z.array(z.enum(skills)),
  experienceYears: z.int().nullable(),
  photos: z.array(Photo),
  reviews: z.array(Review),
  pets: z.array(SitterPet),
  /** Those of the last twelve months, newest first. */
  lateCancellations: z.array(LateCancellation),
  calendarConfirmedOn: Day.nullable(),
  memberSinceOn: Day,
  /** Only for the sitter: what is still missing for publication, and the exact position. */
  own: z
    .object({
      accountId: Id,
      missing: z.array(z.object({ field: z.string(), message: z.string() })),
      exact: z.object({ lat: z.number(), lng: z.number() }).nullable(),
      /** Why an operator did not publish the profile, until it is submitted again. */
      sentBack: z.object({ reason: z.string(), at: Instant }).nullable(),
    })
    .optional(),
  version: z.int(),
})

const params = z.object({ sitterId: Id })

export const createSitter = endpoint({
  method: 'POST',
  path: '/v1/sitters',
  access: 'account',
  summary: 'Create your sitter profile; one per account',
  status: 201,
  body: SitterInput,
  response: Sitter,
  problems: ['sitter-exists', 'sitter-incomplete', 'place-not-found', 'not-open', 'consent-needed'],
})
export const showSitterByAccount = endpoint({
  method: 'GET',
  path: '/v1/sitters/by-account-id/:accountId',
  access: 'account',
  summary: 'Get your sitter profile',
  params: z.object({ accountId: Id }),
  response: Sitter,
  problems: ['sitter-not-found'],
})
export const showSitter = endpoint({
  method: 'GET',
  path: '/v1/sitters/by-id/:sitterId',
  access: 'public',
  summary: 'Get a sitter profile that is published or that you have booked, or your own in full',
  params,
  response: Sitter,
  problems: ['sitter-not-found'],
})
export const updateSitter = endpoint({
  method: 'PUT',
  path: '/v1/sitters/:sitterId',
  access: 'account',
  summary: 'Update your sitter profile',
  params,
  body: SitterInput,
  response: Sitter,
  problems: [
    'sitter-not-found',
    'sitter-incomplete',
    'place-not-found',
    'version-stale',
    'not-open',
    'consent-needed',
  ],
})
export const arrangeSitterPhotos = endpoint({
  method: 'PUT',
  path: '/v1/sitters/:sitterId/photos',
  access: 'account',
  summary: 'Replace the photos of your sitter profile, in display order',
  params,
  body: z.strictObject({ fileIds: z.array(Id).max(maxFilesByKind.sitter) }),
  response: Sitter,
  problems: ['sitter-not-found', 'file-not-found', 'file-not-ready', 'files-too-many'],
})
const tooManySitters = 'Ask for at most 24 sitters at once'

/** For cards, on which people look through the photos of sitters without opening the profiles. */
export const listSitterPhotos = endpoint({
  method: 'GET',
  path: '/v1/sitters/photos',
  access: 'public',
  summary:
    'List the first five photos of up to 24 published sitters by their ids, in the given order; others are omitted',
  query: z.object({
    /** Comma-separated. */
    ids: z
      .string()
      .max(900, tooManySitters)
      .transform((ids) => ids.split(',').filter((id) => id !== ''))
      .pipe(z.array(Id).max(24, tooManySitters)),
  }),
  response: z.object({
    items: z.array(
      z.object({
        sitterId: Id,
        /** In the order of the profile; the first is the one on the card. */
        photos: z.array(Photo).max(maxPhotosOnCard),
      }),
    ),
    nextCursor: z.null(),
  }),
  problems: [],
})
export const listSitterPets = endpoint({
  method: 'GET',
  path: '/v1/sitters/:sitterId/pets',
  access: 'public',
  summary: 'List the pets that a sitter owns, never the pets of other owners',
  params,
  response: z.object({ items: z.array(SitterPet), nextCursor: z.null() }),
  problems: ['sitter-not-found'],
})
export const listSitterReviews = endpoint({
  method: 'GET',
  path: '/v1/sitters/:sitterId/reviews',
  access: 'public',
  summary: 'List published reviews of a sitter, newest first',
  params,
  query: z.object({
    species: z.enum(species).optional(),
    stars: z.coerce.number().pipe(z.int().min(1).max(5)).optional(),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(24),
  }),
  response: z.object({
    items: z.array(Review),
    nextCursor: z.string().nullable(),
    /** Summary of all reviews, regardless of the filter. */
    summary: ReviewSummary,
  }),
  problems: ['sitter-not-found', 'cursor-invalid'],
})

/** Median published rates of each service around a place, for the wizard's price step. */
export const showRateMedians = endpoint({
  method: 'GET',
  path: '/v1/rate-medians',
  access: 'public',
  summary:
    'Get the median base rate of each service within 25 km of a place; null with fewer than three sitters',
  query: z.object({ placeId: z.coerce.number().pipe(z.int()) }),
  response: z.object({
    currency: Currency,
    items: z.array(z.object({ service: z.enum(services), base: Amount.nullable(), sitters: z.int() })),
  }),
  problems: ['place-not-found'],
})

export type Rates = z.infer<typeof Rates>
export type Accepts = z.infer<typeof Accepts>
export type SitterInput = z.input<typeof SitterInput>
export type ShownService = z.infer<typeof ShownService>
export type SitterService = z.infer<typeof SitterService>
export type SitterFigures = z.infer<typeof SitterFigures>
export type Home = z.infer<typeof Home>
export type Sitter = z.infer<typeof Sitter>
export type LateCancellation = z.infer<typeof LateCancellation>
export type Review = z.infer<typeof Review>
export type ReviewSummary = z.infer<typeof ReviewSummary>
