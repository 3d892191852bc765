/** Topics of live events. */
export const liveTopics = [
  'booking',
  'report-card',
  'message',
  'conversation',
  'notice',
  'block',
  'calendar',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** Booking events that appear in the conversation of the two people. */
export const threadEvents = [
  'inquire',
  'request',
  'instant_book',
  'offer',
  'accept',
  'accept_offer',
  'decline',
  'withdraw',
  'expire',
  'cancel',
  'end_early',
  'cancel_by_sitter',
  'check_in',
  'check_out',
  'propose_change',
  'accept_change',
  'decline_change',
  'withdraw_change',
] as const
export const conversationStates = ['open', 'blocked', 'unavailable'] as const
export type ThreadEvent = (typeof threadEvents)[number]
