import { z } from 'zod'

const Metadata = z.record(z.string(), z.string()).nullish()
const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

/** The parts of Stripe's responses that are read; the rest is ignored. */
export const Intent = z.object({
  id: z.string(),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  client_secret: z.string().nullish(),
  latest_charge: Reference.nullish(),
  customer: Reference.nullish(),
  payment_method: Reference.nullish(),
  setup_future_usage: z.string().nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
  metadata: Metadata,
})
export const SetupIntent = z.object({
  id: z.string(),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  client_secret: z.string().nullish(),
  payment_method: Reference.nullish(),
})
export const Customer = z.object({ id: z.string() })
export const Refund = z.object({ id: z.string(), status: z.string(), metadata: Metadata })
export const Transfer = z.object({ id: z.string(), metadata: Metadata })
export const Account = z.object({
  id: z.string(),
  details_submitted: z.boolean(),
  payouts_enabled: z.boolean(),
  capabilities: z.object({ transfers: z.string().optional() }).nullish(),
})
export const AccountLink = z.object({ url: z.string() })
/** A part of an earlier transfer, taken back from the sitter's account. */
export const Reversal = z.object({ id: z.string(), metadata: Metadata })
export const Dispute = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** Unix time in seconds. */
  created: z.int(),
  payment_intent: Reference.nullish(),
  evidence_details: z.object({ due_by: z.int().nullish(), submission_count: z.int().nullish() }).nullish(),
  /** What the bank took and gave back, in the platform's settlement currency. */
  balance_transactions: z
    .array(
      z.object({
        id: z.string(),
        amount: z.int(),
        fee: z.int(),
        currency: z.string(),
        exchange_rate: z.number().positive().nullish(),
      }),
    )
    .nullish(),
})
export const Event = z.object({
  id: z.string().max(255),
  object: z.literal('event'),
  type: z.string().max(100),
  data: z.object({ object: z.object({ id: z.string().max(255) }) }),
})
export const listOf = <T>(item: z.ZodType<T>) => z.object({ data: z.array(item) })

export type Intent = z.infer<typeof Intent>
export type SetupIntent = z.infer<typeof SetupIntent>
export type Refund = z.infer<typeof Refund>
export type Account = z.infer<typeof Account>
export type Dispute = z.infer<typeof Dispute>
