import type { NoticeTopic } from '#contract/notices/kinds.ts'

type Words = {
  /** A short name. */
  label: string
  /** A description for the settings page. */
  hint: string
  /** The reason for a mail: "because …". */
  why: string
  /** The text of a push on a locked screen, unless the person chose to see titles. */
  push: string
}

export const topicWords: Record<NoticeTopic, Words> = {
  requests: {
    label: 'Requests, questions and offers',
    hint: 'Requests, questions, answers and offers, and deadlines that are close.',
    why: 'there is a request, a question, an answer or an offer about a booking of yours',
    push: 'News about a request or an offer',
  },
  bookings: {
    label: 'Bookings agreed, changed or cancelled',
    hint: 'Your written proof of what was agreed, so we always send the e-mail.',
    why: 'a booking of yours was agreed, changed or cancelled',
    push: 'News about a booking',
  },
  messages: {
    label: 'Messages',
    hint: 'We send an e-mail only if you have not read a message after ten minutes, and one per conversation.',
    why: 'you have an unread message',
    push: 'You have a new message',
  },
  updates: {
    label: 'News during a booking',
    hint: 'Check-ins, check-outs and report cards.',
    why: 'there is news about a booking that is under way',
    push: 'News about your booking',
  },
  reminders: {
    label: 'Reminders',
    hint: 'Something starts or is due soon.',
    why: 'something of yours is due soon',
    push: 'A reminder',
  },
  reviews: {
    label: 'Reviews',
    hint: 'Somebody has reviewed you, or reviews are published.',
    why: 'it is about reviews of your bookings',
    push: 'News about a review',
  },
  money: {
    label: 'Payments and invoices',
    hint: 'What you pay or receive, so we always send the e-mail.',
    why: 'it is about money that you pay or receive',
    push: 'News about a payment',
  },
  safety: {
    label: 'When something goes wrong',
    hint: 'Cases and reports. Both sides have to know, so we always send the e-mail.',
    why: 'something went wrong in a booking of yours, and both sides have to know',
    push: 'Please look at a booking',
  },
  calendar: {
    label: 'Connected calendars',
    hint: 'We can no longer read a calendar that you connected.',
    why: 'it is about a calendar that you connected',
    push: 'News about a connected calendar',
  },
  searches: {
    label: 'Saved searches and favourites',
    hint: 'New sitters who match a saved search, or a favourite who is free again.',
    why: 'it is about a saved search or a favourite of yours',
    push: 'News about a saved search',
  },
  account: {
    label: 'Your account and profile',
    hint: 'Decisions about your profile, and invitations.',
    why: 'it is about your account',
    push: 'News about your account',
  },
  data: {
    label: 'Copies of your data, and keys',
    hint: 'Somebody signed in as you has asked for a copy of everything or created an API key or a webhook, so we always send the e-mail.',
    why: 'somebody who is signed in as you asked for a copy of your data or created an API key or a webhook',
    push: 'News about your account',
  },
  operation: {
    label: 'Running the site',
    hint: 'Cases, disputes and reports that need a decision.',
    why: 'you run this site',
    push: 'A decision is needed',
  },
}
