import type { Quote } from '#contract/bookings/bookings.ts'
import type { Plan } from '#server/bookings/money/plan.ts'
import type { Price } from '#server/bookings/money/price.ts'
import type { BookingTerms } from '#server/bookings/money/terms.ts'
import type { QuotedPet } from '#server/bookings/quote/draft-commands.ts'
import type { PromoOffer } from '#server/bookings/quote/promo-commands.ts'
import type { BookableSitter } from '#server/sitters/commands.ts'

/** A priced draft with everything that a booking made from it freezes. */
export type Offer = {
  sitter: BookableSitter
  plan: Plan
  pets: readonly QuotedPet[]
  price: Price
  terms: BookingTerms
  quote: Quote
  /** The part of its promo code that a request reserves. */
  promo: PromoOffer | null
  /** The sitter lets this owner book at once. */
  instant: boolean
  /** Care by a friend, free of charge. */
  circle: boolean
}
