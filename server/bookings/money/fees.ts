import type { Settings } from '#contract/settings.ts'
import { basisPointsInWords, basisPointsOf } from '#server/bookings/money/share.ts'

/**
 * `repeat`: the two have a completed booking; `invited`: the owner came through this sitter's link in the last 12
 * months.
 */
export type Pair = { repeat: boolean; invited: boolean }

export type FeeShares = {
  ownerFee: number
  ownerFeeRule: string
  total: number
  sitterFee: number
  /** Null unless the fee is lower than usual. */
  sitterFeeRule: string | null
  sitterFeeBasisPoints: number
  sitterPayout: number
}

export type FeeTerms = Pick<Settings, 'fees' | 'payments'>

const noFees = {
  ownerBasisPoints: 0,
  sitterBasisPoints: 0,
  repeatOwnerBasisPoints: 0,
  repeatSitterBasisPoints: 0,
  invitedSitterBasisPoints: 0,
}

/** Computes both fees on a subtotal (rules section 3). No other code computes them. */
export function calculateFees(subtotal: number, pair: Pair, settings: FeeTerms): FeeShares {
  const fees = settings.payments.manualFee === 'none' ? { ...settings.fees, ...noFees } : settings.fees
  const ownerBasisPoints = pair.repeat ? fees.repeatOwnerBasisPoints : fees.ownerBasisPoints
  const uncapped = basisPointsOf(subtotal, ownerBasisPoints)
  const ownerFee = Math.min(uncapped, fees.ownerCap)
  const sitterFeeBasisPoints = sitterBasisPoints(pair, fees)
  const sitterFee = basisPointsOf(subtotal, sitterFeeBasisPoints)
  return {
    ownerFee,
    ownerFeeRule: ownerRule(ownerBasisPoints, uncapped > ownerFee, pair.repeat),
    total: subtotal + ownerFee,
    sitterFee,
    sitterFeeRule: sitterRule(pair, sitterFeeBasisPoints),
    sitterFeeBasisPoints,
    sitterPayout: subtotal - sitterFee,
  }
}

/** Returns the total for an owner who is new to the sitter. Every price shown without dates is this one. */
export const priceForStranger = (subtotal: number, settings: FeeTerms): number =>
  calculateFees(subtotal, { repeat: false, invited: false }, settings).total

function sitterBasisPoints(pair: Pair, fees: Settings['fees']): number {
  if (pair.invited) return fees.invitedSitterBasisPoints
  return pair.repeat ? fees.repeatSitterBasisPoints : fees.sitterBasisPoints
}

function sitterRule(pair: Pair, basisPoints: number): string | null {
  const why = pair.invited
    ? 'because the owner came through your link'
    : pair.repeat
      ? 'because the owner has booked you before'
      : null
  if (why === null) return null
  return basisPoints === 0
    ? `No service fee, ${why}`
    : `${basisPointsInWords(basisPoints)} of the subtotal, lower ${why}`
}

function ownerRule(basisPoints: number, capped: boolean, repeat: boolean): string {
  if (basisPoints === 0) return 'No service fee'
  const share = `${basisPointsInWords(basisPoints)} of the subtotal`
  const rule = capped ? `The maximum fee for one booking, instead of ${share}` : share
  return repeat ? `${rule}, lower because you have booked this sitter before` : rule
}
