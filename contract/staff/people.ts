import { z } from 'zod'
import { bookingStatuses, parties, services } from '#contract/codes.ts'
import { reportReasons, reportStatuses } from '#contract/care/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Day, Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'
import { personKinds, personSorts, roles } from './codes.ts'
import { StaffNote } from './notes.ts'
import { Suspension } from './suspensions.ts'

const PersonLine = z.object({
  accountId: Id,
  name: z.string(),
  email: z.string(),
  location: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  isSitter: z.boolean(),
  /** Suspended, or locked out on the command line; an account that is about to be deleted is not. */
  suspended: z.boolean(),
  createdAt: Instant,
})

const filter = {
  /**
   * Part of the name or of the e-mail address, a phone number, the id of the account or of the sign-in, or the
   * number of a booking, which finds both of its people.
   */
  q: line(100).optional(),
  kind: z.enum(personKinds).default('all'),
  sort: z.enum(personSorts).default('-createdAt'),
}

export const listPeople = endpoint({
  method: 'GET',
  path: '/v1/admin/people',
  access: 'people.read',
  summary: 'List people, filtered by name, address, number, id or booking (staff)',
  query: PageQuery.extend(filter),
  response: page(PersonLine),
  problems: ['cursor-invalid'],
})

export const exportPeople = endpoint({
  method: 'POST',
  path: '/v1/admin/people.csv',
  access: 'people.export',
  freshSignIn: 'required',
  summary: 'Export people as CSV, at most 10,000; written down with the reason like a change (staff)',
  status: 200,
  body: z.strictObject({ ...filter, reason: text(1000, 10) }),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export const Person = PersonLine.extend({
  externalUserId: z.string(),
  phoneNumber: z.string().nullable(),
  /** Null if another service manages the sign-in. */
  emailVerified: z.boolean().nullable(),
  lastSignInAt: Instant.nullable(),
  /** When the account will be erased, if that was asked for. */
  deletionDueAt: Instant.nullable(),
  /** Newest first. */
  suspensions: z.array(Suspension),
  /** What staff have noted about the person, newest first. */
  notes: z.array(StaffNote),
  sitter: z
    .object({ id: Id, status: z.string(), rating: z.number().nullable(), reviews: z.int() })
    .nullable(),
  /** How many reports the person has made and received, and how many reviews the person has written. */
  counts: z.object({ reportsBy: z.int(), reportsAbout: z.int(), reviewsWritten: z.int() }),
  /** The latest bookings on either side. */
  bookings: z.array(
    z.object({
      id: Id,
      number: z.string(),
      role: z.enum(parties),
      otherName: z.string(),
      service: z.enum(services),
      status: z.enum(bookingStatuses),
      startOn: Day,
      endOn: Day,
    }),
  ),
  /** The latest reviews that the person has written or received, also those that are not public. */
  reviews: z.array(
    z.object({
      id: Id,
      at: Instant,
      isWritten: z.boolean(),
      otherName: z.string(),
      booking: z.object({ id: Id, number: z.string() }),
      overall: z.int(),
      text: z.string(),
      state: z.enum(['waiting', 'public', 'removed']),
    }),
  ),
  /** The latest reports by and about the person; null for viewers who may not read reports. */
  reports: z
    .array(
      z.object({
        id: Id,
        at: Instant,
        isAbout: z.boolean(),
        otherName: z.string(),
        reason: z.enum(reportReasons),
        status: z.enum(reportStatuses),
      }),
    )
    .nullable(),
  /**
   * What the person has paid and got back as an owner, and earned and been paid out as a sitter, in minor units;
   * `invoiced` are open fee invoices. Null for viewers who may not read money.
   */
  money: z
    .array(
      z.object({
        currency: Currency,
        paid: Amount,
        refunded: Amount,
        earned: Amount,
        paidOut: Amount,
        invoiced: Amount,
      }),
    )
    .nullable(),
  sessions: z.array(z.object({ id: Id, lastUsedAt: Instant, userAgent: z.string(), ip: z.string() })),
  /** What happened with the sign-in, such as `signed-in` and `password-reset`; newest first. */
  signInEvents: z.array(z.object({ at: Instant, kind: z.string(), ip: z.string().nullable() })),
  /** `body` is without links, which may be secret; null for mails about the sign-in. */
  mails: z.array(
    z.object({
      id: Id,
      at: Instant,
      sentAt: Instant.nullable(),
      subject: z.string(),
      body: z.string().nullable(),
    }),
  ),
})

export const showPerson = endpoint({
  method: 'GET',
  path: '/v1/admin/people/:accountId',
  access: 'people.read',
  summary: 'Get a person with their latest bookings, sessions, sign-in events and mails (staff)',
  params: z.object({ accountId: Id }),
  response: Person,
  problems: ['account-not-found'],
})

export type Person = z.infer<typeof Person>
export type PersonLine = z.infer<typeof PersonLine>
