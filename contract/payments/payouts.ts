import { z } from 'zod'
import { paymentModes } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { deskPayoutKinds, deskPayoutStates, payoutSorts, payoutWaits } from '#contract/payments/codes.ts'
import { Amount, Currency, Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'

/** Money that the payment provider sends to a sitter, or back to an owner, as staff see it. */
export const DeskPayout = z.object({
  id: Id,
  kind: z.enum(deskPayoutKinds),
  state: z.enum(deskPayoutStates),
  /** What a waiting one waits for; null for all others. */
  waitsFor: z.enum(payoutWaits).nullable(),
  amount: Amount,
  currency: Currency,
  /** How often the provider was asked, and its code for the last refusal. */
  attempts: z.int(),
  failure: z.string().nullable(),
  createdAt: Instant,
  /** The last change of its state; for a paid one, when it was paid. */
  changedAt: Instant,
  /** Id of the transfer or refund at the payment provider. */
  providerId: z.string().nullable(),
  /** It can be sent again now. */
  retryable: z.boolean(),
  /** Who receives it. */
  person: z.object({ accountId: Id, name: z.string() }),
  booking: z.object({ id: Id, number: z.string() }),
})

const filter = {
  kind: z.enum(deskPayoutKinds).default('payout'),
  state: z.enum(deskPayoutStates).default('failed'),
  /** Number of a booking. */
  booking: line(40).optional(),
  /** Without it, oldest first, and paid ones newest first. */
  sort: z.enum(payoutSorts).optional(),
}

export const listPayouts = endpoint({
  method: 'GET',
  path: '/v1/admin/payouts',
  access: 'money.read',
  summary:
    'List payouts to sitters, or refunds to owners, in one state, through the payment provider (staff)',
  query: PageQuery.extend(filter),
  response: page(DeskPayout).extend({
    /** How new bookings are paid; without a provider nothing is paid out here. */
    mode: z.enum(paymentModes),
    /** All payouts or refunds by state and currency; the filter by booking does not apply to it. */
    totals: z.array(
      z.object({ state: z.enum(deskPayoutStates), currency: Currency, count: z.int(), amount: Amount }),
    ),
  }),
  problems: ['cursor-invalid'],
})

export const exportPayouts = endpoint({
  method: 'GET',
  path: '/v1/admin/payouts.csv',
  access: 'money.read',
  summary: 'Export payouts to sitters, or refunds to owners, in one state as CSV, at most 10,000 (staff)',
  query: z.object(filter),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export const retryPayout = endpoint({
  method: 'POST',
  path: '/v1/admin/payouts/:payoutId/retry',
  access: 'money.change',
  freshSignIn: 'required',
  summary: 'Send a failed payout or refund to the payment provider again (staff)',
  status: 200,
  params: z.object({ payoutId: Id }),
  body: z.strictObject({ reason: text(1000, 10) }),
  response: DeskPayout,
  problems: ['payout-not-found', 'payout-not-retryable'],
})

export type DeskPayout = z.infer<typeof DeskPayout>
