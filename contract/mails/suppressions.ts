import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Email, Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'
import { suppressionCauses } from './codes.ts'

/** An address that gets no more mail. */
export const MailSuppression = z.object({
  id: Id,
  address: z.string(),
  cause: z.enum(suppressionCauses),
  /** What the provider or the mail server said, or the reason of staff. */
  detail: z.string(),
  at: Instant,
  /** The person with this address; null if nobody has it. */
  person: z.object({ accountId: Id, name: z.string() }).nullable(),
})

const reason = text(1000, 10)

export const listMailSuppressions = endpoint({
  method: 'GET',
  path: '/v1/admin/mail-suppressions',
  access: 'mails.read',
  summary: 'List the addresses that get no more mail, newest first (staff)',
  query: PageQuery.extend({
    /** Part of the address. */
    q: line(100).optional(),
  }),
  response: page(MailSuppression),
  problems: ['cursor-invalid'],
})

export const addMailSuppression = endpoint({
  method: 'POST',
  path: '/v1/admin/mail-suppressions',
  access: 'mails.change',
  freshSignIn: 'required',
  summary: 'Stop all mails to an address (staff)',
  status: 201,
  // The audit log does not store the body, because the address must be gone once it is removed from the list.
  actWithoutBody: true,
  body: z.strictObject({ address: Email, reason }),
  response: MailSuppression,
  problems: [],
})

export const removeMailSuppression = endpoint({
  method: 'POST',
  path: '/v1/admin/mail-suppressions/:suppressionId/remove',
  access: 'mails.change',
  freshSignIn: 'required',
  summary: 'Let mails to an address be sent again (staff)',
  status: 200,
  params: z.object({ suppressionId: Id }),
  body: z.strictObject({ reason }),
  response: z.object({}),
  problems: ['suppression-not-found'],
})

export const showMailProblem = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/mail-problem',
  access: 'account',
  summary: 'Find out whether mails to your address have been stopped',
  params: z.object({ accountId: Id }),
  response: z.object({
    /** Null if mails are sent. */
    problem: z.object({ cause: z.enum(suppressionCauses), address: z.string(), at: Instant }).nullable(),
  }),
  problems: ['account-not-found'],
})

export type MailSuppression = z.infer<typeof MailSuppression>
