import { z } from 'zod'
import { extraPurposes, paymentModes } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Id, Instant } from '#contract/values.ts'

export const payoutAccountStates = ['none', 'started', 'checking', 'ready'] as const

/** An amount paid on top of the price through a provider; its purpose takes effect once it is paid. */
export const ExtraPayment = z.object({
  purpose: z.enum(extraPurposes),
  amount: Amount,
  /** `charging`: the stored card is being charged; `unpaid`: the owner has to pay. */
  state: z.enum(['charging', 'unpaid']),
  payBy: Instant,
})

/** A later charge: for a booking far ahead, the card is stored first and charged nearer the start. */
export const LateCharge = z.object({
  /** When the card will be charged, unless the dates change before. */
  at: Instant,
  amount: Amount,
  /**
   * `expected`: applies once the booking is confirmed; `planned`: the card is stored; `charging`: the charge is in
   * progress.
   */
  state: z.enum(['expected', 'planned', 'charging']),
  /** The viewer may replace the card (`PUT /v1/bookings/:bookingId/card`). */
  swappable: z.boolean(),
})

/** Data with which the browser shows the provider's own card form. */
export const PaymentStep = z.object({
  /** `done`: the owner has nothing left to do. */
  state: z.enum(['open', 'failed', 'done']),
  /**
   * `store`: the card is stored, and charged when the sitter accepts or later; `pay`: the amount is authorised or
   * captured now.
   */
  purpose: z.enum(['pay', 'store']),
  amount: Amount,
  currency: Currency,
  clientSecret: z.string().nullable(),
  publishableKey: z.string(),
  scriptUrl: z.string(),
  /** The provider's code for the failure of the last attempt. */
  failure: z.string().nullable(),
})

export const openPayment = endpoint({
  method: 'PUT',
  path: '/v1/bookings/:bookingId/payment',
  access: 'account',
  summary:
    'Start or continue your payment for a booking, and update its state from the payment provider (owner)',
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
    'Start or continue replacing the card of a booking charged later; the stored card is kept until then (owner)',
  params: z.object({ bookingId: Id }),
  /** `given`: the owner has entered the card, so only its state is read and no new attempt is started. */
  body: z.strictObject({ given: z.boolean().default(false) }),
  response: PaymentStep,
  problems: ['booking-not-found', 'payment-not-due'],
})

/** The account to which a sitter's earnings are paid out. */
export const PayoutAccount = z.object({
  mode: z.enum(paymentModes),
  state: z.enum(payoutAccountStates),
})

const ownAccount = { access: 'account', params: z.object({ accountId: Id }) } as const

export const showPayoutAccount = endpoint({
  ...ownAccount,
  method: 'GET',
  path: '/v1/accounts/:accountId/payout-account',
  summary: 'Get the state of your payout account',
  response: PayoutAccount,
  problems: ['account-not-found'],
})

export const openPayoutAccount = endpoint({
  ...ownAccount,
  method: 'PUT',
  path: '/v1/accounts/:accountId/payout-account',
  summary:
    'Start or continue setting up your payout account; returns the link to the payment provider (sitter)',
  body: z.strictObject({}),
  /** The provider's page, valid for a few minutes; it leads back to the earnings. */
  response: z.object({ url: z.string() }),
  problems: ['account-not-found', 'sitter-not-found', 'payouts-not-offered'],
})

export type LateCharge = z.infer<typeof LateCharge>
export type PaymentStep = z.infer<typeof PaymentStep>
export type PayoutAccount = z.infer<typeof PayoutAccount>
