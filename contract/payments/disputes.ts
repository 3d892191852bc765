import { z } from 'zod'
import { disputeStates, services } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Day, Id, Instant, page, PageQuery, text } from '#contract/values.ts'

export const disputeActions = ['answer', 'accept', 'bear'] as const

/** A payment that the owner's bank has inquired about or taken back, as an operator sees it. */
export const Dispute = z.object({
  id: Id,
  version: z.int(),
  state: z.enum(disputeStates),
  /** The bank has only inquired and has not withdrawn anything. */
  isInquiry: z.boolean(),
  /** The reason as a code of the payment provider, such as `fraudulent`. */
  reason: z.string(),
  amount: Amount,
  currency: Currency,
  openedAt: Instant,
  closedAt: Instant.nullable(),
  /** The bank's deadline for an answer. */
  answerBy: Instant.nullable(),
  /** The answer that was sent to the bank or is being sent. */
  evidence: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** The action that the payment provider has not confirmed yet, and the reason why it refused the last one. */
  sending: z.enum(['answer', 'accept']).nullable(),
  failure: z.string().nullable(),
  money: z.object({
    /** Amount withdrawn by the bank and not returned. */
    withdrawn: Amount,
    /** The bank's charge for the dispute. */
    fee: Amount,
    /** The part of `withdrawn` that replaces refunds which the site would otherwise have made. */
    covered: Amount,
    byPlatform: Amount,
    bySitter: Amount,
    /** The part that nobody bears yet, or that is still to be recovered from the sitter. */
    open: Amount,
    /** The maximum that the sitter can be asked to bear: not yet paid out, and paid out. */
    unpaid: Amount,
    paidOut: Amount,
  }),
  decision: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Actions available now. */
  actions: z.array(z.enum(disputeActions)),
  booking: z.object({
    id: Id,
    number: z.string(),
    service: z.enum(services),
    ownerName: z.string(),
    sitterName: z.string(),
    startOn: Day,
    endOn: Day,
  }),
})

export const listDisputes = endpoint({
  method: 'GET',
  path: '/v1/admin/disputes',
  access: 'money.read',
  summary:
    'List payment disputes and bank inquiries: open ones by deadline, closed or all ones newest first (operators)',
  query: PageQuery.extend({
    status: z.enum(['open', 'closed', 'all']).default('open'),
    /** Restricts the list to one booking. */
    bookingId: Id.optional(),
  }),
  response: page(Dispute),
  problems: ['cursor-invalid'],
})

export const moveDispute = endpoint({
  method: 'PUT',
  path: '/v1/admin/disputes/:disputeId',
  access: 'money.change',
  freshSignIn: 'required',
  summary: 'Answer or accept a payment dispute, or decide who bears the loss (operators)',
  params: z.object({ disputeId: Id }),
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('answer'), version: z.int(), evidence: text(10_000, 20) }),
    z.strictObject({ action: z.literal('accept'), version: z.int() }),
    z.strictObject({
      action: z.literal('bear'),
      version: z.int(),
      /** The amount that the sitter bears; the site bears the rest. */
      fromSitter: Amount.min(0),
      /** Shown to both sides. */
      reason: text(2000, 20),
    }),
  ]),
  response: Dispute,
  problems: ['dispute-not-found', 'dispute-action-not-allowed', 'amount-too-high', 'version-stale'],
})

export type Dispute = z.infer<typeof Dispute>
