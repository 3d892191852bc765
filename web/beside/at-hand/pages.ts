import type { Account } from '#contract/accounts.ts'
import { deskPagesOf } from '#web/admin/places.ts'
import { paths } from '#web/paths.ts'
import type { IconName } from '#web/ui/icon.tsx'

type Page = {
  to: string
  label: string
  icon: IconName
  /** Further words by which the page is found. */
  words?: string
  /** The letter that opens it after G. */
  key?: string
  /** Without it the page is for everybody who is signed in. */
  for?: 'sitter'
}

/** The pages that can be found by name, without the desk. `pages.test.ts` compares them with the routes. */
export const pages: readonly Page[] = [
  { to: paths.today(), key: 't', label: 'Today', icon: 'clock', words: 'day plan', for: 'sitter' },
  {
    to: paths.requests(),
    key: 'r',
    label: 'Requests',
    icon: 'hourglass',
    words: 'answer accept',
    for: 'sitter',
  },
  {
    to: paths.calendar(),
    key: 'c',
    label: 'Calendar',
    icon: 'calendar-days',
    words: 'availability days away',
    for: 'sitter',
  },
  { to: paths.onDuty(), key: 'o', label: 'On duty', icon: 'dog', words: 'care offline', for: 'sitter' },
  { to: paths.bookings(), key: 'b', label: 'Bookings', icon: 'calendar-check', words: 'stays' },
  { to: paths.bookings(undefined, 'past'), label: 'Past bookings', icon: 'archive', words: 'history' },
  { to: paths.messages(), key: 'm', label: 'Messages', icon: 'message-circle', words: 'conversations chat' },
  { to: paths.notices(), key: 'n', label: 'Notices', icon: 'bell', words: 'notifications' },
  {
    to: paths.earnings(),
    key: 'e',
    label: 'Earnings',
    icon: 'banknote',
    words: 'payouts money income',
    for: 'sitter',
  },
  {
    to: paths.feeInvoices(),
    label: 'Service fee invoices',
    icon: 'file-text',
    for: 'sitter',
  },
  { to: paths.statement(), label: 'Monthly statements', icon: 'file-text', words: 'receipts' },
  { to: paths.sitters(), key: 's', label: 'Find a sitter', icon: 'search', words: 'search' },
  { to: paths.favourites(), key: 'f', label: 'Favourites', icon: 'heart', words: 'favorites saved searches' },
  { to: paths.ownPets(), key: 'p', label: 'Your pets', icon: 'paw-print', words: 'dog cat' },
  { to: paths.newPet(), label: 'Add a pet', icon: 'plus', words: 'new' },
  { to: paths.account(), key: 'a', label: 'Account', icon: 'list', words: 'overview settings' },
  { to: paths.profile(), label: 'Profile', icon: 'circle-user-round', words: 'name photo telephone town' },
  {
    to: paths.noticeSettings(),
    label: 'Notification settings',
    icon: 'bell-ring',
    words: 'notices mails push',
  },
  {
    to: paths.security(),
    label: 'Security and sign-in',
    icon: 'key-round',
    words: 'password passkey sessions',
  },
  {
    to: paths.ownData(),
    label: 'Privacy and data',
    icon: 'eye',
    words: 'copy download export appearance theme analytics blocked delete account',
  },
  {
    to: paths.developers(),
    label: 'For developers',
    icon: 'monitor-smartphone',
    words: 'api keys webhooks programs',
  },
  { to: paths.household(), label: 'Address and codes', icon: 'house', words: 'home household keys wifi' },
  { to: paths.circle(), label: 'Care circle', icon: 'handshake', words: 'friends' },
  { to: paths.sitting(), label: 'Sitting', icon: 'dog', words: 'sitter profile' },
  { to: paths.backups(), label: 'Stepping in', icon: 'heart-handshake', words: 'backups', for: 'sitter' },
  { to: paths.ownInvite(), label: 'Invite somebody', icon: 'share-2', words: 'friends credit' },
  { to: paths.reports(), label: 'Your reports', icon: 'flag', words: 'report' },
  { to: paths.home(), key: 'h', label: 'Home page', icon: 'house', words: 'start' },
  { to: paths.howItWorks(), label: 'How it works', icon: 'info' },
  { to: paths.help(), label: 'Help', icon: 'info', words: 'support questions answers' },
  { to: paths.blog(), label: 'Blog', icon: 'file-text', words: 'posts' },
  { to: '/widget', label: 'Search on your own site', icon: 'search', words: 'widget embed iframe code' },
  { to: paths.ranking(), label: 'How ranking works', icon: 'list', words: 'legal order results' },
  { to: paths.holidays(), label: 'Holidays', icon: 'party-popper', words: 'surcharge' },
  { to: paths.legal('service-fee'), label: 'Service fee', icon: 'scale', words: 'legal prices' },
  {
    to: paths.legal('cancellation-policy'),
    label: 'Cancellation policy',
    icon: 'scale',
    words: 'legal refund',
  },
  { to: paths.legal('terms-and-conditions'), label: 'Terms and conditions', icon: 'scale', words: 'legal' },
  { to: paths.legal('privacy-policy'), label: 'Privacy policy', icon: 'scale', words: 'legal data' },
  { to: paths.software(), label: 'Software and licences', icon: 'file-text', words: 'legal open source' },
]

type Viewer = Pick<Account, 'sitterId' | 'roles'>

/** Returns the pages of a person, the desk's first, with their own sitter profile or the way to create one. */
export function pagesOf({ sitterId, roles }: Viewer): Page[] {
  const profile: Page = sitterId
    ? {
        to: paths.ownSitter(sitterId),
        label: 'Your sitter profile',
        icon: 'clipboard-pen',
        words: 'services prices rates photos',
      }
    : { to: paths.newSitter(), label: 'Become a sitter', icon: 'hand-coins', words: 'sitter profile' }
  const own = pages.filter(({ for: audience }) => audience !== 'sitter' || sitterId !== null)
  return [...deskPagesOf(roles), ...own, profile]
}
