import { z } from 'zod'
import { extraPurposes, paymentModes } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Id, Instant } from '#contract/values.ts'

export const payoutAccountStates = ['none', 'started', 'checking', 'ready'] as const

/** What is paid on top of the price through a provider: it takes effect once it is paid. */
export const ExtraPayment = z.object({
  purpose: z.enum(extraPurposes),
  amount: Amount,
  /** `charging`: the card that is kept is being charged; `unpaid`: the owner has to pay. */
  state: z.enum(['charging', 'unpaid']),
  payBy: Instant,
})

/** The price of a booking that is so far ahead that its card is kept first and charged later. */
export const LateCharge = z.object({
  /** When the card is charged, unless the dates change before. */
  at: Instant,
  amount: Amount,
  /** `expected`: so it will be once the booking is confirmed; `planned`: the card is kept; `charging`: its bank is asked now. */
  state: z.enum(['expected', 'planned', 'charging']),
  /** The viewer may give another card in its place (`PUT /v1/bookings/:bookingId/card`). */
  swappable: z.boolean(),
})

/** What the browser needs to take the owner's card with the provider's own form. */
export const PaymentStep = z.object({
  /** `done`: nothing is left for the owner to do. */
  state: z.enum(['open', 'failed', 'done']),
  /** `store`: the card is kept and charged when the sitter accepts, or later; otherwise the amount is held or taken. */
  purpose: z.enum(['pay', 'store']),
  amount: Amount,
  currency: Currency,
  clientSecret: z.string().nullable(),
  publishableKey: z.string(),
  scriptUrl: z.string(),
  /** Why the last attempt failed, as the provider's code. */
  failure: z.string().nullable(),
})

export const openPayment = endpoint({
  method: 'PUT',
  path: '/v1/bookings/:bookingId/payment',
  access: 'account',
  summary: 'Begins or goes on with the owner’s payment, and takes over what the provider says of it',
  params: z.object({ bookingId: Id }),
  body: z.strictObject({}),
  response: PaymentStep,
  problems: ['booking-not-found', 'payment-not-due'],
})

export const openCard = endpoint({
  method: 'PUT',
  path: '/v1/bookings/:bookingId/card',
  access: 'account',
  summary:
    'Begins or goes on with another card for a booking that is charged later; the kept one stays until then',
  params: z.object({ bookingId: Id }),
  /** `given`: its owner has given it, and nothing new is begun. */
  body: z.strictObject({ given: z.boolean().default(false) }),
  response: PaymentStep,
  problems: ['booking-not-found', 'payment-not-due'],
})

/** Where a sitter's earnings go. */
export const PayoutAccount = z.object({
  mode: z.enum(paymentModes),
  state: z.enum(payoutAccountStates),
})

const ownAccount = { access: 'account', params: z.object({ accountId: Id }) } as const

export const showPayoutAccount = endpoint({
  ...ownAccount,
  method: 'GET',
  path: '/v1/accounts/:accountId/payout-account',
  summary: 'Whether one’s earnings as a sitter can be paid out',
  response: PayoutAccount,
  problems: ['account-not-found'],
})

export const openPayoutAccount = endpoint({
  ...ownAccount,
  method: 'PUT',
  path: '/v1/accounts/:accountId/payout-account',
  summary: 'Begins or goes on with the provider’s questions about who is paid and where to',
  body: z.strictObject({}),
  /** The provider's page, good for a few minutes; it leads back to the earnings. */
  response: z.object({ url: z.string() }),
  problems: ['account-not-found', 'sitter-not-found', 'payouts-not-offered'],
})

export type LateCharge = z.infer<typeof LateCharge>
export type PaymentStep = z.infer<typeof PaymentStep>
export type PayoutAccount = z.infer<typeof PayoutAccount>
