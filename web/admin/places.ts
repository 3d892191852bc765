import { mayDo, type Permission } from '#contract/staff/codes.ts'
import { contentPaths } from '#web/admin/content-paths.ts'
import { mailPaths } from '#web/admin/mail-paths.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { paths } from '#web/paths.ts'
import type { IconName } from '#web/ui/icon.tsx'

export type DeskPlace = {
  to: string
  label: string
  icon: IconName
  permission: Permission
  /** The letter that opens it after G. */
  key?: string
  /** Further words by which the palette finds it. */
  words?: string
}

/** The pages of the desk in the order of its menu. */
export const deskPlaces: readonly DeskPlace[] = [
  {
    to: paths.desk(),
    label: 'The desk',
    icon: 'list',
    words: 'overview operator admin',
    permission: 'desk.read',
  },
  {
    to: paths.waitingSitters(),
    key: 'w',
    label: 'Profiles to check',
    icon: 'shield-check',
    permission: 'profiles.read',
  },
  { to: paths.cases(), key: 'd', label: 'Cases', icon: 'gavel', words: 'desk', permission: 'cases.read' },
  {
    to: paths.adminReports(),
    label: 'Reports',
    icon: 'flag',
    words: 'moderation',
    permission: 'reports.read',
  },
  {
    to: peoplePaths.people(),
    label: 'People',
    icon: 'circle-user-round',
    words: 'accounts owners sitters suspend',
    permission: 'people.read',
  },
  {
    to: '/admin/import',
    label: 'Import',
    icon: 'file-up',
    words: 'csv sitters bookings stays migrate move',
    permission: 'people.import',
  },
  {
    to: mailPaths.mails(),
    label: 'Mails',
    icon: 'mail',
    words: 'e-mail smtp outbox bounce test',
    permission: 'mails.read',
  },
  {
    to: paths.adminBookings(),
    key: 'l',
    label: 'All bookings',
    icon: 'calendar-check',
    permission: 'bookings.read',
  },
  {
    to: paths.disputes(),
    label: 'Disputes with banks',
    icon: 'landmark',
    words: 'chargeback',
    permission: 'money.read',
  },
  {
    to: moneyPaths.payouts(),
    label: 'Payouts',
    icon: 'banknote',
    words: 'refunds transfers failed retry',
    permission: 'money.read',
  },
  {
    to: moneyPaths.ledger(),
    label: 'Ledger',
    icon: 'scale',
    words: 'accounts trial balance bookkeeping',
    permission: 'money.read',
  },
  { to: paths.adminFeeInvoices(), label: 'Fee invoices', icon: 'file-text', permission: 'money.read' },
  {
    to: paths.promoCodes(),
    label: 'Promo codes',
    icon: 'hand-coins',
    words: 'discount',
    permission: 'money.read',
  },
  {
    to: paths.staffActs(),
    label: 'What staff have done',
    icon: 'clipboard-list',
    words: 'audit log',
    permission: 'audit.read',
  },
  {
    to: paths.deskSettings(),
    label: 'Settings',
    icon: 'settings-2',
    words: 'fees policies limits',
    permission: 'settings.read',
  },
  {
    to: paths.deskLook(),
    label: 'Name and look',
    icon: 'images',
    words: 'rename brand logo colours theme',
    permission: 'settings.read',
  },
  {
    to: '/admin/integrations',
    label: 'Integrations',
    icon: 'key-round',
    words: 'webhooks api keys programs machine',
    permission: 'integrations.read',
  },
  {
    to: contentPaths.texts(),
    label: 'Texts',
    icon: 'clipboard-pen',
    words: 'content blog help legal posts articles markdown',
    permission: 'content.read',
  },
  {
    to: contentPaths.announcements(),
    label: 'Announcements',
    icon: 'bell',
    words: 'banner notice maintenance news',
    permission: 'content.read',
  },
  { to: paths.editHolidays(), label: 'Edit holidays', icon: 'party-popper', permission: 'settings.read' },
]

/** Returns the pages of the desk that somebody with these roles may open. */
/** Pages that a tab of another one opens; only the palette lists them. */
export const deskTabs: readonly DeskPlace[] = [
  {
    to: mailPaths.addresses(),
    label: 'Stopped addresses',
    icon: 'mail',
    words: 'mails bounces complaints suppression',
    permission: 'mails.read',
  },
  {
    to: mailPaths.preview(),
    label: 'Preview of mails',
    icon: 'mail',
    words: 'e-mail booking letter',
    permission: 'mails.read',
  },
]

const allowed = (places: readonly DeskPlace[], roles: readonly string[]): DeskPlace[] =>
  places.filter(({ permission }) => mayDo(roles, permission))

export const deskPlacesOf = (roles: readonly string[]): DeskPlace[] => allowed(deskPlaces, roles)

export const deskPagesOf = (roles: readonly string[]): DeskPlace[] =>
  allowed([...deskPlaces, ...deskTabs], roles)
