import { z } from 'zod'
import { promoPayers } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Day, Id, Instant, line } from '#contract/values.ts'

const maxAmount = 2_000_000_000

/** Case-insensitive. */
export const PromoCodeText = line(40)
  .transform((code) => code.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,40}$/, 'Use 3 to 40 letters, digits and hyphens'))

const terms = {
  code: PromoCodeText,
  /** Percentage of the price before service fees; exclusive with `amount`. */
  percent: z.int().min(1).max(100).nullable().default(null),
  amount: Amount.min(1).max(maxAmount).nullable().default(null),
  /** `platform` lowers only the owner's price, `sitter` also the sitter's earnings. */
  paidBy: z.enum(promoPayers),
  firstBookingOnly: z.boolean().default(false),
  /** Days on which a request may use the code, in the sitter's time zone. */
  fromOn: Day.nullable().default(null),
  untilOn: Day.nullable().default(null),
  /** Upper limit of the discounts of all bookings together. */
  budget: Amount.min(1).max(maxAmount).nullable().default(null),
  usesPerOwner: z.int().min(1).max(1000).default(1),
  note: line(200).nullable().default(null),
}

export const PromoCode = z.object({
  ...terms,
  id: Id,
  code: z.string(),
  note: z.string().nullable(),
  currency: Currency,
  createdAt: Instant,
  endedAt: Instant.nullable(),
  /** Discounts reserved for open requests, and discounts used by accepted bookings and not given back. */
  reserved: z.object({ count: z.int(), amount: Amount }),
  used: z.object({ count: z.int(), amount: Amount }),
})

export const listPromoCodes = endpoint({
  method: 'GET',
  path: '/v1/admin/promo-codes',
  access: 'money.read',
  summary: 'List promo codes with their usage, newest first (operators)',
  response: z.object({ currency: Currency, items: z.array(PromoCode) }),
  problems: [],
})

export const createPromoCode = endpoint({
  method: 'POST',
  path: '/v1/admin/promo-codes',
  access: 'money.change',
  freshSignIn: 'required',
  summary: 'Create a promo code (operators)',
  status: 201,
  body: z.strictObject(terms).superRefine((promo, issues) => {
    const issue = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message })
    if ((promo.percent === null) === (promo.amount === null))
      issue('percent', 'Give either a percentage or an amount')
    if (promo.fromOn && promo.untilOn && promo.untilOn < promo.fromOn)
      issue('untilOn', 'The last day comes before the first')
  }),
  response: PromoCode,
  problems: ['promo-exists'],
})

export const endPromoCode = endpoint({
  method: 'POST',
  path: '/v1/admin/promo-codes/:promoId/end',
  access: 'money.change',
  freshSignIn: 'required',
  summary: 'End a promo code; bookings that have it keep it; succeeds if it has already ended (operators)',
  params: z.object({ promoId: Id }),
  body: z.strictObject({}),
  response: PromoCode,
  problems: ['promo-not-found'],
})

export type PromoCode = z.infer<typeof PromoCode>
