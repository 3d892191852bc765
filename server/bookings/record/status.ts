import { type BookingStatus, type Party, runningStatuses, waitingStatuses } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { addHours } from '#server/kernel/day.ts'

/** Both ids are those of accounts; a stranger is neither side. */
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

/** Only these take places in the sitter's calendar. */
export const consumesCapacity = (status: BookingStatus): boolean => consuming.includes(status)
/** Addresses and telephone numbers are shown between confirmation and end only. */
export const showsContacts = (status: BookingStatus): boolean => running.includes(status)
/** Waits for an answer: what an owner may have only so many of for the same dates. */
export const isOpenRequest = (status: BookingStatus): boolean => waiting.includes(status)

/** A cancellation by the sitter so close to the start that the profile records it; neutral, for 12 months. */
export const isLateCancellation = (startsAt: Date, at: Date, { record }: Pick<Settings, 'record'>): boolean =>
  at >= addHours(startsAt, -record.sitterCancelDays * 24)
