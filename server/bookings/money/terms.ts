import type { Policy } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import type { Settled } from '#server/bookings/money/begun.ts'
import type { Price, PriceAddOn } from '#server/bookings/money/price.ts'
import type { Release } from '#server/ledger/postings.ts'

/** What was agreed beside the quote and is kept with the booking, so that later edits of rates or settings never reach it. */
export type BookingTerms = {
  rates: Rates
  policy: Policy
  settings: Settings
  settingsVersion: number
  /** What each unit costs after its discount, in the order of the units. */
  nets: number[]
  addOns: PriceAddOn[]
  latePickup: number
  sitterFeeBasisPoints: number
  /** What changes kept of things they took out: of the subtotal, and never given back by a later cancellation. */
  kept?: number
  /** Of a change while the booking ran. */
  settled?: Settled
  /** What was released by the terms before the last change. */
  releasedBefore?: Release
}

export const termsOf = (
  price: Price,
  agreed: Pick<BookingTerms, 'rates' | 'policy' | 'settings' | 'settingsVersion'>,
): BookingTerms => ({
  ...agreed,
  nets: price.units.map(({ net }) => net),
  addOns: price.addOns,
  latePickup: price.latePickup,
  sitterFeeBasisPoints: price.sitterFeeBasisPoints,
})
