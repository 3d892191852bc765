import { z } from 'zod'
import { services } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Review, Sitter } from './sitters/sitters.ts'
import { Amount, Id, Instant } from './values.ts'

const FeedQuery = z.strictObject({
  /** Only what changed at this instant or later. */
  updatedSince: Instant.optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(50)).default(20),
})

/** A published profile as its page shows it, with full addresses. */
export const FeedSitter = Sitter.pick({
  name: true,
  headline: true,
  bio: true,
  home: true,
  place: true,
  timeZone: true,
  currency: true,
  rating: true,
  clients: true,
  repeatClients: true,
  responseRate: true,
  responseMinutes: true,
  badges: true,
  instantBooking: true,
  languages: true,
  skills: true,
  experienceYears: true,
  memberSinceOn: true,
}).extend({
  /** What is on offer; `unitPrice` is the price of one unit for the first pet, with all fees. */
  services: z.array(z.object({ service: z.enum(services), unitPrice: Amount })),
  photos: z.array(z.object({ url: z.url(), alt: z.string(), width: z.int(), height: z.int() })),
  /** The days on which nothing is free, as a calendar. */
  availabilityUrl: z.url(),
})

export const SitterFeedItem = z.object({
  id: Id,
  url: z.url(),
  changedAt: Instant,
  /** Null once the profile is no longer public: delete your copy, with its reviews. */
  sitter: FeedSitter.nullable(),
})

export const listSitterFeed = endpoint({
  method: 'GET',
  path: '/v1/feeds/sitters',
  access: 'public',
  summary:
    'List published sitters for other programs, the longest unchanged first, and those that are no longer public without their details',
  query: FeedQuery,
  response: z.object({ items: z.array(SitterFeedItem), nextCursor: z.string().nullable() }),
  problems: ['cursor-invalid'],
  contentTag: true,
})

export const ReviewFeedItem = z.object({
  sitterId: Id,
  changedAt: Instant,
  /** A removed review has a reason, and neither text nor stars. */
  review: Review.omit({ face: true, photos: true }),
})

export const listReviewFeed = endpoint({
  method: 'GET',
  path: '/v1/feeds/reviews',
  access: 'public',
  summary: 'List the published reviews of published sitters for other programs, the longest unchanged first',
  query: FeedQuery,
  response: z.object({ items: z.array(ReviewFeedItem), nextCursor: z.string().nullable() }),
  problems: ['cursor-invalid'],
  contentTag: true,
})

export const showAvailability = endpoint({
  method: 'GET',
  path: '/v1/sitters/:sitterId/availability.ics',
  access: 'public',
  summary:
    'Get the days on which a published sitter has nothing free as a calendar (iCal), without any detail',
  params: z.object({ sitterId: Id }),
  query: z.strictObject({ service: z.enum(services).optional() }),
  contentType: 'text/calendar; charset=utf-8',
  response: z.string(),
  problems: ['sitter-not-found'],
  contentTag: true,
})

export const downloadHolidays = endpoint({
  method: 'GET',
  path: '/v1/holidays.ics',
  access: 'public',
  summary: 'Get the holiday periods of a region as a calendar (iCal)',
  query: z.strictObject({
    country: z.string().regex(/^[A-Z]{2}$/, 'Write the country as two letters, like PT'),
    subdivision: z.string().max(10).optional(),
  }),
  contentType: 'text/calendar; charset=utf-8',
  response: z.string(),
  problems: [],
  contentTag: true,
})

export type FeedQuery = z.output<typeof FeedQuery>
export type SitterFeedItem = z.infer<typeof SitterFeedItem>
export type ReviewFeedItem = z.infer<typeof ReviewFeedItem>
