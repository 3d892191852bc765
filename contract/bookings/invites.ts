import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Id, Instant, line } from '#contract/values.ts'

/** The benefits of a referral; `credit` is 0 if the instance gives none. */
const terms = {
  currency: Currency,
  /** Credit for each side once the invited owner has completed a first booking. */
  credit: Amount,
  /** For how many months the inviting sitter pays the lower fee, and that fee in basis points. */
  months: z.int(),
  sitterBasisPoints: z.int(),
}

export const Invite = z.object({
  ...terms,
  /** First name of the inviting person. */
  name: z.string(),
  /** Set if the inviting person is a sitter with a visible profile. */
  sitterId: Id.nullable(),
})

export const showInvite = endpoint({
  method: 'GET',
  path: '/v1/invites/:code',
  access: 'public',
  summary: 'Get an invitation by the code of its link: who invites, and the benefits',
  params: z.object({ code: line(40, 1) }),
  response: Invite,
  problems: ['invite-not-found'],
})

export const OwnInvite = z.object({
  ...terms,
  code: z.string(),
  isSitter: z.boolean(),
  /** Number of accounts created through the viewer's link. */
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
  summary:
    'Get your invitation link, the number of accounts created through it, and your credits, newest first',
  params: z.object({ accountId: Id }),
  response: OwnInvite,
  problems: ['account-not-found'],
})

export type Invite = z.infer<typeof Invite>
export type OwnInvite = z.infer<typeof OwnInvite>
