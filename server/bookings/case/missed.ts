import { type Actor, isStay, type Party, type Service } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { type CaseFacts, waitingMinutes } from '#server/bookings/case/case.ts'
import { percentsAt, type Refundable, type RefundParty } from '#server/bookings/money/refund.ts'
import { percentOf, share } from '#server/bookings/money/share.ts'
import { addHours, addMinutes } from '#server/kernel/day.ts'

export type Visit = { startsAt: Date; endsAt: Date }
type VisitFacts = {
  service: Service
  visits: readonly Visit[]
  visited: readonly number[]
  checkedInAt: Date | null
  endedAt: Date | null
  cases: readonly CaseFacts[]
}
type Clocks = Pick<Settings, 'noShow' | 'case' | 'checkIn'>

/** Returns the visits that `by` may now report as missed by the other side. */
export function missableVisits(booking: VisitFacts, by: Actor, at: Date, clocks: Clocks): Visit[] {
  const { service, visits, visited, endedAt, cases } = booking
  if (isStay(service)) return []
  const waited = waitingMinutes(service, by, clocks.noShow)
  const attended = by === 'owner' ? visitOfArrival(booking, clocks) : undefined
  return visits.filter(
    (visit, index) =>
      visit !== attended &&
      !(by === 'owner' && visited.includes(index)) &&
      addMinutes(visit.startsAt, waited) <= at &&
      at < addHours(visit.endsAt, clocks.case.holdHours) &&
      (endedAt === null || visit.startsAt < endedAt) &&
      !cases.some(({ visitAt }) => visitAt?.getTime() === visit.startsAt.getTime()),
  )
}

/**
 * Returns the visit at which the sitter arrived. There is one check-in, which counts for the first visit that was not
 * over by then, or for the last one open to check-in.
 */
function visitOfArrival({ visits, checkedInAt }: VisitFacts, { checkIn }: Clocks): Visit | undefined {
  if (checkedInAt === null) return undefined
  const open = visits.filter(({ startsAt }) => addHours(startsAt, -checkIn.beforeHours) <= checkedInAt)
  return open.find(({ endsAt }) => endsAt > checkedInAt) ?? open.at(-1)
}

type CancelledRest = { at: Date; by: RefundParty }

/**
 * Rules section 7 (11) for one visit: an absent owner counts as having cancelled it at its start, an absent sitter
 * refunds it.
 */
export function refundOfVisit(
  booking: Refundable,
  visitAt: Date,
  absent: Party,
  cancelledRest: CancelledRest | null,
): number {
  const index = booking.units.findIndex(({ startsAt }) => startsAt.getTime() === visitAt.getTime())
  const visit = booking.units[index]
  if (!visit) throw new Error(`No visit begins at ${visitAt.toISOString()}`)
  const percent = absent === 'sitter' ? 100 : percentsAt(booking, visitAt, 'owner')[index]!
  // If the rest was cancelled while the visit was running, this part of it has already been refunded.
  const before = cancelledRest ? percentsAt(booking, cancelledRest.at, cancelledRest.by)[index]! : 0
  const services = percentOf(visit.net, Math.max(0, percent - before))
  return booking.subtotal === 0 ? 0 : services + share(booking.ownerFee, services, booking.subtotal)
}
