import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Email, Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'
import { deskMailSorts, deskMailStates } from './codes.ts'

/** A mail of the outbox as staff see it, without its text. */
export const DeskMail = z.object({
  id: Id,
  state: z.enum(deskMailStates),
  to: z.string(),
  subject: z.string(),
  /** What the mail is about, such as `booking_requested`. */
  kind: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** How often sending was tried, and when it was last tried. */
  attempts: z.int(),
  triedAt: Instant.nullable(),
  /** What the mail server answered last, or why it could not be asked, as a sentence. */
  answer: z.string().nullable(),
  /** When staff had it sent again. */
  resentAt: Instant.nullable(),
  /** The person with this address; null if nobody has it. */
  person: z.object({ accountId: Id, name: z.string() }).nullable(),
})

const reason = text(1000, 10)

export const listMails = endpoint({
  method: 'GET',
  path: '/v1/admin/mails',
  access: 'mails.read',
  summary: 'List the mails of the last week in one state, and how many there are in each (staff)',
  query: PageQuery.extend({
    state: z.enum(deskMailStates).default('given_up'),
    /** Part of the address, the subject or the kind. */
    q: line(100).optional(),
    sort: z.enum(deskMailSorts).default('-createdAt'),
  }),
  response: page(DeskMail).extend({
    /** Without a mail server nothing is sent, and mails wait until they are deleted. */
    mailServer: z.boolean(),
    /** How many mails there are in each state; the search does not apply to it. */
    totals: z.record(z.enum(deskMailStates), z.int()),
  }),
  problems: ['cursor-invalid'],
})

const ofMail = {
  access: 'mails.change',
  freshSignIn: 'required',
  status: 200,
  params: z.object({ mailId: Id }),
  body: z.strictObject({ reason }),
  response: DeskMail,
  problems: ['mail-not-found', 'mail-action-not-allowed'],
} as const

export const showMail = endpoint({
  method: 'GET',
  path: '/v1/admin/mails/:mailId',
  access: 'mails.read',
  summary: 'Get what became of a mail (staff)',
  params: z.object({ mailId: Id }),
  response: DeskMail,
  problems: ['mail-not-found'],
})

export const resendMail = endpoint({
  ...ofMail,
  method: 'POST',
  path: '/v1/admin/mails/:mailId/resend',
  summary: 'Send a mail again that was given up, suppressed or left unsent (staff)',
})

export const leaveMail = endpoint({
  ...ofMail,
  method: 'POST',
  path: '/v1/admin/mails/:mailId/leave',
  summary: 'Leave a mail unsent that was given up (staff)',
})

export const resendMails = endpoint({
  method: 'POST',
  path: '/v1/admin/mails/resend',
  access: 'mails.change',
  freshSignIn: 'required',
  summary: 'Send all mails again that were given up, at most 1,000 at a time (staff)',
  status: 200,
  body: z.strictObject({ reason }),
  response: z.object({ count: z.int() }),
  problems: [],
})

export const testMail = endpoint({
  method: 'POST',
  path: '/v1/admin/mails/test',
  access: 'mails.change',
  freshSignIn: 'required',
  summary: 'Write a test mail; reading it again says what the mail server answered (staff)',
  status: 201,
  body: z.strictObject({ to: Email }),
  response: DeskMail,
  problems: ['mail-server-missing'],
})

export type DeskMail = z.infer<typeof DeskMail>
