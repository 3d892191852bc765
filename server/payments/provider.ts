import type { PaymentMode } from '#contract/codes.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Posting, Sides } from '#server/ledger/postings.ts'

/** What money moves for: the ledger posts one transfer of a kind for each source. */
export type Order = {
  mode: PaymentMode
  bookingId: string
  sides: Sides
  currency: string
  sourceId: string
  at: Date
}

/**
 * Who moves money between the people and the outside. Everything happens in the transaction of the booking and answers what
 * the ledger posts at once; what is known only later is posted when it is known.
 */
export type Provider = {
  /** The owner's money for what is agreed at this moment. */
  charge: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<Posting[]>
  /** More than was agreed at first, say for a longer stay. */
  chargeMore: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<Posting[]>
  payBack: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<Posting[]>
  payOut: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<Posting[]>
  /** Takes the money that was promised; the answer comes as `pay` or `payment_failed`. */
  ask: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<void>
  /** Lets go of what was promised and not taken. */
  letGo: (deps: Deps, tx: Tx, order: Order) => Promise<void>
}
