import type { Service } from '#contract/codes.ts'

export const withQuery = (path: string, query: Record<string, string | number | undefined | null>) => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') params.set(key, `${value}`)
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

export type SearchParams = {
  service?: Service | undefined
  place?: number | string | undefined
  start?: string | undefined
  end?: string | undefined
  days?: string | undefined
  pets?: string | undefined
}
export type LegalPage = 'service-fee' | 'privacy-policy' | 'cancellation-policy' | 'terms-and-conditions'

/**
 * Every link of the product except `cityPath`, `lostPaths` and `moneyPaths`, which are kept out of most pages' first load.
 */
export const paths = {
  home: () => '/',
  blog: (tag?: string) => withQuery('/blog', { tag }),
  post: (id: string) => `/blog/${id}`,
  signIn: (next?: string) => withQuery('/auth/sign-in', { next }),
  signUp: (next?: string) => withQuery('/auth/sign-up', { next }),
  forgotPassword: () => '/auth/forgot-password',
  sitters: (search: SearchParams & Record<string, string | number | undefined> = {}) =>
    withQuery('/sitters', search),
  sitter: (id: string, search: SearchParams & Record<string, string | number | undefined> = {}) =>
    withQuery(`/sitters/${id}`, search),
  howItWorks: (tab?: 'owner' | 'sitter') =>
    withQuery('/how-it-works', { tab: tab === 'owner' ? undefined : tab }),
  legal: (page: LegalPage) => `/legal/${page}`,
  ranking: () => '/legal/ranking',
  software: () => '/legal/software',
  holidays: (country?: string) => withQuery('/legal/holidays', { country }),
  help: () => '/help',
  helpArticle: (slug: string) => `/help/${slug}`,
  account: () => '/account',
  profile: (part?: 'photo') => (part ? `/account/profile#${part}` : '/account/profile'),
  security: () => '/account/security',
  ownData: () => '/account/data',
  developers: () => '/account/developers',
  /** `known` pre-fills the form: species, name, weightKg, birthOn. */
  newPet: (next?: string, known: Record<string, string | number | undefined> = {}) =>
    withQuery('/account/pets/new', { next, ...known }),
  pet: (id: string) => `/account/pets/${id}`,
  careSheet: (id: string) => `/account/pets/${id}?view=sheet`,
  ownPets: () => '/account/pets',
  sitting: () => '/account/sitters',
  newSitter: (step?: string) => withQuery('/account/sitters/new', { step }),
  ownSitter: (id: string, tab?: string) => withQuery(`/account/sitters/${id}`, { tab }),
  bookings: (role?: 'owner' | 'sitter', scope?: string) => withQuery('/account/bookings', { role, scope }),
  booking: (id: string) => `/account/bookings/${id}`,
  /** The sitter's day, and the requests to answer. */
  today: () => '/account/today',
  requests: () => '/account/requests',
  /** The sitter's pages during a booking. The pages at these two addresses also work offline. */
  onDuty: () => '/account/on-duty',
  care: (id: string, view?: 'emergency' | 'sheet') => withQuery(`/account/bookings/${id}/care`, { view }),
  /** The page shown right after a request is sent, with what happens next. */
  bookingSent: (id: string) => `/account/bookings/${id}?sent=1`,
  /** The /admin pages are for staff only. */
  desk: () => '/admin',
  deskSettings: (view?: 'history') => withQuery('/admin/settings', { view }),
  deskLook: (view?: 'history' | 'saved') => withQuery('/admin/look', { view }),
  staffActs: (q?: string) => withQuery('/admin/audit', { q }),
  waitingSitters: () => '/admin/sitters',
  promoCodes: () => '/admin/promo-codes',
  adminFeeInvoices: () => '/admin/fee-invoices',
  adminFeeInvoice: (id: string) => `/admin/fee-invoices/${id}`,
  editHolidays: () => '/admin/holidays',
  waitingSitter: (id: string) => `/admin/sitters/${id}`,
  cases: (status?: 'open' | 'resolved') =>
    withQuery('/admin/cases', { status: status === 'resolved' ? status : undefined }),
  adminCase: (id: string) => `/admin/cases/${id}`,
  disputes: (status?: 'open' | 'closed') =>
    withQuery('/admin/disputes', { status: status === 'closed' ? status : undefined }),
  adminBookings: (q?: string) => withQuery('/admin/bookings', { q }),
  adminBooking: (id: string) => `/admin/bookings/${id}`,
  calendar: () => '/account/calendar',
  household: () => '/account/household',
  receipt: (id: string) => `/account/bookings/${id}/receipt`,
  earnings: () => '/account/earnings',
  feeInvoices: () => '/account/fee-invoices',
  feeInvoice: (id: string) => `/account/fee-invoices/${id}`,
  statement: (role?: 'owner' | 'sitter', month?: string) => withQuery('/account/statements', { role, month }),
  invite: (code: string) => `/i/${code}`,
  ownInvite: () => '/account/invite',
  messages: (query: { archived?: true; q?: string } = {}) =>
    withQuery('/account/messages', { archived: query.archived ? 'true' : undefined, q: query.q }),
  conversation: (id: string) => `/account/messages/${id}`,
  /** The conversation with a sitter or about a booking, even if it does not exist yet. */
  contact: (about: { sitter: string } | { booking: string }) => withQuery('/account/messages/new', about),
  favourites: () => '/account/favorites',
  reports: () => '/account/reports',
  adminReports: (status?: 'open' | 'decided') =>
    withQuery('/admin/reports', { status: status === 'decided' ? status : undefined }),
  /** Stays for which this sitter is a backup. */
  backups: () => '/account/backups',
  circle: () => '/account/circle',
  askFriend: (memberId: string) => `/account/circle/${memberId}`,
  savedSearches: () => '/account/favorites#searches',
  notices: () => '/account/notices',
  noticeSettings: () => '/account/notices/settings',
  /** Favourites that a signed-out visitor has saved on this device. */
  keptFavourites: () => '/favorites',
}

/** Returns the path to go to after signing in. Accepts only a path on this site, never a full URL. */
export function safeNext(next: string | null | undefined, fallback = paths.account()): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return fallback
  return next
}
