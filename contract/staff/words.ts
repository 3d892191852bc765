/** Roles and the ledger in words, for the pages of the desk, mails, and the files of accountants. */
import type { LedgerAccount, TransferKind } from '#contract/codes.ts'
import type { correctionAccounts } from '#contract/payments/codes.ts'
import { formatMoney } from '#contract/words.ts'
import type { Role } from './codes.ts'

export const roleNames: Record<Role, string> = {
  instance_owner: 'Owner of the site',
  operator: 'Operator',
  support: 'Support',
  moderator: 'Moderator',
  accountant: 'Accountant',
}

/**
 * The accounts of the ledger with their numbers in the chart of accounts SKR 03, in the order in which lists show them.
 * `holds` says what their balance is.
 */
export const ledgerAccountWords: Record<LedgerAccount, { name: string; holds: string }> = {
  bank: { name: 'Bank', holds: 'Money outside: at the payment provider or between the people' },
  receivable: { name: 'Receivables', holds: 'Open fee invoices of sitters' },
  dispute: { name: 'Disputes', holds: 'Taken back by banks, and nobody bears it yet' },
  owner: { name: 'Owners', holds: 'Paid by owners or due back to them' },
  escrow: { name: 'Escrow', holds: 'Held for bookings until the care is given' },
  sitter: { name: 'Sitters', holds: 'Earned by sitters and not paid out' },
  tax: { name: 'Tax', holds: 'Tax included in the service fees' },
  platform_fee: { name: 'Service fees', holds: 'Fees of both sides, without tax' },
  promotion: { name: 'Promotions', holds: 'Promo codes paid by the site' },
  loss: { name: 'Losses', holds: 'Lost disputes, bank charges and invoices written off' },
}

/** What a transfer of each kind is, in the words of a booking text. */
export const transferWords: Record<TransferKind, string> = {
  charge: 'Payment by the owner',
  capture: 'Price of the booking',
  refund: 'Taken off the price',
  refund_paid: 'Refund to the owner',
  release: 'Earnings and service fees',
  tip: 'Tip',
  payout: 'Payout to the sitter',
  dispute: 'Dispute with a bank',
  dispute_cover: 'Refund made by a bank',
  payout_back: 'Payout taken back',
  dispute_borne: 'Decision about a lost dispute',
  fee_invoice: 'Fee invoice',
  fee_settled: 'Fee invoice paid',
  fee_written_off: 'Fee invoice written off',
  correction: 'Correction',
}

/** The accounts of a correction. */
export const correctionAccountWords: Record<keyof typeof correctionAccounts, string> = {
  bank: 'Bank',
  owner: 'Owner of the booking',
  sitter: 'Sitter of the booking',
  owner_fee: 'Service fee of the owner',
  sitter_fee: 'Service fee of the sitter',
  owner_tax: 'Tax in the owner’s fee',
  sitter_tax: 'Tax in the sitter’s fee',
  promotion: 'Promotions',
  loss: 'Losses',
}

/** "€627.00 credit": what is owed to somebody or earned. Money outside and what was spent is a debit. */
export const sideOf = (balance: number, currency: string): string =>
  balance === 0
    ? formatMoney(0, currency)
    : `${formatMoney(Math.abs(balance), currency)} ${balance < 0 ? 'debit' : 'credit'}`
