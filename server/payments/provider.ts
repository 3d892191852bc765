import type { ExtraPurpose, PaymentMode } from '#contract/codes.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import type { Posting, Sides } from '#server/ledger/postings.ts'

/** The reason for a movement of money; the ledger posts one transfer of each kind per source. */
export type Order = {
  mode: PaymentMode
  bookingId: string
  sides: Sides
  currency: string
  sourceId: string
  at: Date
  /** Set for an extra payment; if omitted, the order is about the price. */
  extra?: { id: string; purpose: ExtraPurpose }
}

/**
 * Moves money between the two parties and the outside world. Every method runs in the transaction of the booking and
 * returns the postings that are due at once; others are posted when their outcome is known.
 */
export type Provider = {
  /** True if it stores the owners' cards, which they can replace until they are charged. */
  storesCards: boolean
  /** The owner's money for what is agreed now: the booking or an extra payment. */
  charge: (deps: TxDeps, order: Order, amount: number) => Promise<Posting[]>
  /** Refunds from the payments of the price, the newest first. */
  payBack: (deps: TxDeps, order: Order, amount: number) => Promise<Posting[]>
  payOut: (deps: TxDeps, order: Order, amount: number) => Promise<Posting[]>
  /**
   * Captures the authorised money, or charges the stored card for more; the outcome arrives through
   * `bookings.settle-payment`.
   */
  collect: (deps: TxDeps, order: Order, amount: number) => Promise<void>
  /** Stores a card to be charged later by `collect` for this amount; false if the owner has given none. */
  storeCard: (deps: TxDeps, order: Order, amount: number) => Promise<boolean>
  /** Releases what was authorised and not captured. */
  release: (deps: TxDeps, order: Order) => Promise<void>
  /** Refunds in full a payment that arrived when nothing was due any longer, once. */
  refundLatePayment: (deps: TxDeps, order: Order, paymentId: string) => Promise<void>
}
