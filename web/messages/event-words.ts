import type { ThreadEvent } from '#contract/live/codes.ts'
import type { Message } from '#contract/messages.ts'

/** Short texts for booking events, read by both sides. */
const words: Record<ThreadEvent, string> = {
  inquire: 'Question asked',
  request: 'Request sent',
  instant_book: 'Booked at once',
  offer: 'Offer made',
  accept: 'Booking accepted',
  accept_offer: 'Offer taken',
  decline: 'Declined',
  withdraw: 'Taken back',
  expire: 'Not answered in time',
  cancel: 'Cancelled by the owner',
  end_early: 'Ended early by the owner',
  cancel_by_sitter: 'Cancelled by the sitter',
  check_in: 'Checked in',
  check_out: 'Checked out',
  propose_change: 'Change asked for',
  accept_change: 'Change accepted',
  decline_change: 'Change declined',
  withdraw_change: 'Change taken back',
}

export const eventWords = ({ event }: NonNullable<Message['booking']>): string => words[event]
