import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Id, Instant, line } from '#contract/values.ts'

/** What a booking through somebody's link brings; `credit` is 0 where the instance gives none. */
const terms = {
  currency: Currency,
  /** For each side, once the invited owner has completed a first booking. */
  credit: Amount,
  /** For how long the sitter who invited pays the lower fee, and that fee in basis points. */
  months: z.int(),
  sitterBasisPoints: z.int(),
}

export const Invite = z.object({
  ...terms,
  /** The first name of who invites. */
  name: z.string(),
  /** Of a sitter whose profile can be looked at. */
  sitterId: Id.nullable(),
})

export const showInvite = endpoint({
  method: 'GET',
  path: '/v1/invites/:code',
  access: 'public',
  summary: 'Who invites with this link, and what it brings',
  params: z.object({ code: line(40, 1) }),
  response: Invite,
  problems: ['invite-not-found'],
})

export const OwnInvite = z.object({
  ...terms,
  code: z.string(),
  isSitter: z.boolean(),
  /** Accounts that were made through one's link. */
  invited: z.int(),
  credits: z.array(
    z.object({
      amount: Amount,
      currency: Currency,
      earnedAt: Instant,
      status: z.enum(['free', 'reserved', 'used']),
    }),
  ),
})

export const showOwnInvite = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/invite',
  access: 'account',
  summary: 'One’s own link, who came through it, and one’s credits, the newest first',
  params: z.object({ accountId: Id }),
  response: OwnInvite,
  problems: ['account-not-found'],
})

export type Invite = z.infer<typeof Invite>
export type OwnInvite = z.infer<typeof OwnInvite>
