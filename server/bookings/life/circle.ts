import { friendServices } from '#contract/circle/codes.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import type { BookableSitter } from '#server/sitters/commands.ts'

/** A friend of the owner's care circle: every kind of care, for nothing, whatever the friend asks of others. */
export const asFriend = (sitter: BookableSitter): BookableSitter => ({
  ...sitter,
  status: 'published',
  instantBooking: 'off',
  services: friendServices,
})

/**
 * What may happen to a booking in the care circle. All else is about money, prices or the marketplace's judgement, of
 * which there is none between friends.
 */
const between: readonly Event[] = [
  'request',
  'accept',
  'decline',
  'withdraw',
  'expire',
  'remind',
  'cancel',
  'cancel_by_sitter',
  'cancel_by_operator',
  'end_early',
  'check_in',
  'auto_start',
  'check_out',
  'auto_complete',
  'close',
]

export const isBetweenFriends = (event: Event): boolean => between.includes(event)
