/**
 * What happens to a column that names an account when that account is merged into another:
 *
 * - `move`: it names the other account then. Of rows that may exist only once for each `key`, those that the other account
 *   has already are deleted; without a key, the table has one row for each account.
 * - `end`: the row is deleted.
 * - `keep`: it stays as it is.
 * - `by`: a statement of its own in `merge-store.ts`.
 *
 * `what` is shown before the merge, in the singular and the plural.
 */
export type MergeRule = { what?: readonly [one: string, several: string] } & (
  | { how: 'move'; key?: readonly string[] }
  | { how: 'end' }
  | { how: 'by'; statement: 'favourites' | 'conversations' | 'pairs' | 'household' | 'exports' | 'account' }
  | { how: 'keep'; why: string }
)

const authorship = {
  how: 'keep',
  why: 'It says who has done something for the site. Acts of staff are never rewritten.',
} as const
const books = { how: 'keep', why: 'The books are never rewritten; a balance prevents the merge.' } as const
const noSitter = {
  how: 'keep',
  why: 'Only sitters have it, and a sitter profile prevents the merge.',
} as const

/** Every column that refers to an account, in the order in which they are treated. */
export const mergeRules: Readonly<Record<string, MergeRule>> = {
  'pet.owner_id': { how: 'move', what: ['pet', 'pets'] },
  'booking.owner_id': { how: 'move', what: ['booking', 'bookings'] },
  'conversation.owner_id': {
    how: 'by',
    statement: 'conversations',
    what: ['conversation', 'conversations'],
  },
  'message.author_id': { how: 'move', what: ['message', 'messages'] },
  'review.account_id': { how: 'move', what: ['review', 'reviews'] },
  'favourite.account_id': { how: 'by', statement: 'favourites', what: ['favourite', 'favourites'] },
  'favourite_list.account_id': {
    how: 'by',
    statement: 'favourites',
    what: ['list of favourites', 'lists of favourites'],
  },
  'favourite_list_sitter.account_id': { how: 'by', statement: 'favourites' },
  'saved_search.account_id': { how: 'move', what: ['saved search', 'saved searches'] },
  'household.account_id': {
    how: 'by',
    statement: 'household',
    what: ['home with its codes', 'homes with their codes'],
  },
  'circle_member.owner_id': {
    how: 'by',
    statement: 'pairs',
    what: ['member of the care circle', 'members of the care circle'],
  },
  'circle_member.friend_id': {
    how: 'by',
    statement: 'pairs',
    what: ['membership in a care circle', 'memberships in care circles'],
  },
  'block.blocker_id': { how: 'by', statement: 'pairs', what: ['block', 'blocks'] },
  'block.blocked_id': { how: 'by', statement: 'pairs' },
  'report.reporter_id': { how: 'by', statement: 'pairs', what: ['report made', 'reports made'] },
  'report.about_id': { how: 'by', statement: 'pairs', what: ['report about them', 'reports about them'] },
  'promo_code.owner_id': { how: 'by', statement: 'pairs', what: ['credit', 'credits'] },
  'promo_code.earned_by': { how: 'by', statement: 'pairs' },
  'promo_use.owner_id': { how: 'move' },
  'account.invited_by': { how: 'by', statement: 'pairs' },
  'consent.account_id': { how: 'move', key: ['slug', 'version'], what: ['consent', 'consents'] },
  'notice.account_id': { how: 'by', statement: 'pairs', what: ['notice', 'notices'] },
  'notice_mail.account_id': { how: 'move' },
  'notice_push.account_id': { how: 'end' },
  'lost_pet.owner_id': { how: 'move' },
  'lost_pet.sitter_account_id': { how: 'move' },
  'care_entry.account_id': { how: 'move' },
  'file.account_id': { how: 'move', what: ['file', 'files'] },
  'payment.payer_id': { how: 'move', what: ['payment', 'payments'] },
  'staff_note.account_id': { how: 'move', what: ['note of staff', 'notes of staff'] },
  'suspension.account_id': {
    how: 'by',
    statement: 'pairs',
    what: ['earlier suspension', 'earlier suspensions'],
  },
  'account.merged_into': { how: 'move' },

  'notice_choice.account_id': { how: 'end', what: ['notification choice', 'notification choices'] },
  'notice_setting.account_id': { how: 'end' },
  'push_device.account_id': { how: 'end', what: ['device with push messages', 'devices with push messages'] },
  'api_key.account_id': { how: 'end', what: ['API key', 'API keys'] },
  'webhook.account_id': { how: 'end', what: ['webhook', 'webhooks'] },
  'calendar_address.account_id': { how: 'end', what: ['calendar address', 'calendar addresses'] },
  'payment_customer.account_id': { how: 'end', what: ['saved card', 'saved cards'] },
  'sitter_draft.account_id': { how: 'end', what: ['draft of a sitter profile', 'drafts of sitter profiles'] },
  'live_account.account_id': { how: 'end' },
  'data_export.account_id': {
    how: 'by',
    statement: 'exports',
    what: ['copy of the data', 'copies of the data'],
  },

  'sitter.account_id': noSitter,
  'payment_account.account_id': noSitter,
  'fee_invoice.account_id': noSitter,
  'ledger_entry.account_id': books,
  'payment_task.account_id': books,
  'identity.deletions.account_id': { how: 'keep', why: 'A deletion that waits prevents the merge.' },
  'household_view.account_id': {
    how: 'keep',
    why: 'The log of who has seen codes of a home is never changed.',
  },
  'household_view.viewer_id': {
    how: 'keep',
    why: 'The log of who has seen codes of a home is never changed.',
  },
  'demo_person.account_id': { how: 'keep', why: 'It marks the people of the demo town, which end with it.' },
  'announcement.account_id': authorship,
  'api_key.created_by': authorship,
  'content_draft.account_id': authorship,
  'import.account_id': authorship,
  'content_version.account_id': authorship,
  'ledger_correction.decided_by': authorship,
  'ledger_correction.proposed_by': authorship,
  'look.account_id': authorship,
  'payment_dispute.decided_by': authorship,
  'report.decided_by': authorship,
  'setting.account_id': authorship,
  'staff_act.account_id': authorship,
  'staff_note.by_account': authorship,
  'suspension.by_account': authorship,
  'suspension.lifted_by': authorship,
}
