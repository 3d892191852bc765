import type { RefundStep } from '#contract/bookings/bookings.ts'
import type { RefundNow } from '#contract/bookings/parts.ts'
import { isStay, type Policy, type Service } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { retainedOf } from '#server/bookings/money/payout.ts'
import type { Plan } from '#server/bookings/money/plan.ts'
import type { Price, PriceAddOn } from '#server/bookings/money/price.ts'
import { promotionIn, promotionOf } from '#server/bookings/money/promo.ts'
import { recurringVisits } from '#server/bookings/money/recurring.ts'
import { basisPointsOf, percentOf, share } from '#server/bookings/money/share.ts'
import { addDays, addHours, instantOf, localOf } from '#server/kernel/day.ts'

export type RefundableUnit = { on: string; startsAt: Date; endsAt: Date; net: number }

/** The agreed terms and what has happened since: everything a refund depends on. */
export type Refundable = {
  service: Service
  policy: Policy
  timeZone: string
  startsAt: Date
  endsAt: Date
  /** Null for a quote: there is no cool-off before a confirmation. */
  confirmedAt: Date | null
  checkedInAt: Date | null
  /** In order of time. */
  units: readonly RefundableUnit[]
  addOns: readonly PriceAddOn[]
  latePickup: number
  subtotal: number
  ownerFee: number
  /** Part of subtotal and fee that the platform pays in the owner's place. */
  promotion: number
  sitterFeeBasisPoints: number
  terms: Settings['policy']
  /**
   * Amount that decisions have refunded of the terms in force, and amount still held. Absent before anything is paid.
   */
  given?: { back: number; held: number }
}

export type RefundParty = 'owner' | 'sitter' | 'operator'

/** `total` goes back to the owner; `total + sitterKeeps + platformKeeps` is what was paid. */
export type Refund = Omit<RefundNow, 'previewHash' | 'promotion'> & {
  /** Amount returned to the platform, in proportion to what it had paid. */
  promotion: number
  sitterFee: number
  platformKeeps: number
  /** Refund of each unit, in the order of the booking. */
  units: { on: string; refund: number }[]
}

/** The refundable form of a price, before (`confirmedAt` null) or after the booking exists. */
export const refundableOf = (
  plan: Plan,
  price: Price,
  agreed: Pick<Refundable, 'policy' | 'terms' | 'confirmedAt' | 'checkedInAt'>,
): Refundable => ({
  ...agreed,
  service: plan.service,
  timeZone: plan.timeZone,
  startsAt: plan.startsAt,
  endsAt: plan.endsAt,
  units: plan.units.map(({ on, startsAt, endsAt }, index) => ({
    on,
    startsAt,
    endsAt,
    net: price.units[index]!.net,
  })),
  addOns: price.addOns,
  latePickup: price.latePickup,
  subtotal: price.subtotal,
  ownerFee: price.ownerFee,
  promotion: promotionOf(price.promo),
  sitterFeeBasisPoints: price.sitterFeeBasisPoints,
})

/** Rules section 7, used for the preview and for the actual refund: the refund if `by` cancels at this instant. */
export const refundAt = (booking: Refundable, at: Date, by: RefundParty): Refund =>
  refundWith(booking, freeHoursOf(booking), at, by)

/** The refund before the card is charged: there is nothing to refund and nothing to keep. */
export const refundOfNothing = ({ units }: Pick<Refundable, 'units'>, isCharging: boolean): Refund => ({
  total: 0,
  services: 0,
  addOns: 0,
  ownerFee: 0,
  promotion: 0,
  sitterKeeps: 0,
  sitterFee: 0,
  platformKeeps: 0,
  rule: isCharging
    ? 'The card is being charged right now: anything that is paid is refunded in full.'
    : 'Cancelled before the card was charged: nobody pays anything.',
  units: units.map(({ on }) => ({ on, refund: 0 })),
})

function refundWith(booking: Refundable, freeHours: readonly number[], at: Date, by: RefundParty): Refund {
  const decision = decide(booking, freeHours, at, by)
  const units = booking.units.map(({ on, net }, index) => ({
    on,
    refund: percentOf(net, decision.percents[index]!),
  }))
  const services = units.reduce((sum, { refund }) => sum + refund, 0)
  const addOns =
    booking.addOns
      .filter(({ done }) => !(done === 'start' ? decision.begun : decision.over))
      .reduce((sum, { amount }) => sum + amount, 0) + (decision.over ? 0 : booking.latePickup)
  const ownerFee = booking.subtotal === 0 ? 0 : share(booking.ownerFee, services + addOns, booking.subtotal)
  return { ...splitRefund(booking, { services, addOns, ownerFee }), rule: decision.rule, units }
}

/**
 * Splits the money for a refund of this size, which comes on top of earlier decisions and is limited to what is held.
 */
function splitRefund(
  booking: Refundable,
  due: Pick<Refund, 'services' | 'addOns' | 'ownerFee'>,
): Omit<Refund, 'rule' | 'units'> {
  const paid = booking.subtotal + booking.ownerFee
  const { back, held } = booking.given ?? { back: 0, held: paid }
  const given = Math.min(due.services + due.addOns + due.ownerFee, held)
  const services = Math.min(due.services, given)
  const addOns = Math.min(due.addOns, given - services)
  const ownerFee = given - services - addOns
  const retained =
    back === 0
      ? booking.subtotal - services - addOns
      : retainedOf({ ...booking, paid, refunded: back + given })
  const sitterFee = basisPointsOf(retained, booking.sitterFeeBasisPoints)
  const ownersFee = paid - back - given - retained
  const promotionOn = (amount: number) => promotionIn(booking.promotion, amount, paid)
  const promotion = promotionOn(back + given) - promotionOn(back)
  return {
    total: given - promotion,
    services,
    addOns,
    ownerFee,
    promotion,
    sitterKeeps: retained - sitterFee,
    sitterFee,
    platformKeeps: sitterFee + ownersFee - (booking.promotion - promotionOn(back + given)),
  }
}

/** Percentage of each unit that is refunded if `by` takes it out at this instant, in the order of the booking. */
export const percentsAt = (booking: Refundable, at: Date, by: RefundParty): number[] =>
  decide(booking, freeHoursOf(booking), at, by).percents

const decide = (booking: Refundable, freeHours: readonly number[], at: Date, by: RefundParty): Decision =>
  by === 'owner' ? decideForOwner(booking, freeHours, at) : decideForOthers(booking, at, by)

/** Hours before its start until which each unit is refunded in full; nights follow the policy of the stay. */
function freeHoursOf({ service, units, timeZone, terms }: Refundable): number[] {
  if (isStay(service)) return units.map(() => terms.unitHours)
  return recurringVisits(units, timeZone).map((recurs) => (recurs ? terms.seriesHours : terms.unitHours))
}

/** `begun`: the first trip is done. `over`: everything is done. */
type Decision = { percents: number[]; begun: boolean; over: boolean; rule: string }

function decideForOwner(booking: Refundable, freeHours: readonly number[], at: Date): Decision {
  const all = booking.units.map(() => 100)
  if (isCoolingOff(booking, at))
    return {
      percents: all,
      begun: false,
      over: false,
      rule: `Cancelled within ${booking.terms.coolOffHours} hours of the confirmation and at least ${booking.terms.coolOffMinLeadHours} hours before the start: everything is refunded.`,
    }
  const decided = isStay(booking.service) ? decideStay(booking, at) : decideUnits(booking, freeHours, at)
  const checkedIn = booking.checkedInAt !== null && at >= booking.checkedInAt
  return {
    percents: decided.percents.map((percent, index) => (checkedIn && index === 0 ? 0 : percent)),
    rule: decided.rule,
    begun: checkedIn || at > booking.startsAt,
    over: at > booking.endsAt,
  }
}

function isCoolingOff({ confirmedAt, startsAt, checkedInAt, terms }: Refundable, at: Date): boolean {
  if (confirmedAt === null || checkedInAt !== null) return false
  return (
    at <= addHours(confirmedAt, terms.coolOffHours) && at <= addHours(startsAt, -terms.coolOffMinLeadHours)
  )
}

/** The last instant at which a stay is refunded in full; null if no such cut-off applies. */
export function cutoffOf(booking: Refundable): Date | null {
  const { policy, terms, timeZone, units } = booking
  if (!isStay(booking.service) || policy === 'per_unit_24h') return null
  const { cutoffDays, cutoffHour } = terms[policy]
  const hour = `${String(cutoffHour).padStart(2, '0')}:00`
  return instantOf(addDays(units[0]!.on, -cutoffDays), hour, timeZone)
}

function decideStay(booking: Refundable, at: Date): { percents: number[]; rule: string } {
  const { policy, terms, timeZone, units } = booking
  const cutoff = cutoffOf(booking)
  if (policy === 'per_unit_24h' || cutoff === null) return decideUnits(booking, freeHoursOf(booking), at)
  const { cutoffDays, cutoffHour, latePercent, lateWindowDays } = terms[policy]
  const hour = cutoffHour === 12 ? 'noon' : `${cutoffHour}:00`
  const days = `${cutoffDays} ${cutoffDays === 1 ? 'day' : 'days'} before the start`
  if (at <= cutoff)
    return { percents: units.map(() => 100), rule: `Cancelled by ${hour}, ${days}: everything is refunded.` }
  const today = localOf(at, timeZone).on
  const [startOn, lastOn] = [units[0]!.on, units.at(-1)!.on]
  const from = today > startOn ? today : startOn
  const until = addDays(from, lateWindowDays)
  const percents = units.map(({ on }) => (on < today ? 0 : on < until ? latePercent : 100))
  if (today > lastOn) return { percents, rule: 'The stay is over: nothing is refunded.' }
  const nights = `the next ${lateWindowDays} nights are refunded at ${latePercent}%, later ones in full`
  return {
    percents,
    rule:
      today > startOn
        ? `Ended early: nights that have passed are not refunded, ${nights}.`
        : `Cancelled after ${hour}, ${days}: ${nights}.`,
  }
}

function decideUnits(
  { units, terms }: Refundable,
  freeHours: readonly number[],
  at: Date,
): { percents: number[]; rule: string } {
  const percents = units.map(({ startsAt }, index) => {
    if (at <= addHours(startsAt, -freeHours[index]!)) return 100
    return at <= startsAt ? terms.unitLatePercent : 0
  })
  if (percents.every((percent) => percent === 0))
    return { percents, rule: 'Everything has started or is over: nothing is refunded.' }
  return {
    percents,
    rule: `Anything that starts at least ${hoursInWords(freeHours, terms)} is refunded in full, anything that starts sooner at ${terms.unitLatePercent}%, and anything that has started is not refunded.`,
  }
}

function hoursInWords(freeHours: readonly number[], { unitHours, seriesHours }: Refundable['terms']): string {
  const [first = unitHours] = freeHours
  return freeHours.every((hours) => hours === first)
    ? `${first} hours from now`
    : `${unitHours} hours from now (${seriesHours} for visits that recur weekly)`
}

/**
 * A cancellation by sitter or operator refunds all that was not delivered; a night is delivered once its day is over.
 */
function decideForOthers(booking: Refundable, at: Date, by: 'sitter' | 'operator'): Decision {
  const today = isStay(booking.service) ? localOf(at, booking.timeZone).on : null
  const delivered = booking.units.map(({ on, endsAt }) => (today === null ? endsAt <= at : on < today))
  const checkedIn = booking.checkedInAt !== null && at >= booking.checkedInAt
  return {
    percents: delivered.map((done) => (done ? 0 : 100)),
    begun: checkedIn || delivered.includes(true),
    over: at > booking.endsAt,
    rule: `Cancelled by the ${by}: everything that was not delivered is refunded, with the same share of the service fee.`,
  }
}

/** Returns the instants at which the owner's refund changes; each row holds up to and including `until`. */
export function refundSchedule(booking: Refundable, from: Date): RefundStep[] {
  const freeHours = freeHoursOf(booking)
  const refundOf = (at: Date) => refundWith(booking, freeHours, at, 'owner').total
  const changes = changesOf(booking, freeHours).filter((at) => at >= from)
  const steps: RefundStep[] = []
  for (const until of changes) {
    const refund = refundOf(until)
    if (steps.at(-1)?.refund === refund) steps.pop()
    steps.push({ until: until.toISOString(), refund })
  }
  const last = changes.at(-1)
  const refund = refundOf(last ? justAfter(last) : from)
  if (steps.at(-1)?.refund === refund) steps.pop()
  return [...steps, { until: null, refund }]
}

const justAfter = (at: Date): Date => new Date(at.getTime() + 1)
const justBefore = (at: Date): Date => new Date(at.getTime() - 1)

/** Returns candidates for the last instant of each refund, in order; superfluous ones do no harm. */
function changesOf(booking: Refundable, freeHours: readonly number[]): Date[] {
  const { confirmedAt, checkedInAt, startsAt, endsAt, terms, timeZone, units } = booking
  const cutoff = cutoffOf(booking)
  const all = [
    startsAt,
    endsAt,
    ...(confirmedAt
      ? [addHours(confirmedAt, terms.coolOffHours), addHours(startsAt, -terms.coolOffMinLeadHours)]
      : []),
    ...(checkedInAt ? [justBefore(checkedInAt)] : []),
    ...(cutoff
      ? [cutoff, ...units.map(({ on }) => justBefore(instantOf(addDays(on, 1), '00:00', timeZone)))]
      : units.flatMap((unit, index) => [addHours(unit.startsAt, -freeHours[index]!), unit.startsAt])),
  ]
  const instants = new Set(all.map((at) => at.getTime()))
  return [...instants].sort((a, b) => a - b).map((time) => new Date(time))
}
