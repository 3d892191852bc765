/**
 * What staff read about the money of a booking, by what the ledger has seen of it (docs/decisions/0103). These words
 * are apart from `contract/payments/words.ts`, because only the desk loads them.
 */
import type { Settlement } from '#contract/codes.ts'

type DeskMoneyWords = {
  /** Labels of the amounts of a booking. `earned` includes the fees. */
  paid: string
  refunded: string
  earned: string
  held: string
  /** What a decision takes off the price. */
  refund: (owner: string) => string
  refundNow: (owner: string) => string
  /** How much can be taken off, and, where the two settle directly, what they do about it. */
  most: (held: string, owner: string, sitter: string) => string
  /** Ending a booking so that the owner pays none of the amount that is still held. */
  endFree: {
    outcome: (held: string) => string
    action: string
    question: string
    confirm: (held: string) => string
  }
}

const card: DeskMoneyWords = {
  paid: 'Paid',
  refunded: 'Refunded',
  earned: 'Settled with the sitter, fees included',
  held: 'Still held',
  refund: (owner) => `Refund to ${owner}`,
  refundNow: (owner) => `Refunded now to ${owner}`,
  most: (held) => `Of the ${held} still held.`,
  endFree: {
    outcome: (held) => `The owner gets back all of the ${held} still held,`,
    action: 'End it and refund everything',
    question: 'End the booking and refund everything?',
    confirm: (held) => `Refund ${held}`,
  },
}

const endIt = { action: 'End it', question: 'End the booking?', confirm: () => 'End it' }

export const deskMoneyWords: Record<Settlement, DeskMoneyWords> = {
  card,
  uncharged: {
    ...card,
    endFree: { ...endIt, outcome: () => 'Nothing has been charged yet, so the owner pays nothing,' },
  },
  direct: {
    paid: 'Agreed price',
    refunded: 'No longer due',
    earned: 'Earned by the sitter, fees included',
    held: 'Due, not earned yet',
    refund: (owner) => `No longer due from ${owner}`,
    refundNow: (owner) => `No longer due from ${owner}`,
    most: (held, owner, sitter) =>
      `Of the ${held} that ${sitter} has not earned yet. They settle directly: ${owner} pays that much less, or gets it back from ${sitter}.`,
    endFree: { ...endIt, outcome: (held) => `The owner no longer owes any of the ${held} not earned yet,` },
  },
}
