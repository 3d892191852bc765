import { type BookingStatus, type Party, runningStatuses, waitingStatuses } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { addHours } from '#server/kernel/day.ts'

/** Both ids are account ids; a stranger is neither side. */
export function partyOf(
  booking: { ownerAccountId: string; sitterAccountId: string },
  accountId: string,
): Party | undefined {
  if (accountId === booking.ownerAccountId) return 'owner'
  if (accountId === booking.sitterAccountId) return 'sitter'
  return undefined
}

const running: readonly BookingStatus[] = runningStatuses
const consuming: readonly BookingStatus[] = ['awaiting_payment', ...running]
const waiting: readonly BookingStatus[] = waitingStatuses

/** True for the statuses that take up places in the sitter's calendar. */
export const consumesCapacity = (status: BookingStatus): boolean => consuming.includes(status)
/** Addresses and telephone numbers are shown only between confirmation and end. */
export const showsContacts = (status: BookingStatus): boolean => running.includes(status)
/** True if the booking waits for an answer. The number of such requests per owner is limited for the same dates. */
export const isOpenRequest = (status: BookingStatus): boolean => waiting.includes(status)

/**
 * True for a cancellation by the sitter so close to the start that the profile records it, neutrally and for 12
 * months.
 */
export const isLateCancellation = (startsAt: Date, at: Date, { record }: Pick<Settings, 'record'>): boolean =>
  at >= addHours(startsAt, -record.sitterCancelDays * 24)
