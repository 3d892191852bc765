import { type Party, type TransferKind, transferKinds } from '#contract/codes.ts'
import type { Earning, MoneyLine, BookingMoney } from '#contract/ledger.ts'
import { moneyWords, type Reading, settlementOf } from '#contract/payments/words.ts'
import { payoutsAhead } from '#server/bookings/money/payout.ts'
import { type BookingRecord, payableFrom, termsOfRow } from '#server/bookings/record/record.ts'
import type { LedgerEntry } from '#server/ledger/commands.ts'
import type { Release } from '#server/ledger/postings.ts'

type Transfer = { at: Date; kind: TransferKind; entries: readonly LedgerEntry[] }
type Movement = { label: string; amount: number }

/** Groups entries by transfer, in order of time and then of the kinds' sequence. */
export function transfersOf(entries: readonly LedgerEntry[]): Transfer[] {
  const transfers = [...Map.groupBy(entries, (entry) => entry.transfer_id).values()].map((own): Transfer => ({
    at: own[0]!.at,
    kind: own[0]!.kind,
    entries: own,
  }))
  const rank = ({ kind }: Transfer) => transferKinds.indexOf(kind)
  return transfers.toSorted((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b))
}

const sumOf = (entries: readonly LedgerEntry[], belongs: (entry: LedgerEntry) => boolean): number =>
  entries.filter(belongs).reduce((sum, { amount }) => sum + amount, 0)

const isFee = ({ account }: LedgerEntry) => account === 'platform_fee' || account === 'tax'
const isSitter = ({ account }: LedgerEntry) => account === 'sitter'
const isOwner = ({ account }: LedgerEntry) => account === 'owner'

/** The words for money that has moved, or would have if the two people did not settle directly. */
export const wordsOf = ({ payment_mode: mode }: Pick<BookingRecord, 'payment_mode'>) =>
  moneyWords[settlementOf(mode, false)]
const ownerReads = ({ sitter_name: other }: BookingRecord): Reading => ({ reader: 'owner', other })

/** What an operator has corrected on the account of one side. */
const corrected =
  (belongs: (entry: LedgerEntry) => boolean) =>
  ({ entries }: Transfer) =>
    entries.some(belongs) ? [{ label: 'Correction', amount: sumOf(entries, belongs) }] : []

/** The movements that each side sees of a transfer. Kinds that are not listed move no money of that side. */
const movementsSeen: Record<
  Party,
  Partial<Record<TransferKind, (transfer: Transfer, record: BookingRecord) => Movement[]>>
> = {
  owner: {
    charge: ({ entries }, record) => [
      {
        label: wordsOf(record).charged(ownerReads(record)),
        amount: sumOf(entries, isOwner),
      },
    ],
    refund_paid: ({ entries }, record) => [
      {
        label: wordsOf(record).returned(ownerReads(record)),
        amount: sumOf(entries, isOwner),
      },
    ],
    dispute_cover({ entries }) {
      const amount = sumOf(entries, isOwner)
      return [{ label: amount < 0 ? 'Returned by your bank' : 'Collected again by your bank', amount }]
    },
    tip: ({ entries }, record) => [
      { label: `A tip for ${record.sitter_name}`, amount: sumOf(entries, isSitter) },
    ],
    correction: corrected(isOwner),
  },
  sitter: {
    release: ({ entries }, record) => {
      const fee = sumOf(entries, (entry) => isFee(entry) && entry.account_id === record.sitter_account_id)
      const earned = { label: 'Earned', amount: sumOf(entries, isSitter) + fee }
      return fee === 0 ? [earned] : [earned, { label: 'Service fee', amount: -fee }]
    },
    tip: ({ entries }) => [{ label: 'Tip', amount: sumOf(entries, isSitter) }],
    payout_back: ({ entries }) => [{ label: 'Reclaimed', amount: sumOf(entries, isSitter) }],
    dispute_borne: ({ entries }, record) => {
      const borne = sumOf(entries, isSitter)
      const label =
        borne < 0 ? 'Taken back by the bank of' : 'Returned to you after a new decision by the bank of'
      return borne === 0 ? [] : [{ label: `${label} ${record.owner_name}`, amount: borne }]
    },
    correction: corrected(isSitter),
    payout: ({ entries }, record) => [
      {
        label: wordsOf(record).received({ reader: 'sitter', other: record.owner_name }),
        amount: sumOf(entries, isSitter),
      },
    ],
  },
}

export function moneyLines(record: BookingRecord, party: Party, transfers: readonly Transfer[]): MoneyLine[] {
  let balance = 0
  return transfers.flatMap((transfer) =>
    (movementsSeen[party][transfer.kind]?.(transfer, record) ?? []).map(({ label, amount }): MoneyLine => {
      balance += amount
      return { at: transfer.at.toISOString(), kind: transfer.kind, label, amount, balance }
    }),
  )
}

const feesIn = ({ sitterFee, ownerFee }: Release): number => sitterFee + ownerFee

/** The sitter's payouts: received ones from the ledger, future ones from the agreed terms. */
export function viewEarnings(
  record: BookingRecord,
  transfers: readonly Transfer[],
): NonNullable<BookingMoney['earnings']> {
  const ahead = payoutsAhead(payableFrom(record), termsOfRow(record).settings.payout)
  const settled = transfers
    .filter(({ kind }) => kind === 'payout' || kind === 'payout_back')
    .map(({ at, entries }) => ({ at: at.toISOString(), amount: -sumOf(entries, isSitter), done: true }))
  const payouts = [
    ...settled,
    ...ahead
      .filter(({ release }) => release.sitter > 0)
      .map(({ dueAt, release }) => ({ at: dueAt.toISOString(), amount: release.sitter, done: false })),
  ]
  const released = transfers.filter(({ kind }) => kind === 'release')
  return {
    receives: payouts.reduce((sum, { amount }) => sum + amount, 0),
    fees:
      released.reduce((sum, { entries }) => sum + sumOf(entries, isFee), 0) +
      ahead.reduce((sum, { release }) => sum + feesIn(release), 0),
    payouts,
  }
}

export function viewMoney(
  record: BookingRecord,
  party: Party,
  entries: readonly LedgerEntry[],
): BookingMoney {
  const transfers = transfersOf(entries)
  const moved = (wanted: TransferKind, belongs: (entry: LedgerEntry) => boolean = isOwner) =>
    transfers
      .filter(({ kind }) => kind === wanted)
      .reduce((sum, transfer) => sum + sumOf(transfer.entries, belongs), 0)
  return {
    currency: record.currency,
    role: party,
    paid: moved('charge'),
    refunded: 0 - moved('refund_paid') - moved('dispute_cover'),
    tips: moved('tip', isSitter),
    lines: moneyLines(record, party, transfers),
    earnings: party === 'sitter' ? viewEarnings(record, transfers) : null,
  }
}

/** Returns the payouts of a booking that are still to come. */
export const viewDue = (record: BookingRecord): Earning[] =>
  payoutsAhead(payableFrom(record), termsOfRow(record).settings.payout)
    .filter(({ release }) => release.sitter > 0)
    .map(({ dueAt, release }) => ({
      bookingId: record.id,
      bookingNumber: record.number,
      service: record.service,
      ownerName: record.owner_name,
      startOn: record.start_on,
      endOn: record.end_on,
      currency: record.currency,
      amount: release.sitter,
      at: dueAt.toISOString(),
    }))
