import type { KeyScope } from '#contract/keys/codes.ts'

/** What a key may do: the subject and, for each way, what it means. */
export const scopeWords: Record<KeyScope, string> = {
  'profile:read': 'See your account, your sitter profile and its place in the search',
  'profile:write': 'Change your account and your sitter profile',
  'pets:read': 'See your pets with their care sheets',
  'pets:write': 'Add and change pets',
  'bookings:read': 'See your bookings, requests and their prices',
  'bookings:write': 'Ask for bookings, and answer, change and cancel them',
  'calendar:read': 'See your calendar as a sitter',
  'calendar:write': 'Block and open days in your calendar',
  'care:read': 'See what is due today, and report cards',
  'care:write': 'Write report cards',
  'messages:read': 'Read your messages',
  'messages:write': 'Write messages as you',
  'favourites:read': 'See your favourites',
  'favourites:write': 'Add and remove favourites',
  'notices:read': 'See your notifications',
  'notices:write': 'Mark notifications as read',
  'earnings:read': 'See earnings, statements and fee invoices',
}
