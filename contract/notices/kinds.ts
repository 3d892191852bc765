/** Kinds and topics of notifications, without zod so that the browser may import them. */

export const noticeChannels = ['app', 'mail', 'push'] as const
/** The topics of the settings matrix, in display order. */
export const noticeTopics = [
  'requests',
  'bookings',
  'messages',
  'updates',
  'reminders',
  'reviews',
  'money',
  'safety',
  'calendar',
  'searches',
  'account',
  'data',
  'operation',
] as const
export const digests = ['off', 'daily', 'weekly'] as const

export type NoticeChannel = (typeof noticeChannels)[number]
export type NoticeTopic = (typeof noticeTopics)[number]
export type Digest = (typeof digests)[number]

/** `always`: channels that cannot be switched off; `byDefault`: channels that are on by default. */
type TopicRule = { always: readonly NoticeChannel[]; byDefault: readonly NoticeChannel[] }

export const topicRules: Record<NoticeTopic, TopicRule> = {
  requests: { always: ['app'], byDefault: ['mail', 'push'] },
  // A booking is a contract: both sides must get agreements and cancellations in writing.
  bookings: { always: ['app', 'mail'], byDefault: ['push'] },
  messages: { always: ['app'], byDefault: ['mail', 'push'] },
  updates: { always: ['app'], byDefault: ['mail', 'push'] },
  reminders: { always: [], byDefault: ['app', 'mail', 'push'] },
  reviews: { always: [], byDefault: ['app', 'mail'] },
  money: { always: ['app', 'mail'], byDefault: [] },
  safety: { always: ['app', 'mail'], byDefault: ['push'] },
  calendar: { always: [], byDefault: ['app', 'mail'] },
  searches: { always: [], byDefault: ['app', 'mail'] },
  account: { always: ['app'], byDefault: ['mail'] },
  // A person must learn of every export of their personal data, and of every key to it.
  data: { always: ['app', 'mail'], byDefault: [] },
  // For operators, who have to make decisions.
  operation: { always: ['app'], byDefault: ['mail', 'push'] },
}

/**
 * `now` is sent even at night; `soon` waits for the end of the quiet hours; `later` may also wait for the digest.
 * `gathers`: until the first notice is read, later ones about the same subject are added to it, and one mail is sent
 * after `mailAfterMinutes`.
 */
type Kind = {
  topic: NoticeTopic
  urgency: 'now' | 'soon' | 'later'
  gathers?: true
  mailAfterMinutes?: number
}

/** All kinds of notification; add a line for a new one. */
export const noticeKinds = {
  /** Somebody waits for an answer to a request, a question, an offer or a change. */
  'booking-asked': { topic: 'requests', urgency: 'soon' },
  /** The outcome of a request or question that did not become a booking. */
  'booking-answered': { topic: 'requests', urgency: 'soon' },
  /** A request, an offer or a payment is about to expire. */
  'answer-due': { topic: 'requests', urgency: 'now' },
  /** A booking was agreed, changed or cancelled. */
  'booking-settled': { topic: 'bookings', urgency: 'soon' },
  /** The same for a booking that starts within a day. */
  'booking-settled-today': { topic: 'bookings', urgency: 'now' },
  'booking-starts': { topic: 'reminders', urgency: 'now' },
  'booking-progress': { topic: 'updates', urgency: 'soon' },
  /** Updates during a visit are added to the first notice, so that one mail covers all of them. */
  'report-card': { topic: 'updates', urgency: 'soon', gathers: true, mailAfterMinutes: 20 },
  /** Something went wrong with a pet. */
  incident: { topic: 'safety', urgency: 'now' },
  'pet-lost': { topic: 'safety', urgency: 'now' },
  /** Somebody has sent a sighting through the page of a lost pet. */
  'pet-seen': { topic: 'safety', urgency: 'now' },
  'pet-found': { topic: 'safety', urgency: 'soon' },
  /** A sitter is reminded to send an update, in the rhythm that the owner chose. */
  'update-due': { topic: 'reminders', urgency: 'soon' },
  reminder: { topic: 'reminders', urgency: 'soon' },
  'message-received': { topic: 'messages', urgency: 'soon', gathers: true, mailAfterMinutes: 10 },
  'review-received': { topic: 'reviews', urgency: 'later' },
  'review-invited': { topic: 'reviews', urgency: 'later' },
  payment: { topic: 'money', urgency: 'soon' },
  /** A payment without which the booking would be cancelled. */
  'payment-due': { topic: 'money', urgency: 'now' },
  invoice: { topic: 'money', urgency: 'soon' },
  credit: { topic: 'money', urgency: 'soon' },
  /** Somebody has to answer a case. */
  case: { topic: 'safety', urgency: 'now' },
  'case-news': { topic: 'safety', urgency: 'soon' },
  report: { topic: 'safety', urgency: 'soon' },
  /** An account is suspended, or open again. */
  suspension: { topic: 'safety', urgency: 'now' },
  /** Staff have changed the person's roles or details. */
  'staff-change': { topic: 'safety', urgency: 'soon' },
  /** Somebody has viewed the stored details of the owner's home. */
  'household-viewed': { topic: 'updates', urgency: 'soon', gathers: true },
  'calendar-feed': { topic: 'calendar', urgency: 'soon', gathers: true },
  'search-match': { topic: 'searches', urgency: 'later' },
  'favourite-news': { topic: 'searches', urgency: 'later' },
  'profile-decided': { topic: 'account', urgency: 'soon' },
  invitation: { topic: 'account', urgency: 'soon' },
  'account-news': { topic: 'account', urgency: 'soon' },
  'data-export': { topic: 'data', urgency: 'now' },
  /** Somebody signed in as the person has created an API key or a webhook. */
  'api-key': { topic: 'data', urgency: 'now' },
  'decision-needed': { topic: 'operation', urgency: 'soon' },
} as const satisfies Record<string, Kind>

export type NoticeKind = keyof typeof noticeKinds
export const kindOf = (kind: NoticeKind): Kind => noticeKinds[kind]
