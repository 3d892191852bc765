import { friendServices } from '#contract/circle/codes.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import type { BookableSitter } from '#server/sitters/commands.ts'

/**
 * A friend in the owner's care circle as a sitter: every kind of care, free of charge, whatever the friend charges
 * others.
 */
export const asFriend = (sitter: BookableSitter): BookableSitter => ({
  ...sitter,
  status: 'published',
  instantBooking: 'off',
  services: friendServices,
})

/**
 * The events of a booking within the care circle. All others concern money, prices or the marketplace's judgement,
 * none of which exist between friends.
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
