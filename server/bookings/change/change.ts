import type { AppliedPromo, PriceLine } from '#contract/bookings/bookings.ts'
import { isStay, type Party } from '#contract/codes.ts'
import {
  countStartedUnits,
  joinSplitPrice,
  type UnchangedCounts,
  type SplitPrice,
  splitPrice,
} from '#server/bookings/money/split-price.ts'
import { calculateFees, type Pair } from '#server/bookings/money/fees.ts'
import type { Plan, Unit } from '#server/bookings/money/plan.ts'
import type { Price } from '#server/bookings/money/price.ts'
import { promotionOf } from '#server/bookings/money/promo.ts'
import { percentsAt, type Refundable } from '#server/bookings/money/refund.ts'
import { basisPointsOf, percentOf, share } from '#server/bookings/money/share.ts'
import type { BookingTerms } from '#server/bookings/money/terms.ts'
import { addHours, earliest } from '#server/kernel/day.ts'
import { dayInWords } from '#server/kernel/words.ts'

/** The parts of the agreement that a change depends on. */
export type Agreed = {
  booking: Refundable
  terms: BookingTerms
  lines: readonly PriceLine[]
  promo: AppliedPromo | undefined
  pets: readonly NamedPet[]
}
type NamedPet = { id: string; name: string | null }
/**
 * The booking after the change: the plan, and its price before any promo code. `ahead` prices the units that have not
 * begun, or the last one if all have.
 */
export type ProposedBooking = { plan: Plan; price: Price; ahead: Price; pets: readonly NamedPet[] }

/** Why a change is refused: the rule, a sentence, and the values that broke it. */
export type ChangeRefusal = {
  rule: 'nothing_changed' | 'unit_begun' | 'pets_begun' | 'extra_begun' | 'in_past' | 'promo'
  detail: string
  values: Record<string, string | number>
}

type Timed = Pick<Unit, 'on' | 'startsAt' | 'endsAt'>

/** Nights are equal if they have the same date, visits if they have the same time. */
const keyOf = (booking: Pick<Refundable, 'service'>, { on, startsAt, endsAt }: Timed): string =>
  isStay(booking.service) ? on : `${startsAt.getTime()} ${endsAt.getTime()}`

const idsOf = (pets: readonly NamedPet[]): string =>
  pets
    .map(({ id }) => id)
    .toSorted()
    .join()
const samePets = (agreed: Pick<Agreed, 'pets'>, proposed: Pick<ProposedBooking, 'pets'>): boolean =>
  idsOf(agreed.pets) === idsOf(proposed.pets)

const addOnsOf = ({ addOns }: Pick<Refundable, 'addOns'>): string =>
  addOns
    .map(({ code, petId }) => `${code} ${petId ?? ''}`)
    .toSorted()
    .join()

/** Returns when the booking next reaches something that the change affects; the change can be answered until then. */
export function affectedAt(agreed: Agreed, proposed: ProposedBooking, at: Date): Date | null {
  const { booking } = agreed
  const { plan } = proposed
  const started = countStartedUnits(booking, at)
  const before = new Set(booking.units.map((unit) => keyOf(booking, unit)))
  const after = new Set(plan.units.map((unit) => keyOf(booking, unit)))
  const allChange =
    !samePets(agreed, proposed) || (isStay(booking.service) && +plan.startsAt !== +booking.startsAt)
  const starts = [
    ...booking.units.slice(started).filter((unit) => allChange || !after.has(keyOf(booking, unit))),
    ...plan.units.slice(started).filter((unit) => allChange || !before.has(keyOf(booking, unit))),
  ].map(({ startsAt }) => startsAt)
  const ends = [booking.endsAt, plan.endsAt]
  const moments = [...starts, ...ends].filter((moment) => moment > at)
  return moments.length === 0 ? null : moments.reduce(earliest)
}

/** Returns from when the pets differ once the booking runs: from the next unit that has not begun. */
export function petsFrom(agreed: Agreed, proposed: ProposedBooking, at: Date): Date | null {
  const started = countStartedUnits(agreed.booking, at)
  return started === 0 || samePets(agreed, proposed) ? null : (proposed.plan.units[started]?.startsAt ?? null)
}

type Rule = (agreed: Agreed, proposed: ProposedBooking, at: Date) => ChangeRefusal | null

const refused = (
  rule: ChangeRefusal['rule'],
  detail: string,
  values: ChangeRefusal['values'] = {},
): ChangeRefusal => ({ rule, detail, values })

const unitKeys = (booking: Refundable, units: readonly Timed[]): ReadonlySet<string> =>
  new Set(units.map((unit) => keyOf(booking, unit)))

function sameTimes({ booking }: Agreed, { plan }: ProposedBooking): boolean {
  const before = unitKeys(booking, booking.units)
  const after = unitKeys(booking, plan.units)
  return (
    +plan.startsAt === +booking.startsAt &&
    +plan.endsAt === +booking.endsAt &&
    after.size === before.size &&
    [...before].every((key) => after.has(key))
  )
}

const refuseUnchanged: Rule = (agreed, proposed) =>
  samePets(agreed, proposed) &&
  sameTimes(agreed, proposed) &&
  addOnsOf(agreed.booking) === addOnsOf(proposed.price)
    ? refused('nothing_changed', 'This is the same as what is already agreed. Change something first.')
    : null

const refuseRemovedStart: Rule = ({ booking }, { plan }, at) => {
  const count = countStartedUnits(booking, at)
  const after = unitKeys(booking, plan.units)
  const lost = booking.units.slice(0, count).find((unit) => !after.has(keyOf(booking, unit)))
  if (lost)
    return refused('unit_begun', `What has started can no longer be removed: ${dayInWords(lost.on)}.`, {
      on: lost.on,
    })
  if (count > 0 && isStay(booking.service) && +plan.startsAt !== +booking.startsAt)
    return refused(
      'unit_begun',
      `The stay has started, so its start cannot be changed: ${dayInWords(booking.units[0]!.on)}.`,
      { startsAt: booking.startsAt.toISOString() },
    )
  return null
}

const refusePast: Rule = ({ booking }, { plan }, at) => {
  const before = unitKeys(booking, booking.units)
  const isNew = (unit: Timed) => !before.has(keyOf(booking, unit))
  const early =
    plan.units.find((unit) => unit.startsAt <= at && isNew(unit)) ??
    plan.units.slice(0, countStartedUnits(booking, at)).find(isNew)
  if (early)
    return refused('in_past', `Something new would start in the past: ${dayInWords(early.on)}.`, {
      on: early.on,
    })
  if (plan.endsAt <= at)
    return refused(
      'in_past',
      `The booking would be over already: it would end on ${dayInWords(plan.endOn)}.`,
      {
        on: plan.endOn,
      },
    )
  return null
}

const tripsAtStart = ({ addOns }: Pick<Refundable, 'addOns'>): number =>
  addOns.filter(({ done }) => done === 'start').length

const refuseTooLate: Rule = (agreed, proposed, at) => {
  const count = countStartedUnits(agreed.booking, at)
  if (count >= proposed.plan.units.length && !samePets(agreed, proposed))
    return refused('pets_begun', 'Everything has started, so pets can no longer be added or removed.')
  if (count > 0 && tripsAtStart(proposed.price) !== tripsAtStart(agreed.booking))
    return refused('extra_begun', 'The first trip was at the start and can no longer be changed.')
  return null
}

const refuseBelowDiscount: Rule = (agreed, proposed, at) => {
  const { started, ahead, deductions, remainingDeduction } = splitChangedPrice(agreed, proposed, at)
  const subtotal = started.subtotal + ahead.subtotal
  const least = promotionOf(agreed.promo) - deductions.reduce((sum, { amount }) => sum + amount, 0)
  return subtotal < least || ahead.subtotal < remainingDeduction
    ? refused(
        'promo',
        'The price would be lower than the discount of the promo code or the sitter. Remove less.',
        { subtotal, promo: least },
      )
    : null
}

/** In the order in which they are checked. */
const rules: readonly Rule[] = [
  refuseUnchanged,
  refuseRemovedStart,
  refusePast,
  refuseTooLate,
  refuseBelowDiscount,
]

/** Returns the first rule that a change breaks. Units that have begun can no longer be changed. */
export function refuseChange(agreed: Agreed, proposed: ProposedBooking, at: Date): ChangeRefusal | null {
  for (const rule of rules) {
    const refusal = rule(agreed, proposed, at)
    if (refusal) return refusal
  }
  return null
}

/** Units that have begun keep their price, unless pricing the whole booking gives them the same price anyway. */
function splitChangedPrice(agreed: Agreed, proposed: ProposedBooking, at: Date): SplitPrice {
  const { booking, terms, lines } = agreed
  const { plan, price, ahead } = proposed
  const started = countStartedUnits(booking, at)
  const names = new Map([...agreed.pets, ...proposed.pets].map(({ id, name }) => [id, name ?? undefined]))
  const splitAt = (count: number, of: Price) =>
    splitPrice(
      { units: booking.units, lines, settled: terms.settled },
      count,
      of,
      count > 0 && count >= plan.units.length,
      (petId) => names.get(petId),
    )
  if (started === 0) return splitAt(0, price)
  if (!samePets(agreed, proposed) || terms.settled !== undefined) return splitAt(started, ahead)
  const fromStart = splitAt(0, price)
  const nets = joinSplitPrice(fromStart).units.map(({ net }) => net)
  const isSame = booking.units.slice(0, started).every(({ net }, index) => nets[index] === net)
  return isSame ? fromStart : splitAt(started, ahead)
}

export type PricedChange = {
  price: Price
  /** Total retained by this and earlier changes for things they took out. */
  retainedTotal: number
  retained: number
  settled: UnchangedCounts | undefined
  /** Amount the owner pays on top; negative if it is refunded. */
  difference: number
  rule: string
}

/**
 * Computes the price after a change. What is taken out or becomes cheaper is refunded under the policy at the instant
 * of the proposal and for the old dates (rules section 7, 10), and in full if the sitter proposes it. The fee follows
 * the subtotal.
 */
export function priceChange(agreed: Agreed, proposed: ProposedBooking, at: Date, by: Party): PricedChange {
  const { booking, terms, promo } = agreed
  const pair = pairOf(agreed)
  const parts = splitChangedPrice(agreed, proposed, at)
  const full = { ...proposed.price, ...joinSplitPrice(parts), ...(promo ? { promo } : {}) }
  const percents = percentsAt(booking, at, by)
  const nets = new Map(
    proposed.plan.units.map((unit, index) => [keyOf(booking, unit), full.units[index]!.net]),
  )
  const retained = booking.units.reduce((sum, unit, index) => {
    const less = Math.max(0, unit.net - (nets.get(keyOf(booking, unit)) ?? 0))
    return sum + less - percentOf(less, percents[index]!)
  }, 0)
  const retainedTotal = (terms.kept ?? 0) + retained
  const subtotal = full.subtotal + retainedTotal
  const ownerFee = feeAfter(agreed, subtotal, pair)
  const sitterFee = basisPointsOf(subtotal, terms.sitterFeeBasisPoints)
  return {
    price: {
      ...full,
      lines: retainedTotal === 0 ? full.lines : [...full.lines, retainedLine(retainedTotal)],
      subtotal,
      ownerFee,
      ownerFeeRule: calculateFees(subtotal, pair, terms.settings).ownerFeeRule,
      total: subtotal + ownerFee - promotionOf(promo),
      sitterFee,
      sitterFeeBasisPoints: terms.sitterFeeBasisPoints,
      sitterPayout: subtotal - sitterFee,
    },
    retainedTotal,
    retained,
    settled:
      parts.started.units.length === 0
        ? undefined
        : { units: parts.started.units.length, lines: parts.started.lines.length },
    difference: subtotal + ownerFee - booking.subtotal - booking.ownerFee,
    rule:
      by === 'sitter'
        ? 'Requested by the sitter: what is removed is refunded in full.'
        : retained === 0
          ? 'Requested in time: what is removed is refunded in full.'
          : 'Requested late: what is removed is refunded as if it were cancelled now.',
  }
}

const retainedLine = (amount: number): PriceLine => ({
  code: 'kept',
  label: 'Kept of what was taken out late',
  units: 1,
  unitAmount: amount,
  amount,
})

/** A higher subtotal pays the fee on all of it; a lower one refunds the same share of the fee as of the subtotal. */
function feeAfter({ booking, terms }: Agreed, subtotal: number, pair: Pair): number {
  if (subtotal >= booking.subtotal)
    return Math.max(booking.ownerFee, calculateFees(subtotal, pair, terms.settings).ownerFee)
  return booking.ownerFee - share(booking.ownerFee, booking.subtotal - subtotal, booking.subtotal)
}

/** Finds the pair for which the agreed fees were computed, so that a change is charged by the same rates. */
function pairOf({ booking, terms }: Agreed): Pair {
  const pairs: Pair[] = [
    { repeat: false, invited: false },
    { repeat: true, invited: false },
    { repeat: false, invited: true },
    { repeat: true, invited: true },
  ]
  const fits = (pair: Pair) => {
    const fees = calculateFees(booking.subtotal, pair, terms.settings)
    return fees.sitterFeeBasisPoints === terms.sitterFeeBasisPoints
  }
  return (
    pairs.find(
      (pair) =>
        fits(pair) && calculateFees(booking.subtotal, pair, terms.settings).ownerFee === booking.ownerFee,
    ) ??
    pairs.find(fits) ??
    pairs[0]!
  )
}

/**
 * Returns when a proposal expires: after two days by default, but not beyond the start of what it affects (rules
 * section 9).
 */
export const changeExpiry = (at: Date, affected: Date, ttlHours: number): Date =>
  earliest(addHours(at, ttlHours), affected)
