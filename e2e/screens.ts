import type { SharedFixture } from './shared-fixture.ts'

// All screens, by who sees them. A name without a slash is a page of the shared fixture.

export const publicPages = {
  'for those who look for a sitter': [
    '/',
    '/sitters',
    '/sitters?service=boarding&place=2644605',
    '/pet-sitters/lisbon-2267057/boarding',
    'sitter',
    'sharedList',
  ],
  'for readers': [
    '/blog',
    '/blog/a-care-sheet-that-works',
    '/how-it-works',
    '/help',
    '/help/booking-a-sitter',
    '/widget',
  ],
  'of the law': [
    '/legal/service-fee',
    '/legal/privacy-policy',
    '/legal/cancellation-policy',
    '/legal/terms-and-conditions',
    '/legal/ranking',
    '/legal/holidays',
    '/legal/software',
  ],
  'before the sign-in, and the missing one,': [
    '/auth/sign-in',
    '/auth/sign-up',
    '/auth/forgot-password',
    '/favorites',
    '/no/such/page',
    '/no/such/page-with-an-address-that-is-far-too-long-for-one-line',
    '/dev/ui',
  ],
} as const
export const accountPages = {
  'with the sections': [
    '/account',
    '/account/profile',
    '/account/pets',
    '/account/household',
    '/account/circle',
    '/account/sitters',
    '/account/statements',
    '/account/notices/settings',
    '/account/security',
    '/account/data',
    '/account/developers',
  ],
  'of pets': [
    '/account/pets/new',
    'pet',
    'lostPet',
    '/account/backups',
    '/account/favorites',
    'favouriteList',
  ],
  'of a sitter': [
    '/account/sitters/new',
    'ownSitter',
    '/account/calendar',
    '/account/earnings',
    '/account/fee-invoices',
    '/account/on-duty',
    '/account/today',
    '/account/requests',
  ],
  'of bookings': ['/account/bookings', 'booking', 'confirmed', 'receipt', 'care'],
  'of contact': ['/account/messages', 'thread', '/account/notices', '/account/reports', '/account/invite'],
} as const
export const operatorPages = {
  'about people and their stays': [
    '/admin',
    '/admin/sitters',
    '/admin/cases',
    '/admin/people',
    '/admin/import',
    'personForOperators',
    '/admin/bookings',
    'bookingForOperators',
    '/admin/reports',
    'reportForOperators',
  ],
  'about money': [
    '/admin/disputes',
    '/admin/payouts',
    '/admin/ledger',
    '/admin/ledger?view=transfers',
    '/admin/ledger?view=month',
    '/admin/ledger?view=corrections',
    '/admin/fee-invoices',
    '/admin/promo-codes',
  ],
  'about the site': [
    '/admin/mails',
    '/admin/mails/addresses',
    '/admin/mails/preview',
    '/admin/audit',
    '/admin/look',
    '/admin/settings',
    '/admin/announcements',
    '/admin/integrations',
    '/admin/content',
    '/admin/content/help/notices',
    '/admin/content/help/notices?view=versions',
    '/admin/holidays',
  ],
} as const
/** Pages that look different while an announcement is in force and everything that begins is closed. */
export const closedPages = {
  visitors: ['/', '/sitters', 'sitter', '/auth/sign-in', '/auth/sign-up'],
  'somebody with an account': ['/account', '/account/sitters/new', '/account/messages', 'thread', 'booking'],
} as const
/** Pages on which staff see the site as somebody. */
export const viewedPages = [
  '/view-as/account',
  '/view-as/account/profile',
  '/view-as/account/bookings',
  '/view-as/account/security',
  '/view-as/sitters',
] as const
type PublicPages = (typeof publicPages)[keyof typeof publicPages]
type AccountPages = (typeof accountPages)[keyof typeof accountPages]
type OperatorPages = (typeof operatorPages)[keyof typeof operatorPages]
export type Where = (PublicPages | AccountPages | OperatorPages)[number]

export const pathOf = (where: string, { paths }: SharedFixture) =>
  new Map(Object.entries(paths)).get(where) ?? where
