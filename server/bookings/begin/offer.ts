import type { Party } from '#contract/codes.ts'
import type { Check } from '#server/bookings/life/transition.ts'
import { isOpenRequest } from '#server/bookings/record/status.ts'
import type { BookingRow } from '#server/bookings/record/store.ts'

/**
 * Returns why this side cannot offer the owner another time based on this booking; the calendar is checked
 * separately.
 */
export function brokenOfferRule(
  {
    status,
    circle,
    owner_erased_at: ownerErasedAt,
  }: Pick<BookingRow, 'status' | 'circle' | 'owner_erased_at'>,
  party: Party,
): Extract<Check, 'nothing_open' | 'owner_here'> | 'actor' | null {
  if (party !== 'sitter' || circle) return 'actor'
  if (isOpenRequest(status)) return 'nothing_open'
  return ownerErasedAt === null ? null : 'owner_here'
}
