/** What people are told of, as data, free of zod. */

export const noticeChannels = ['app', 'mail', 'push'] as const
/** What a person chooses by, in the order of the matrix. */
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

/** Channels that nobody may switch off, and those that are on until somebody does. */
type TopicRule = { always: readonly NoticeChannel[]; usually: readonly NoticeChannel[] }

export const topicRules: Record<NoticeTopic, TopicRule> = {
  requests: { always: ['app'], usually: ['mail', 'push'] },
  // A booking is a contract: what was agreed on and called off has to reach both in writing.
  bookings: { always: ['app', 'mail'], usually: ['push'] },
  messages: { always: ['app'], usually: ['mail', 'push'] },
  updates: { always: ['app'], usually: ['mail', 'push'] },
  reminders: { always: [], usually: ['app', 'mail', 'push'] },
  reviews: { always: [], usually: ['app', 'mail'] },
  money: { always: ['app', 'mail'], usually: [] },
  safety: { always: ['app', 'mail'], usually: ['push'] },
  calendar: { always: [], usually: ['app', 'mail'] },
  searches: { always: [], usually: ['app', 'mail'] },
  account: { always: ['app'], usually: ['mail'] },
  // Nobody may take a copy of everything about a person without that person's knowing.
  data: { always: ['app', 'mail'], usually: [] },
  // Of those who run the site, who have to decide.
  operation: { always: ['app'], usually: ['mail', 'push'] },
}

/**
 * `now` disturbs at night; `soon` waits for the end of the quiet hours; `later` may also wait for the digest.
 * `gathers`: until it is read, more about the same thing joins the first notice, and one mail goes out, after `mailAfterMinutes`.
 */
type Kind = {
  topic: NoticeTopic
  urgency: 'now' | 'soon' | 'later'
  gathers?: true
  mailAfterMinutes?: number
}

/** Every kind of notice. Whoever tells something new adds a line. */
export const noticeKinds = {
  /** Somebody waits for an answer: a request, a question, an offer, a change. */
  'booking-asked': { topic: 'requests', urgency: 'soon' },
  /** What came of something asked without becoming a booking. */
  'booking-answered': { topic: 'requests', urgency: 'soon' },
  /** The time of a request, an offer, or a payment is about to run out. */
  'answer-due': { topic: 'requests', urgency: 'now' },
  /** Agreed on, changed, or called off. */
  'booking-settled': { topic: 'bookings', urgency: 'soon' },
  /** The same of what begins within a day. */
  'booking-settled-today': { topic: 'bookings', urgency: 'now' },
  'booking-starts': { topic: 'reminders', urgency: 'now' },
  'booking-progress': { topic: 'updates', urgency: 'soon' },
  /** What happens within a visit joins what was told before, so that one mail tells of all of it. */
  'report-card': { topic: 'updates', urgency: 'soon', gathers: true, mailAfterMinutes: 20 },
  /** Something went wrong with a pet. */
  incident: { topic: 'safety', urgency: 'now' },
  'pet-lost': { topic: 'safety', urgency: 'now' },
  /** Somebody who found the page of a lost pet has written. */
  'pet-seen': { topic: 'safety', urgency: 'now' },
  'pet-found': { topic: 'safety', urgency: 'soon' },
  /** A sitter is asked for news by the rhythm that the owner chose. */
  'update-due': { topic: 'reminders', urgency: 'soon' },
  reminder: { topic: 'reminders', urgency: 'soon' },
  'message-received': { topic: 'messages', urgency: 'soon', gathers: true, mailAfterMinutes: 10 },
  'review-received': { topic: 'reviews', urgency: 'later' },
  'review-invited': { topic: 'reviews', urgency: 'later' },
  payment: { topic: 'money', urgency: 'soon' },
  /** A payment that is needed, or else a booking falls. */
  'payment-due': { topic: 'money', urgency: 'now' },
  invoice: { topic: 'money', urgency: 'soon' },
  credit: { topic: 'money', urgency: 'soon' },
  /** Somebody has to say what happened. */
  case: { topic: 'safety', urgency: 'now' },
  'case-news': { topic: 'safety', urgency: 'soon' },
  report: { topic: 'safety', urgency: 'soon' },
  /** Somebody has looked at what is kept of one's home. */
  'household-viewed': { topic: 'updates', urgency: 'soon', gathers: true },
  'calendar-feed': { topic: 'calendar', urgency: 'soon', gathers: true },
  'search-match': { topic: 'searches', urgency: 'later' },
  'favourite-news': { topic: 'searches', urgency: 'later' },
  'profile-decided': { topic: 'account', urgency: 'soon' },
  invitation: { topic: 'account', urgency: 'soon' },
  'account-news': { topic: 'account', urgency: 'soon' },
  'data-export': { topic: 'data', urgency: 'now' },
  'decision-needed': { topic: 'operation', urgency: 'soon' },
} as const satisfies Record<string, Kind>

export type NoticeKind = keyof typeof noticeKinds
export const kindOf = (kind: NoticeKind): Kind => noticeKinds[kind]
