import type { Policy } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import type { UnchangedCounts } from '#server/bookings/money/split-price.ts'
import type { Price, PriceAddOn } from '#server/bookings/money/price.ts'
import type { Release } from '#server/ledger/postings.ts'

/**
 * Terms agreed in addition to the quote. They are stored with the booking, so that later edits of rates or settings do
 * not affect it.
 */
export type BookingTerms = {
  rates: Rates
  policy: Policy
  settings: Settings
  settingsVersion: number
  /** Price of each unit after its discount, in the order of the units. */
  nets: number[]
  addOns: PriceAddOn[]
  latePickup: number
  sitterFeeBasisPoints: number
  /** Part of the subtotal that changes retained for things they took out; a later cancellation never refunds it. */
  kept?: number
  /** Set by a change while the booking was running. */
  settled?: UnchangedCounts
  /** Amounts released under the terms before the last change. */
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
