/** What live events are about. */
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

/** What of a booking's history stands in the conversation of its two people. */
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
