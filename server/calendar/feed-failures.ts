import type { FeedFailure } from '#contract/calendar/codes.ts'

/** Why a calendar cannot be read, and what its owner can do. */
export const failureTexts: Record<FeedFailure, string> = {
  address: 'Its address does not lead to a public server. Copy the address of the calendar again.',
  unreachable: 'Its server does not answer. It may be back soon; otherwise check the address.',
  time: 'Its server takes longer than ten seconds to answer. It may be faster soon.',
  size: 'It is larger than 2 MB. Export only future entries, or a calendar with fewer entries.',
  type: 'The address leads to a web page, not a calendar. Copy the secret address in iCal format.',
  gone: 'There is no longer a calendar at this address. Copy the new address from its settings.',
  status: 'Its server refuses access. Check that the calendar is shared by its secret address.',
  unreadable: 'The content is not a calendar in iCal format (.ics).',
  'too-much': 'It has more entries than we can read. Remove old entries, or events that repeat very often.',
}
