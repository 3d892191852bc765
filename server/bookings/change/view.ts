import type { Booking, ChangePreview, Quote } from '#contract/bookings/bookings.ts'
import { addOnCodes, isStay, type Party, type Service } from '#contract/codes.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import { mergedLines } from '#server/bookings/money/split-price.ts'
import type { PriceAddOn } from '#server/bookings/money/price.ts'
import type { ChangeAgreed, ChangeRow } from '#server/bookings/record/parts-store.ts'
import { localOf } from '#server/kernel/day.ts'

/** Removes the sitter's earnings from the quote, unless the sitter reads it. */
export function quoteFor(agreed: Quote, party: Party): Quote {
  const quoteForSitter = { ...agreed, lines: mergedLines(agreed.lines) }
  if (party === 'sitter') return quoteForSitter
  const { sitterFee: _fee, sitterFeeRule: _rule, sitterPayout: _payout, ...quote } = quoteForSitter
  return quote
}

type ChangedBooking = { service: Service }

/** The booking after a change, as one side sees it. */
export function viewChanged(
  agreed: ChangeAgreed,
  { service }: ChangedBooking,
  party: Party,
): Omit<ChangePreview, 'changeHash' | 'expiresAt'> {
  const { startOn, startTime, endOn, endTime, pets, difference, kept, rule, timeZone } = agreed
  const { petsFrom = null } = agreed
  return {
    startOn,
    startTime,
    endOn,
    endTime,
    visits: isStay(service)
      ? []
      : agreed.units.map(({ petIds: _own, ...unit }) => ({
          ...unit,
          time: localOf(new Date(unit.startsAt), timeZone).time,
        })),
    pets,
    petsFrom,
    quote: quoteFor(agreed.quote, party),
    difference,
    kept,
    rule,
  }
}

export const viewChange = (
  row: ChangeRow,
  booking: ChangedBooking,
  party: Party,
): NonNullable<Booking['change']> => ({
  ...viewChanged(row.agreed, booking, party),
  id: row.id,
  status: row.status === 'awaiting_payment' ? 'awaiting_payment' : 'pending',
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  note: row.note,
})

/** Counts equal add-ons for the same pet. */
export function countAddOns(addOns: readonly PriceAddOn[]): Booking['addOns'] {
  const counted = new Map<string, Booking['addOns'][number]>()
  for (const { code, petId } of addOns) {
    const key = `${code} ${petId ?? ''}`
    const count = (counted.get(key)?.count ?? 0) + 1
    counted.set(key, petId === undefined ? { code, count } : { code, petId, count })
  }
  return [...counted.values()]
}

const addOnRates = { bathing: 'bathing', pickup_trip: 'pickupTrip' } as const

export const extrasOf = (service: Service, rates: Rates): Booking['extras'] =>
  isStay(service) || service === 'day_care'
    ? addOnCodes.flatMap((code) => {
        const amount = rates[addOnRates[code]]
        return amount === null ? [] : [{ code, amount }]
      })
    : []
