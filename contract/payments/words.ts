/**
 * What may be said about the money of a booking, by what the ledger has seen of it. If the two people settle directly,
 * the site has seen no money, so no sentence says that anybody paid or got anything back (docs/decisions/0103).
 */
import type { Party, PaymentMode, Settlement } from '#contract/codes.ts'

export const settlementOf = (mode: PaymentMode, isUncharged: boolean): Settlement =>
  mode === 'manual' ? 'direct' : isUncharged ? 'uncharged' : 'card'

/** The name of the other side, and who reads. */
export type Reading = { reader: Party; other: string }
type Label = (reading: Reading) => string
/** A sentence about what is left to pay. `left` is that amount, such as "€40.00"; null if nothing is left. */
type Note = (reading: Reading, left: string | null) => string | null

export type MoneyWords = {
  /** The price before something is taken off it. */
  before: Label
  /** What is taken off the price. */
  less: Label
  /** How a part of the price that is no longer due reaches the owner; null if the amounts say it all. */
  note: Note
  charged: Label
  returned: Label
  /** What the sitter has from this booking so far, and what is still to come. */
  done: string
  toCome: string
  received: Label
  paper: string
  payments: string
  cancel: (amount: string) => string
  endEarly: (amount: string) => string
  /** The owner's claim for care that was not given in full. */
  claim: (amount: string) => string
  /** The sentence that follows when the sitter gives up a part of the price. */
  waived: string
}

const byReader =
  (owner: (other: string) => string, sitter: (other: string) => string): Label =>
  ({ reader, other }) =>
    (reader === 'owner' ? owner : sitter)(other)

const directNote: Note = ({ reader, other }, left) => {
  if (reader === 'owner')
    return left === null
      ? `You owe ${other} nothing. If you have already paid, ${other} returns the money to you.`
      : `You pay ${other} ${left} in all. If you have already paid more, ${other} returns the difference to you.`
  return left === null
    ? `${other} owes you nothing. If you have already been paid, return the money to ${other}.`
    : `${other} pays you ${left} in all. If you have already been paid more, return the difference to ${other}.`
}

const card: MoneyWords = {
  before: byReader(
    () => 'You paid',
    (owner) => `${owner} paid`,
  ),
  less: byReader(
    () => 'You get back',
    (owner) => `${owner} gets back`,
  ),
  note: () => null,
  charged: () => 'Paid by card',
  returned: byReader(
    () => 'Refunded to your card',
    (owner) => `Refunded to ${owner}`,
  ),
  done: 'Paid out',
  toCome: 'To be paid out',
  received: () => 'Paid out',
  paper: 'Receipt',
  payments: 'Payments and refunds',
  cancel: (amount) => `Cancel and get ${amount} back`,
  endEarly: (amount) => `End it and get ${amount} back`,
  claim: (amount) => `Ask for ${amount} back`,
  waived: 'It goes back to your card.',
}

const unpaid = {
  before: () => 'Agreed price',
  less: () => 'No longer due',
  cancel: () => 'Cancel the booking',
  endEarly: () => 'End the booking',
}

export const moneyWords: Record<Settlement, MoneyWords> = {
  card,
  uncharged: {
    ...card,
    ...unpaid,
    note: ({ reader, other }, left) =>
      reader === 'owner'
        ? `Your card has not been charged; you pay ${left ?? 'nothing'}.`
        : `${other}’s card has not been charged; ${other} pays ${left ?? 'nothing'}.`,
  },
  direct: {
    ...unpaid,
    note: directNote,
    charged: byReader(
      (sitter) => `You pay ${sitter}`,
      (owner) => `${owner} pays you`,
    ),
    returned: () => 'No longer due',
    done: 'Earned',
    toCome: 'To be earned',
    received: ({ other }) => `Due from ${other} directly`,
    paper: 'Payment summary',
    payments: 'What you pay',
    claim: (amount) => `Ask to pay ${amount} less`,
    waived: 'You pay that much less; if you have already paid it, the sitter returns it to you.',
  },
}
