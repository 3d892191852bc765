import type { AppliedPromo } from '#contract/bookings/bookings.ts'
import type { PriceLineCode, PromoPayer } from '#contract/codes.ts'
import { calculateFees, type FeeTerms, type Pair } from '#server/bookings/money/fees.ts'
import type { Price } from '#server/bookings/money/price.ts'
import { percentOf, share } from '#server/bookings/money/share.ts'

export type PromoTerms = {
  code: string
  percent: number | null
  amount: number | null
  paidBy: PromoPayer
  /** A credit of this owner, which no other account may use. */
  credit?: boolean | undefined
}

/** Returns what the code takes off a price before the fees, never more than the price. */
export const promoAmount = ({ percent, amount }: PromoTerms, subtotal: number): number =>
  Math.min(percent === null ? (amount ?? 0) : percentOf(subtotal, percent), subtotal)

/**
 * Rules section 4, step 5: a code paid by the sitter lowers the base of both fees; a code paid by the platform lowers
 * only the total.
 */
export function applyPromo(price: Price, terms: PromoTerms, pair: Pair, fees: FeeTerms): Price {
  const { code, paidBy, credit } = terms
  const amount = promoAmount(terms, price.subtotal)
  const promo: AppliedPromo = { code, amount, paidBy, ...(credit ? { credit } : {}) }
  if (paidBy === 'platform') return applyPlatform(price, promo)
  const line = { code: 'promo', label: `Promo code ${code}`, amount } as const
  return { ...deduct(price, line, pair, fees), promo }
}

/** Takes the same amount off another price, without checking the code again. */
export const reapplyPromo = (price: Price, promo: AppliedPromo, pair: Pair, fees: FeeTerms): Price =>
  applyPromo(price, { ...promo, percent: null }, pair, fees)

/** Applies the sitter's discount in an offer. Both fees are computed on what is left. */
export function applyDiscount(price: Price, amount: number, pair: Pair, fees: FeeTerms): Price {
  const lowered = deduct(price, { code: 'discount', label: 'Discount from the sitter', amount }, pair, fees)
  return price.promo?.paidBy === 'platform' ? applyPlatform(lowered, price.promo) : lowered
}

type Deduction = { code: PriceLineCode; label: string; amount: number }

function deduct(price: Price, { code, label, amount }: Deduction, pair: Pair, fees: FeeTerms): Price {
  const subtotal = price.subtotal - amount
  const off = 0 - amount
  return {
    ...price,
    ...calculateFees(subtotal, pair, fees),
    ...lowerParts(price, amount),
    subtotal,
    lines: [...price.lines, { code, label, units: 1, unitAmount: off, amount: off }],
  }
}

/** The platform pays at most what is left to pay for the services. */
function applyPlatform(price: Price, promo: AppliedPromo): Price {
  const amount = Math.min(promo.amount, price.subtotal)
  return { ...price, total: price.total - amount, promo: { ...promo, amount } }
}

/**
 * Distributes `amount` over all parts in proportion, so that a part is refunded at what was paid for it. The shares
 * add up to exactly `amount`.
 */
export function lowerParts(
  price: Pick<Price, 'units' | 'addOns' | 'latePickup' | 'subtotal'>,
  amount: number,
): Pick<Price, 'units' | 'addOns' | 'latePickup'> {
  let passed = 0
  const lower = (part: number): number => {
    const before = passed
    passed += part
    return part === 0
      ? 0
      : part - (share(amount, passed, price.subtotal) - share(amount, before, price.subtotal))
  }
  return {
    units: price.units.map(({ on, net }) => ({ on, net: lower(net) })),
    addOns: price.addOns.map((addOn) => ({ ...addOn, amount: lower(addOn.amount) })),
    latePickup: lower(price.latePickup),
  }
}

/** Removes a code paid by the platform, which lowers only the total. */
export function withoutPromo<Priced extends { total: number; promo?: AppliedPromo | undefined }>({
  promo,
  ...price
}: Priced): Omit<Priced, 'promo'> {
  if (promo?.paidBy === 'sitter') throw new Error(`The code ${promo.code} is in every part of the price`)
  return { ...price, total: price.total + (promo?.amount ?? 0) }
}

/** Amount that the platform pays in the owner's place. */
export const promotionOf = (promo: AppliedPromo | undefined): number =>
  promo?.paidBy === 'platform' ? promo.amount : 0

/** Returns the promotion's part of `given`, where `promotion` is its part of `whole`. */
export const promotionIn = (promotion: number, given: number, whole: number): number =>
  whole === 0 ? 0 : share(promotion, given, whole)

/** Amount of a code used so far by all owners, and the number of uses by this owner. */
export type PromoUsage = { amount: number; ownUses: number }

export type PromoLimits = {
  currency: string
  fromOn: string | null
  untilOn: string | null
  endedAt: Date | null
  firstBookingOnly: boolean
  budget: number | null
  usesPerOwner: number
}

export type PromoRequest = {
  on: string
  currency: string
  hasBooked: boolean
  amount: number
  taken: PromoUsage
}

/** True if a request on this day may use this amount of the code. */
export const isPromoAvailable = (limits: PromoLimits, request: PromoRequest): boolean =>
  limits.endedAt === null &&
  limits.currency === request.currency &&
  (limits.fromOn === null || request.on >= limits.fromOn) &&
  (limits.untilOn === null || request.on <= limits.untilOn) &&
  !(limits.firstBookingOnly && request.hasBooked) &&
  request.taken.ownUses < limits.usesPerOwner &&
  (limits.budget === null || request.taken.amount + request.amount <= limits.budget)
