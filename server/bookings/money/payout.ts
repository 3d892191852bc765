import type { BookingStatus, PaymentStatus } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { basisPointsOf, share } from '#server/bookings/money/share.ts'
import { addHours, earliest, latest } from '#server/kernel/day.ts'
import { type Release, releasedTotal } from '#server/ledger/postings.ts'

/** All that decides what is released to the sitter, and when. */
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
  /** What has left the escrow for the sitter and the fees. */
  released: number
  /** How that was shared out, as far as it was released by the terms before a change. */
  releasedBefore?: Release | undefined
}
type PayoutTerms = Settings['payout']

/** `release` is all that is released up to and including this payout. */
export type Payout = { dueAt: Date; release: Release }

const nothing: Release = { sitter: 0, sitterFee: 0, sitterFeeTax: 0, ownerFee: 0, ownerFeeTax: 0 }

/** The tax that an amount includes. */
const taxIn = (amount: number, basisPoints: number): number =>
  share(amount, basisPoints, 10_000 + basisPoints)

/** How `retained`, the part of the subtotal that is not given back, is shared out, with the owner's fee on it. */
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

/** What is left of the subtotal: a refund brings the owner's fee back in proportion, so its part is known. */
export const retainedOf = ({
  subtotal,
  ownerFee,
  paid,
  refunded,
}: Pick<Payable, 'subtotal' | 'ownerFee' | 'paid' | 'refunded'>): number =>
  paid === 0 ? 0 : subtotal - (refunded - share(ownerFee, refunded, paid))

/** The last cent, whatever amount was given back: rounding is the fee's. */
function settle(booking: Payable, retained: number): Release {
  const ownerFee = booking.paid - booking.refunded - retained
  return {
    ...shareOut(booking, retained),
    ownerFee,
    ownerFeeTax: taxIn(ownerFee, booking.taxBasisPoints),
  }
}

/** When it is over for the money: at the end, or when it was called off. */
function overAt({ status, startsAt, endsAt, endedAt, cancelledAt }: Omit<Course, 'units'>): Date {
  if (status === 'cancelled') return latest(startsAt, cancelledAt ?? startsAt)
  return earliest(endsAt, endedAt ?? endsAt)
}

type Course = Pick<Payable, 'status' | 'isStay' | 'startsAt' | 'endsAt' | 'endedAt' | 'cancelledAt' | 'units'>

/** When there are payouts, and for how many units: a long stay has one for each slice of it, and all have one at the end. */
export function payoutMoments(course: Course, { delayHours, sliceDays }: PayoutTerms) {
  const { status, isStay, units } = course
  const last = { dueAt: addHours(overAt(course), delayHours), units: units.length }
  if (status === 'cancelled' || !isStay || sliceDays === 0) return [last]
  const slices = Math.ceil(units.length / sliceDays) - 1
  const moments = Array.from({ length: slices }, (_, index) => {
    const count = (index + 1) * sliceDays
    return { dueAt: addHours(units[count - 1]!.endsAt, delayHours), units: count }
  })
  return [...moments.filter(({ dueAt }) => dueAt < last.dueAt), last]
}

/** Every payout of the booking as it stands, done and to come; the last one brings all that is left. */
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

/** Of a booking that is agreed on; between friends there is nothing to pay. */
export function paymentStatusOf({ paid, refunded }: Pick<Payable, 'paid' | 'refunded'>): PaymentStatus {
  if (paid === 0) return 'none'
  if (refunded === 0) return 'captured'
  return refunded === paid ? 'refunded' : 'partially_refunded'
}

export type NextPayout = { dueAt: Date; release: Release }

const isDone = ({ released }: Pick<Payable, 'released'>, { release }: Payout) =>
  releasedTotal(release) <= released

/** What was released until now, and to whom. */
export function releasedOf(booking: Payable, terms: PayoutTerms): Release {
  const { releasedBefore, released } = booking
  if (releasedBefore && releasedTotal(releasedBefore) === released) return releasedBefore
  return payoutsOf(booking, terms).findLast((payout) => isDone(booking, payout))?.release ?? nothing
}

/** What is still to be released, each part by itself; `dueAt` is planned while the service has not come so far. */
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

/** What the clock releases next; null while the service has not come so far, and when everything is released. */
export function nextPayout(booking: Payable, terms: PayoutTerms): NextPayout | null {
  const ahead = payoutsAhead(booking, terms)
  const over = booking.status === 'completed' || booking.status === 'cancelled'
  // While it runs, the last part has to wait.
  const open = over ? ahead : booking.status === 'in_progress' ? ahead.slice(0, -1) : []
  return open[0] ?? null
}

/** Nobody gives back what was released: where a refund came close to it, the fees take up the last cents. */
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

/** What everybody has of it in the end, as it stands. */
export const outcomeOf = (booking: Payable): Release =>
  booking.paid === booking.refunded ? nothing : settle(booking, retainedOf(booking))

/** What sitter and platform would have in the end if so much more went back to the owner. */
export function splitOf(booking: Payable, refund: number): { sitterKeeps: number; platformKeeps: number } {
  const { sitter, sitterFee, ownerFee } = outcomeOf({ ...booking, refunded: booking.refunded + refund })
  return { sitterKeeps: sitter, platformKeeps: sitterFee + ownerFee }
}
