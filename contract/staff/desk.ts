import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { keysOf } from '#contract/entries.ts'
import { Amount, Currency, Day, Instant } from '#contract/values.ts'
import { waitingFor } from './codes.ts'

/** Something that waits for staff; listed only if there is any. */
const Waiting = z.object({
  kind: z.enum(keysOf(waitingFor)),
  count: z.int(),
  /** Since when the oldest of them waits. */
  since: Instant,
  /** The earliest deadline; null if there is none. */
  dueAt: Instant.nullable(),
})

const Week = z.object({
  /** The Monday on which the week begins, in UTC. */
  from: Day,
  /** Bookings requested in the week, and how many of them have been confirmed since. */
  requested: z.int(),
  confirmed: z.int(),
  newPeople: z.int(),
  /** Sitter profiles published for the first time. */
  newSitters: z.int(),
  noShows: z.int(),
  /** Median time in which sitters answered the requests of the week; null without an answer. */
  answerMinutes: z.int().nullable(),
  /**
   * Total of the bookings that ended, what of it was refunded, and the fees of both sides on it; in the currency of the
   * instance. Null without the permission `money.read`.
   */
  money: z.object({ turnover: Amount, refunded: Amount, take: Amount }).nullable(),
})

/** `cause` is null for keys of the site, because it names folders and machines. */
const Failure = z.object({ at: Instant, cause: z.string().nullable() })

const City = z.object({
  placeId: z.int(),
  name: z.string(),
  country: z.string(),
  /** Published sitters. */
  sitters: z.int(),
  /** Bookings requested in the last four weeks. */
  requested: z.int(),
  confirmed: z.int(),
  /**
   * Searches in the weeks that began in the last four weeks, and how many of them found nobody; each change of a filter
   * counts as one. A city is its own place, not the area around it.
   */
  searches: z.int(),
  searchesWithoutResult: z.int(),
})

export const showDesk = endpoint({
  method: 'GET',
  path: '/v1/admin/desk',
  access: 'desk.read',
  summary: 'Get what waits for you as staff, and the figures of the last twelve weeks (staff)',
  response: z.object({
    waiting: z.array(Waiting),
    currency: Currency,
    /** The last twelve weeks, the current one last. */
    weeks: z.array(Week),
    /** The cities with most requests and searches without a result, then those with most sitters. */
    cities: z.array(City),
    health: z.object({
      version: z.string(),
      /** How the commands of the operator begin in this installation. */
      operatorCommand: z.string(),
      database: z.string(),
      settingsVersion: z.int(),
      /** The last full check of the invariants, and how many were violated; null before the first check. */
      invariants: z.object({ checkedAt: Instant, violated: z.int() }).nullable(),
      /** When a backup was last made, or noted with the command `note-backup` of the operator; null if there was none. */
      backupAt: Instant.nullable(),
      /** When and why the latest scheduled backup failed; null once one has succeeded. */
      backupFailure: Failure.nullable(),
      /** When a backup was last restored into a scratch database and found to be good; null if never. */
      backupVerifiedAt: Instant.nullable(),
      /** When and why the latest backup could not be verified; null once one has been. */
      backupVerifyFailure: Failure.nullable(),
      /** Since when and why new photos and documents cannot be copied to the backups; null while they can. */
      uploadsFailure: Failure.nullable(),
      /** When a part of the log of the embedded database was last archived; null if it is not. */
      logArchivedAt: Instant.nullable(),
      /** Since when and why the log cannot be archived; null while it can. */
      logFailure: Failure.nullable(),
      /** Mails that nobody will send again, of the last 30 days; null if the site sends none. */
      failedMails: z.int().nullable(),
      /** Jobs that have failed for good in the last 7 days. */
      failedJobs: z.int(),
    }),
  }),
  problems: [],
})

export type Desk = z.infer<(typeof showDesk)['response']>
export type DeskWeek = Desk['weeks'][number]
