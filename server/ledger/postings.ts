import type { LedgerAccount, TransferKind } from '#contract/codes.ts'
import { correctionAccounts } from '#contract/payments/codes.ts'

/** One side of a transfer; `accountId` is its owner, null if it belongs to no person. */
export type Entry = { account: LedgerAccount; accountId: string | null; amount: number }
export type Posting = { kind: TransferKind; entries: Entry[] }

/** The account ids of both parties of a booking. */
export type Sides = { ownerId: string; sitterId: string }

/** What a release pays to whom; each fee with the tax included in it. */
export type Release = {
  sitter: number
  sitterFee: number
  sitterFeeTax: number
  ownerFee: number
  ownerFeeTax: number
}

const bank = (amount: number): Entry => ({ account: 'bank', accountId: null, amount })
const escrow = (amount: number): Entry => ({ account: 'escrow', accountId: null, amount })
const promotion = (amount: number): Entry => ({ account: 'promotion', accountId: null, amount })
const dispute = (amount: number): Entry => ({ account: 'dispute', accountId: null, amount })
const loss = (amount: number): Entry => ({ account: 'loss', accountId: null, amount })
const owner = ({ ownerId }: Sides, amount: number): Entry => ({
  account: 'owner',
  accountId: ownerId,
  amount,
})
const sitter = ({ sitterId }: Sides, amount: number): Entry => ({
  account: 'sitter',
  accountId: sitterId,
  amount,
})

type Sitter = Pick<Sides, 'sitterId'>
const receivable = ({ sitterId }: Sitter, amount: number): Entry => ({
  account: 'receivable',
  accountId: sitterId,
  amount,
})

/** Entries of a fee and its tax, attributed to the account that bears them. */
const feeOf = (accountId: string, fee: number, tax: number): Entry[] => [
  { account: 'platform_fee', accountId, amount: fee - tax },
  { account: 'tax', accountId, amount: tax },
]

type CorrectionAccount = keyof typeof correctionAccounts
export type Correction = { debit: CorrectionAccount; credit: CorrectionAccount; amount: number }

function correctionEntry(sides: Sides | null, name: CorrectionAccount, amount: number): Entry {
  const { account, of } = correctionAccounts[name]
  if (of === null) return { account, accountId: null, amount }
  if (!sides) throw new Error(`A correction of the account ${name} names no booking`)
  return { account, accountId: of === 'owner' ? sides.ownerId : sides.sitterId, amount }
}

export const releasedTotal = ({ sitter: earned, sitterFee, ownerFee }: Release): number =>
  earned + sitterFee + ownerFee

const posting = (kind: TransferKind, entries: Entry[]): Posting => ({
  kind,
  entries: entries.filter(({ amount }) => amount !== 0),
})

/** Every kind of money movement. Amounts that leave an account are negative; zero amounts make no entry. */
export const postings = {
  charge: (sides: Sides, amount: number) => posting('charge', [bank(-amount), owner(sides, amount)]),
  /** `promoted` is the amount that the platform pays in the owner's place. */
  capture: (sides: Sides, amount: number, promoted = 0) =>
    posting('capture', [owner(sides, -amount), promotion(-promoted), escrow(amount + promoted)]),
  /** `promoted` goes back to the platform. */
  refund: (sides: Sides, amount: number, promoted = 0) =>
    posting('refund', [escrow(-amount - promoted), owner(sides, amount), promotion(promoted)]),
  refund_paid: (sides: Sides, amount: number) =>
    posting('refund_paid', [owner(sides, -amount), bank(amount)]),
  release: (sides: Sides, release: Release) =>
    posting('release', [
      escrow(-releasedTotal(release)),
      sitter(sides, release.sitter),
      ...feeOf(sides.sitterId, release.sitterFee, release.sitterFeeTax),
      ...feeOf(sides.ownerId, release.ownerFee, release.ownerFeeTax),
    ]),
  payout: (sides: Sides, amount: number) => posting('payout', [sitter(sides, -amount), bank(amount)]),
  tip: (sides: Sides, amount: number) => posting('tip', [bank(-amount), sitter(sides, amount)]),
  /**
   * The owner's bank takes money (negative) or returns it. The platform bears the fee, and also the loss once the
   * dispute is decided (`isOver`).
   */
  dispute: (_: Sides, { amount, fee, isOver }: { amount: number; fee: number; isOver: boolean }) =>
    posting('dispute', [
      bank(fee - amount),
      ...(isOver ? [loss(amount - fee)] : [dispute(amount), loss(-fee)]),
    ]),
  /**
   * The bank has refunded what was due to the owner: out of the loss that nobody bears yet (`open`), or that the
   * platform bears.
   */
  dispute_cover: (sides: Sides, { open, platform }: { open: number; platform: number }) =>
    posting('dispute_cover', [owner(sides, -open - platform), dispute(open), loss(platform)]),
  /** A part of an earlier payout is returned. */
  payout_back: (sides: Sides, amount: number) =>
    posting('payout_back', [bank(-amount), sitter(sides, amount)]),
  dispute_borne: (sides: Sides, { fromPlatform, fromSitter }: { fromPlatform: number; fromSitter: number }) =>
    posting('dispute_borne', [
      dispute(fromPlatform + fromSitter),
      loss(-fromPlatform),
      sitter(sides, -fromSitter),
    ]),
  /**
   * A fee that was settled outside, between owner and sitter, becomes a receivable from the sitter; a credit is
   * negative.
   */
  fee_invoice: (side: Sitter, amount: number) =>
    posting('fee_invoice', [receivable(side, -amount), bank(amount)]),
  fee_settled: (side: Sitter, amount: number) =>
    posting('fee_settled', [bank(-amount), receivable(side, amount)]),
  fee_written_off: (side: Sitter, amount: number) =>
    posting('fee_written_off', [loss(-amount), receivable(side, amount)]),
  /** What an operator adds; null without a booking. */
  correction: (sides: Sides | null, { debit, credit, amount }: Correction) =>
    posting('correction', [correctionEntry(sides, debit, -amount), correctionEntry(sides, credit, amount)]),
} satisfies Record<TransferKind, (sides: Sides, ...amounts: never[]) => Posting>
