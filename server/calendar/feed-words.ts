import type { FeedFailure } from '#contract/calendar/codes.ts'

/** Why a calendar cannot be read, and what its owner can do. */
export const failureWords: Record<FeedFailure, string> = {
  address: 'Its address does not lead to a public server. Copy the address of the calendar once more.',
  unreachable: 'Its server does not answer. It may be back soon; otherwise check the address.',
  time: 'Its server takes longer than ten seconds to answer. It may be faster soon.',
  size: 'It is larger than 2 MB. Export only what is ahead, or a calendar with fewer entries.',
  type: 'There is a page at the address, and no calendar. Copy the secret address in iCal format.',
  gone: 'There is no calendar at this address any more. Copy the new address from its settings.',
  status: 'Its server refuses to show it. Check that the calendar is shared by its secret address.',
  unreadable: 'What is there is no calendar in iCal format (.ics).',
  'too-much': 'It has more entries than can be read. Remove what repeats very often, or old entries.',
}
