import { z } from 'zod'
import { services } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, Instant, line } from '#contract/values.ts'
import { feedBlocks, feedFailures, feedSources, maxFeedFileCharacters } from './codes.ts'

const feedShape = {
  /** Name given by the sitter: “Work”, “Family”. */
  name: line(60, 1),
  /** Busy times block whole days, or only visits and walks at those times. */
  blocks: z.enum(feedBlocks).default('days'),
  /** Services that are blocked; null means all. */
  services: z.array(z.enum(services)).min(1).max(services.length).nullable().default(null),
}

/** A file in iCal format (RFC 5545), as text. */
const FeedFile = z.strictObject({
  name: line(120, 1),
  text: z.string().max(maxFeedFileCharacters, 'The file is too large. Export only future entries.'),
})

const CalendarFeed = z.object({
  id: Id,
  ...feedShape,
  name: z.string(),
  source: z.enum(feedSources),
  /** The host of the address, or the name of the file. The address is a secret and is never returned. */
  host: z.string(),
  createdAt: Instant,
  /** Time of the last successful read or of the upload; null before the first one. */
  fetchedAt: Instant.nullable(),
  nextAt: Instant,
  /** Why the last attempt failed; data from earlier reads stays in force. */
  failure: z.enum(feedFailures).nullable(),
  /** Events that could not be read. */
  skipped: z.int(),
  busyDays: z.array(Day),
})

/** A booking on a day on which an external calendar is busy; the booking is not affected. */
const FeedConflict = z.object({
  on: Day,
  feedId: Id,
  feedName: z.string(),
  bookingId: Id,
  bookingNumber: z.string(),
  service: z.enum(services),
  pets: z.array(z.string()),
})

export const CalendarFeeds = z.object({ items: z.array(CalendarFeed), conflicts: z.array(FeedConflict) })

const ofSitter = {
  path: '/v1/sitters/:sitterId/calendar-feeds',
  access: 'account',
  params: z.object({ sitterId: Id }),
  response: CalendarFeeds,
} as const
const ofFeed = {
  ...ofSitter,
  path: '/v1/sitters/:sitterId/calendar-feeds/:feedId',
  params: z.object({ sitterId: Id, feedId: Id }),
} as const

export const listCalendarFeeds = endpoint({
  ...ofSitter,
  method: 'GET',
  summary: 'List your external calendars, the days they block, and conflicting bookings (sitter)',
  problems: ['sitter-not-found'],
})

export const addCalendarFeed = endpoint({
  ...ofSitter,
  method: 'POST',
  summary: 'Add an external calendar (iCal): an address that is read every 15 minutes, or a file (sitter)',
  status: 201,
  /** Either an address or a file. */
  body: z.strictObject({
    ...feedShape,
    address: line(2000, 1).nullable().default(null),
    file: FeedFile.nullable().default(null),
  }),
  problems: ['sitter-not-found', 'feed-refused', 'feeds-too-many'],
})

export const changeCalendarFeed = endpoint({
  ...ofFeed,
  method: 'PUT',
  summary: 'Update the name of your external calendar and what it blocks (sitter)',
  body: z.strictObject(feedShape),
  problems: ['sitter-not-found', 'feed-not-found'],
})

export const removeCalendarFeed = endpoint({
  ...ofFeed,
  method: 'DELETE',
  summary: 'Delete your external calendar; the days it blocked are free again (sitter)',
  problems: ['sitter-not-found', 'feed-not-found'],
})

export const readCalendarFeed = endpoint({
  ...ofFeed,
  path: '/v1/sitters/:sitterId/calendar-feeds/:feedId/read',
  method: 'POST',
  summary: 'Read your external calendar again now; one added as a file needs a newer file (sitter)',
  body: z.strictObject({ file: FeedFile.nullable().default(null) }),
  problems: ['sitter-not-found', 'feed-not-found', 'feed-refused'],
})

export type FeedFile = z.infer<typeof FeedFile>
export type CalendarFeeds = z.infer<typeof CalendarFeeds>
export type CalendarFeed = z.infer<typeof CalendarFeed>
