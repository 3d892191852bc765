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
    hint: 'Somebody asks, answers, offers, or a deadline comes close.',
    why: 'somebody asked, answered or offered something about a booking of yours',
    push: 'News of a request or an offer',
  },
  bookings: {
    label: 'Bookings agreed, changed or cancelled',
    hint: 'Your written proof of what was agreed, so the mail always comes.',
    why: 'something was agreed on, changed or called off in a booking of yours',
    push: 'News of a booking',
  },
  messages: {
    label: 'Messages',
    hint: 'A mail comes only when you have not read a message after ten minutes, and once for each conversation.',
    why: 'somebody wrote you a message that you have not read',
    push: 'You have a new message',
  },
  updates: {
    label: 'News during a booking',
    hint: 'Check-ins, check-outs and report cards.',
    why: 'there is news of a booking that is under way',
    push: 'News of your booking',
  },
  reminders: {
    label: 'Reminders',
    hint: 'Something of yours begins or is due soon.',
    why: 'something of yours is due soon',
    push: 'A reminder',
  },
  reviews: {
    label: 'Reviews',
    hint: 'Somebody has reviewed you, or reviews are published.',
    why: 'it is about reviews of your bookings',
    push: 'News of a review',
  },
  money: {
    label: 'Payments and invoices',
    hint: 'What you pay or receive, so the mail always comes.',
    why: 'it is about money that you pay or receive',
    push: 'News of a payment',
  },
  safety: {
    label: 'When something goes wrong',
    hint: 'Cases and reports. Both sides have to know, so the mail always comes.',
    why: 'something went wrong in a booking of yours, and both sides have to know',
    push: 'Please look at a booking',
  },
  calendar: {
    label: 'Connected calendars',
    hint: 'A calendar that you connected can no longer be read.',
    why: 'it is about a calendar that you connected',
    push: 'News of a connected calendar',
  },
  searches: {
    label: 'Saved searches and favourites',
    hint: 'New sitters for a search of yours, or a favourite who is free again.',
    why: 'it is about a search that you saved or a sitter whom you like',
    push: 'News of a saved search',
  },
  account: {
    label: 'Your account and profile',
    hint: 'Decisions about your profile, and invitations.',
    why: 'it is about your account',
    push: 'News of your account',
  },
  data: {
    label: 'A copy of your data',
    hint: 'Somebody who is signed in as you has asked for a copy of everything, so the mail always comes.',
    why: 'somebody who is signed in as you asked for a copy of your data',
    push: 'News of your account',
  },
  operation: {
    label: 'Running the site',
    hint: 'Cases, disputes and reports that wait for a decision.',
    why: 'you run this site',
    push: 'Something waits for a decision',
  },
}
