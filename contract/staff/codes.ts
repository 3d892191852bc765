/**
 * Roles of the people who run the site; an account can have several. The owner of the instance is not the owner of a
 * pet, so the code says `instance_owner`.
 */
export const roles = ['instance_owner', 'operator', 'support', 'moderator', 'accountant'] as const
export type Role = (typeof roles)[number]

const running = ['instance_owner', 'operator'] as const

/** What staff may do, and the roles that may do it. The `access` of each endpoint of the desk is one of these. */
export const permissions = {
  'desk.read': roles,
  'people.read': [...running, 'support'],
  'people.view': [...running, 'support'],
  'people.suspend': running,
  'people.secure': [...running, 'support'],
  'people.note': [...running, 'support'],
  'people.correct': running,
  'people.erase': running,
  'people.merge': running,
  'people.export': running,
  'people.import': running,
  'roles.change': ['instance_owner'],
  'profiles.read': [...running, 'support', 'moderator'],
  'profiles.decide': [...running, 'support', 'moderator'],
  'reports.read': [...running, 'moderator'],
  'reports.decide': [...running, 'moderator'],
  'bookings.read': [...running, 'support', 'accountant'],
  'bookings.cancel': running,
  'cases.read': [...running, 'support'],
  'cases.decide': running,
  'money.read': [...running, 'accountant'],
  'money.change': running,
  'audit.read': running,
  'mails.read': [...running, 'support'],
  'mails.change': running,
  'integrations.read': running,
  'integrations.change': running,
  'settings.read': running,
  'settings.change': running,
  'content.read': running,
  'content.change': running,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const isPermission = (access: string): access is Permission => Object.hasOwn(permissions, access)

/** Returns true if one of the roles gives the permission; unknown roles give none. */
export const mayDo = (held: readonly string[], permission: Permission): boolean =>
  permissions[permission].some((role) => held.includes(role))

/** Returns true for everybody who helps to run the site, in whatever role. */
export const isStaff = (held: readonly string[]): boolean => mayDo(held, 'desk.read')

/** Names, beside the bearer token of a member of staff, the person as whom they see the site (decision 135). */
export const viewAsHeader = 'sitwell-view-as'
/** For how long staff see the site as a person before they have to begin again. */
export const viewingMinutes = 15

/** What waits for staff, and the permission with which they see it. */
export const waitingFor = {
  profiles: 'profiles.read',
  cases: 'cases.read',
  reports: 'reports.read',
  disputes: 'money.read',
  payouts: 'money.read',
  refusals: 'money.read',
  corrections: 'money.change',
  mails: 'mails.change',
} as const satisfies Record<string, Permission>

/** The sections of the settings, in the order in which their page shows them. */
export const settingSections = [
  'open',
  'money',
  'fees',
  'invitations',
  'cancellations',
  'requests',
  'visits_and_stays',
  'capacity',
  'cases',
  'payments',
  'accounting',
  'care',
  'reviews',
  'profiles',
  'ranking',
] as const
export const settingUnits = [
  'basis_points',
  'percent',
  'minor',
  'minutes',
  'hours',
  'days',
  'nights',
  'months',
  'metres',
  'o_clock',
] as const

/** Filters for the list of people. */
export const personKinds = ['all', 'sitters', 'staff', 'suspended'] as const
/** Orders of the list of people; "-" is the descending one. */
export const personSorts = ['name', '-name', 'email', '-email', 'createdAt', '-createdAt'] as const
/** Orders of the list of all bookings; `owner` is the owner's name. */
export const bookingSorts = [
  'owner',
  '-owner',
  'startOn',
  '-startOn',
  'total',
  '-total',
  'createdAt',
  '-createdAt',
] as const
/** Orders of what staff have done; `by` is the name of the person. */
export const actSorts = ['at', '-at', 'by', '-by', 'permission', '-permission'] as const
/** Orders of the transfers of the ledger; kinds are in the order in which money moves. */
export const transferSorts = ['at', '-at', 'kind', '-kind', 'amount', '-amount'] as const
/** Orders of all service fee invoices; `sitter` is the sitter's name. */
export const invoiceSorts = [
  'number',
  '-number',
  'sitter',
  '-sitter',
  'dueOn',
  '-dueOn',
  'total',
  '-total',
] as const
/** Orders of the cases; `owner` is the owner's name. Only resolved cases have the last one. */
export const caseSorts = [
  'owner',
  '-owner',
  'openedAt',
  '-openedAt',
  'decideBy',
  '-decideBy',
  'resolvedAt',
  '-resolvedAt',
] as const
/** The order of each list of cases unless another is asked for. */
export const usualCaseSorts = { open: 'decideBy', resolved: '-resolvedAt' } as const
/** Orders of the reports; `about` and `reporter` are names. Only decided reports have the last one. */
export const reportSorts = [
  'about',
  '-about',
  'reporter',
  '-reporter',
  'createdAt',
  '-createdAt',
  'decidedAt',
  '-decidedAt',
] as const
/** The order of each list of reports unless another is asked for. */
export const usualReportSorts = { open: 'createdAt', decided: '-decidedAt' } as const

/** The kinds of texts that are edited on the desk; each is a folder of shipped texts and a part of their address. */
export const contentKinds = ['blog', 'help', 'legal', 'how-it-works'] as const
export type ContentKind = (typeof contentKinds)[number]

/** Kinds to which texts can be added, and whose texts can be hidden. Pages link to each text of the others. */
export const openContentKinds: readonly ContentKind[] = ['blog', 'help']

/** What a visitor sees: the shipped text, an edited one, or nothing, because it is hidden or not published yet. */
export const contentStates = ['shipped', 'edited', 'hidden', 'unpublished'] as const
/** What a version puts in the place of the text before it. */
export const contentChanges = ['text', 'shipped', 'hidden'] as const
export type ContentChange = (typeof contentChanges)[number]
/** Who a help article is for. */
export const helpAudiences = ['owner', 'sitter', 'both'] as const

/** What a text includes as a line `{{live:name}}`; the page computes it from the settings in force. */
export const liveParts = [
  'fees',
  'fee-example',
  'fee-calculator',
  'policies',
  'policy-example',
  'clocks',
  'holidays-link',
  'payment-terms',
  'owner-pays',
  'sitter-paid',
  'refund-way',
  'fee-way',
] as const
export type LivePart = (typeof liveParts)[number]

/** What a file from elsewhere contains. */
export const importKinds = ['sitters', 'stays'] as const
/** What becomes of a row of it. */
export const importOutcomes = ['create', 'change', 'same', 'refused'] as const
export const importStates = ['checked', 'running', 'done', 'undone'] as const
export type ImportKind = (typeof importKinds)[number]
export type ImportState = (typeof importStates)[number]
export type ImportOutcome = (typeof importOutcomes)[number]
/** The columns of each kind of file, in the order of the template. The price of a service is that of one unit. */
export const importColumns = {
  sitters: [
    'external_id',
    'name',
    'email',
    'headline',
    'text',
    'town',
    'country',
    'languages',
    'experience_years',
    'boarding',
    'house_sitting',
    'drop_in',
    'day_care',
    'dog_walking',
  ],
  stays: ['external_id', 'sitter', 'service', 'start_on', 'end_on'],
} as const satisfies Record<ImportKind, readonly string[]>

/** Who sees an announcement. Members are all who are signed in. */
export const announcementAudiences = [
  'everyone',
  'visitors',
  'members',
  'owners',
  'sitters',
  'staff',
] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]
/** Those whom an announcement can concern only because of a town. */
export const localAudiences: readonly AnnouncementAudience[] = ['members', 'owners', 'sitters']
export const announcementTones = ['info', 'warning'] as const
export const announcementStates = ['planned', 'shown', 'ended'] as const
