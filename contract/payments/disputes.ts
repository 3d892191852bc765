import { z } from 'zod'
import { disputeStates, services } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Day, Id, Instant, page, PageQuery, text } from '#contract/values.ts'

export const disputeActions = ['answer', 'accept', 'bear'] as const

/** A payment that the owner's bank asks about or has taken back, as an operator reads it. */
export const Dispute = z.object({
  id: Id,
  version: z.int(),
  state: z.enum(disputeStates),
  /** The bank only asks so far, and has taken nothing. */
  isInquiry: z.boolean(),
  /** Why, as the payment service names it, say `fraudulent`. */
  reason: z.string(),
  amount: Amount,
  currency: Currency,
  openedAt: Instant,
  closedAt: Instant.nullable(),
  /** Until when the bank reads an answer. */
  answerBy: Instant.nullable(),
  /** What was sent to the bank, or is on its way. */
  evidence: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** What the payment service has yet to confirm, and why it refused what was sent last. */
  sending: z.enum(['answer', 'accept']).nullable(),
  failure: z.string().nullable(),
  money: z.object({
    /** Taken by the bank and not returned. */
    withdrawn: Amount,
    /** What the bank charges for it. */
    fee: Amount,
    /** Of it, refunds that the bank has made in the place of the site. */
    covered: Amount,
    byPlatform: Amount,
    bySitter: Amount,
    /** Nobody bears it yet, or it is on its way back from the sitter. */
    open: Amount,
    /** The most the sitter can be asked to bear: not paid out yet, and paid out. */
    unpaid: Amount,
    paidOut: Amount,
  }),
  decision: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** What can be done now. */
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
  access: 'operator',
  summary: 'Payments that banks ask about or took back: the open ones by their deadline, or the closed ones',
  query: PageQuery.extend({
    status: z.enum(['open', 'closed', 'all']).default('open'),
    /** Only those of one booking. */
    bookingId: Id.optional(),
  }),
  response: page(Dispute),
  problems: ['cursor-invalid'],
})

export const moveDispute = endpoint({
  method: 'PUT',
  path: '/v1/admin/disputes/:disputeId',
  access: 'operator',
  freshSignIn: 'required',
  summary: 'Answer the bank, accept what it took, or decide who bears what was lost',
  params: z.object({ disputeId: Id }),
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('answer'), version: z.int(), evidence: text(10_000, 20) }),
    z.strictObject({ action: z.literal('accept'), version: z.int() }),
    z.strictObject({
      action: z.literal('bear'),
      version: z.int(),
      /** The rest is borne by the site. */
      fromSitter: Amount.min(0),
      /** Both sides read it. */
      reason: text(2000, 20),
    }),
  ]),
  response: Dispute,
  problems: ['dispute-not-found', 'dispute-action-not-allowed', 'amount-too-high', 'version-stale'],
})

export type Dispute = z.infer<typeof Dispute>
