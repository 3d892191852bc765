import type { ExtraPurpose, PaymentMode } from '#contract/codes.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Posting, Sides } from '#server/ledger/postings.ts'

/** What money moves for: the ledger posts one transfer of a kind for each source. */
export type Order = {
  mode: PaymentMode
  bookingId: string
  sides: Sides
  currency: string
  sourceId: string
  at: Date
  /** What is paid on top of the price; left out, it is about the price. */
  extra?: { id: string; purpose: ExtraPurpose }
}

/**
 * Who moves money between the people and the outside. Everything happens in the transaction of the booking and answers what
 * the ledger posts at once; what is known only later is posted when it is known.
 */
export type Provider = {
  /** Owners give it cards, which it keeps and exchanges for others until they are charged. */
  keepsCards: boolean
  /** The owner's money for what is agreed at this moment, at first or on top. */
  charge: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<Posting[]>
  /** Of what was paid for the price, the newest payment first. */
  payBack: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<Posting[]>
  payOut: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<Posting[]>
  /** Takes the money that was promised, or asks the kept card for more; the answer comes by `bookings.settle-payment`. */
  ask: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<void>
  /** Has a card ready that is charged later, by `ask`, for this amount; false when the owner has given none. */
  keep: (deps: Deps, tx: Tx, order: Order, amount: number) => Promise<boolean>
  /** Lets go of what was promised and not taken. */
  letGo: (deps: Deps, tx: Tx, order: Order) => Promise<void>
  /** A payment that came when nothing was to be paid any more: all of it goes back, once. */
  sendBack: (deps: Deps, tx: Tx, order: Order, paymentId: string) => Promise<void>
}
