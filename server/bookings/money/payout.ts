import type { BookingStatus, PaymentStatus } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { basisPointsOf, share } from '#server/bookings/money/share.ts'
import { addHours, earliest, latest } from '#server/kernel/day.ts'
import { type Release, releasedTotal } from '#server/ledger/postings.ts'

/** Everything that determines what is released to the sitter, and when. */
export type Payable = {
  status: BookingStatus
  isStay: boolean
  startsAt: Date
  endsAt: Date
  endedAt: Date | null
  cancelledAt: Date | null
  /** In order of time. */
  units: readonly { endsAt: Date; net: number }[]
  subtotal: number
  ownerFee: number
  sitterFeeBasisPoints: number
  taxBasisPoints: number
  paid: number
  refunded: number
  /** Amount that has left the escrow for the sitter and the fees. */
  released: number
  /** How the amount released under the terms before the last change was split. */
  releasedBefore?: Release | undefined
}
type PayoutTerms = Settings['payout']

/** `release` is cumulative: everything released up to and including this payout. */
export type Payout = { dueAt: Date; release: Release }

const nothing: Release = { sitter: 0, sitterFee: 0, sitterFeeTax: 0, ownerFee: 0, ownerFeeTax: 0 }

/** Returns the tax included in an amount. */
const taxIn = (amount: number, basisPoints: number): number =>
  share(amount, basisPoints, 10_000 + basisPoints)

/** Splits `retained`, the part of the subtotal that is not refunded, and adds the owner's fee on it. */
export function shareOut(
  agreed: Pick<Payable, 'subtotal' | 'ownerFee' | 'sitterFeeBasisPoints' | 'taxBasisPoints'>,
  retained: number,
): Release {
  const { subtotal, taxBasisPoints } = agreed
  if (subtotal === 0) return nothing
  const sitterFee = basisPointsOf(retained, agreed.sitterFeeBasisPoints)
  const ownerFee = agreed.ownerFee - share(agreed.ownerFee, subtotal - retained, subtotal)
  return {
    sitter: retained - sitterFee,
    sitterFee,
    sitterFeeTax: taxIn(sitterFee, taxBasisPoints),
    ownerFee,
    ownerFeeTax: taxIn(ownerFee, taxBasisPoints),
  }
}

/**
 * Returns the part of the subtotal that is not refunded. A refund contains the owner's fee in proportion, so the
 * fee's part of it is known.
 */
export const retainedOf = ({
  subtotal,
  ownerFee,
  paid,
  refunded,
}: Pick<Payable, 'subtotal' | 'ownerFee' | 'paid' | 'refunded'>): number =>
  paid === 0 ? 0 : subtotal - (refunded - share(ownerFee, refunded, paid))

/** Computes the final split to the last cent, whatever was refunded; the owner's fee absorbs the rounding. */
function settle(booking: Payable, retained: number): Release {
  const ownerFee = booking.paid - booking.refunded - retained
  return {
    ...shareOut(booking, retained),
    ownerFee,
    ownerFeeTax: taxIn(ownerFee, booking.taxBasisPoints),
  }
}

/**
 * Returns when the booking is over for payouts: at its actual end or, if it was cancelled, at the start or the
 * cancellation, whichever is later.
 */
function endForPayouts({
  status,
  startsAt,
  endsAt,
  endedAt,
  cancelledAt,
}: Omit<PayoutTiming, 'units'>): Date {
  if (status === 'cancelled') return latest(startsAt, cancelledAt ?? startsAt)
  return earliest(endsAt, endedAt ?? endsAt)
}

type PayoutTiming = Pick<
  Payable,
  'status' | 'isStay' | 'startsAt' | 'endsAt' | 'endedAt' | 'cancelledAt' | 'units'
>

/**
 * Returns the instants of the payouts and the units delivered by then. A long stay has one for each slice of
 * `sliceDays`; every booking has one at the end.
 */
export function payoutMoments(timing: PayoutTiming, { delayHours, sliceDays }: PayoutTerms) {
  const { status, isStay, units } = timing
  const last = { dueAt: addHours(endForPayouts(timing), delayHours), units: units.length }
  if (status === 'cancelled' || !isStay || sliceDays === 0) return [last]
  const slices = Math.ceil(units.length / sliceDays) - 1
  const moments = Array.from({ length: slices }, (_, index) => {
    const count = (index + 1) * sliceDays
    return { dueAt: addHours(units[count - 1]!.endsAt, delayHours), units: count }
  })
  return [...moments.filter(({ dueAt }) => dueAt < last.dueAt), last]
}

/** Returns every payout of the booking in its present state, past and future. The last one releases the remainder. */
export function payoutsOf(booking: Payable, terms: PayoutTerms): Payout[] {
  const retained = retainedOf(booking)
  if (retained <= 0) return []
  const moments = payoutMoments(booking, terms)
  return moments.flatMap(({ dueAt, units }, index) => {
    if (index === moments.length - 1) return [{ dueAt, release: settle(booking, retained) }]
    const delivered = booking.units.slice(0, units).reduce((sum, { net }) => sum + net, 0)
    return delivered < retained ? [{ dueAt, release: shareOut(booking, delivered) }] : []
  })
}

export const heldOf = ({
  paid,
  refunded,
  released,
}: Pick<Payable, 'paid' | 'refunded' | 'released'>): number => paid - refunded - released

/** Payment status of an agreed booking. It is `none` between friends, who pay nothing. */
export function paymentStatusOf({ paid, refunded }: Pick<Payable, 'paid' | 'refunded'>): PaymentStatus {
  if (paid === 0) return 'none'
  if (refunded === 0) return 'captured'
  return refunded === paid ? 'refunded' : 'partially_refunded'
}

export type NextPayout = { dueAt: Date; release: Release }

const isDone = ({ released }: Pick<Payable, 'released'>, { release }: Payout) =>
  releasedTotal(release) <= released

/** Returns how the amount released so far was split. */
export function releasedOf(booking: Payable, terms: PayoutTerms): Release {
  const { releasedBefore, released } = booking
  if (releasedBefore && releasedTotal(releasedBefore) === released) return releasedBefore
  return payoutsOf(booking, terms).findLast((payout) => isDone(booking, payout))?.release ?? nothing
}

/**
 * Returns the payouts still to come, each as the increase over the one before. `dueAt` is provisional until that part
 * of the service is delivered.
 */
export function payoutsAhead(booking: Payable, terms: PayoutTerms): NextPayout[] {
  if (heldOf(booking) === 0) return []
  const before = [releasedOf(booking, terms)]
  return payoutsOf(booking, terms)
    .filter((payout) => !isDone(booking, payout))
    .map(({ dueAt, release }) => {
      before.push(release)
      return { dueAt, release: difference(release, before.at(-2)!) }
    })
}

/**
 * Returns the next payout to release; null if that part of the service is not delivered yet, or if everything is
 * released.
 */
export function nextPayout(booking: Payable, terms: PayoutTerms): NextPayout | null {
  const ahead = payoutsAhead(booking, terms)
  const over = booking.status === 'completed' || booking.status === 'cancelled'
  // While the booking is in progress, the last payout has to wait.
  const open = over ? ahead : booking.status === 'in_progress' ? ahead.slice(0, -1) : []
  return open[0] ?? null
}

/**
 * Computes one payout. Released money is never taken back: if a refund came close to it, the fees absorb the last
 * cents.
 */
function difference(all: Release, before: Release): Release {
  const total = releasedTotal(all) - releasedTotal(before)
  const sitter = within(all.sitter - before.sitter, total)
  const sitterFee = within(all.sitterFee - before.sitterFee, total - sitter)
  const ownerFee = total - sitter - sitterFee
  return {
    sitter,
    sitterFee,
    sitterFeeTax: within(all.sitterFeeTax - before.sitterFeeTax, sitterFee),
    ownerFee,
    ownerFeeTax: within(all.ownerFeeTax - before.ownerFeeTax, ownerFee),
  }
}

const within = (amount: number, most: number): number => Math.max(0, Math.min(amount, most))

/** Returns the final split of the booking in its present state. */
export const outcomeOf = (booking: Payable): Release =>
  booking.paid === booking.refunded ? nothing : settle(booking, retainedOf(booking))

/** Returns what sitter and platform would end up with if `refund` more went back to the owner. */
export function splitOf(booking: Payable, refund: number): { sitterKeeps: number; platformKeeps: number } {
  const { sitter, sitterFee, ownerFee } = outcomeOf({ ...booking, refunded: booking.refunded + refund })
  return { sitterKeeps: sitter, platformKeeps: sitterFee + ownerFee }
}
