import { share } from '#server/bookings/money/share.ts'

/** Returns the whole minutes between arrival and departure. */
export const minutesBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))

/** Rules section 14: true if shorter than four fifths of the paid time, unless the operator sets another share. */
export const isShort = (planned: number, actual: number, shortPercent: number): boolean =>
  actual * 100 < planned * shortPercent

export type ShortUnit = { net: number; planned: number; actual: number }

/** Returns the part of the price that was not delivered, pro rata by the minute, with its share of the owner fee. */
export function claimFor(
  units: readonly ShortUnit[],
  { subtotal, ownerFee, held }: { subtotal: number; ownerFee: number; held: number },
): number {
  const services = units.reduce(
    (sum, { net, planned, actual }) => sum + share(net, Math.max(0, planned - actual), planned),
    0,
  )
  if (services <= 0 || subtotal <= 0) return 0
  return Math.min(held, services + share(ownerFee, services, subtotal))
}
