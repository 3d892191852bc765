import type { LedgerAccount, Party } from '#contract/codes.ts'

/**
 * The accounts that a correction can move money between, each with the ledger account and the party of the booking that
 * it belongs to. The others follow bookings, disputes and fee invoices, and are corrected there.
 */
export const correctionAccounts = {
  bank: { account: 'bank', of: null },
  owner: { account: 'owner', of: 'owner' },
  sitter: { account: 'sitter', of: 'sitter' },
  owner_fee: { account: 'platform_fee', of: 'owner' },
  sitter_fee: { account: 'platform_fee', of: 'sitter' },
  owner_tax: { account: 'tax', of: 'owner' },
  sitter_tax: { account: 'tax', of: 'sitter' },
  promotion: { account: 'promotion', of: null },
  loss: { account: 'loss', of: null },
} as const satisfies Record<string, { account: LedgerAccount; of: Party | null }>
export const correctionStates = ['waiting', 'posted', 'rejected'] as const

/** Payouts go to sitters, refunds to owners. */
export const deskPayoutKinds = ['payout', 'refund'] as const
/** `withheld`: it was cancelled, because a lost dispute is borne by the sitter. */
export const deskPayoutStates = ['failed', 'waiting', 'paid', 'withheld'] as const
/** Orders of payouts and refunds; `person` is the recipient's name. */
export const payoutSorts = [
  'person',
  '-person',
  'amount',
  '-amount',
  'createdAt',
  '-createdAt',
  'changedAt',
  '-changedAt',
] as const
/** The order of each state unless another is asked for: what has waited longest comes first. */
export const usualPayoutSorts = {
  failed: 'createdAt',
  waiting: 'createdAt',
  paid: '-createdAt',
  withheld: 'createdAt',
} as const
/** `account`: the person's account at the provider; `dispute`: its end; `provider`: the provider's answer. */
export const payoutWaits = ['account', 'dispute', 'provider'] as const
