import type { DeskPayout } from '#contract/payments/payouts.ts'
import type { Tone } from '#web/ui/badge.tsx'

/** `none` is the title of an empty list. */
export const payoutStates: Record<DeskPayout['state'], { words: string; tone: Tone; none: string }> = {
  failed: { words: 'Failed', tone: 'rust', none: 'Nothing has failed' },
  waiting: { words: 'Waiting', tone: 'gold', none: 'Nothing is waiting' },
  paid: { words: 'Paid', tone: 'green', none: 'Nothing has been paid yet' },
  withheld: { words: 'Withheld', tone: 'neutral', none: 'Nothing is withheld' },
}

const waits: Record<NonNullable<DeskPayout['waitsFor']>, (name: string) => string> = {
  account: (name) => `Waits until ${name} has set up the payout account.`,
  dispute: () => 'Waits for the end of a dispute with the owner’s bank.',
  provider: () => 'Is being sent; the payment provider has not confirmed it yet.',
}

/** Readable texts for the provider's codes of failures. */
const failures: Partial<Record<string, string>> = {
  balance_insufficient: 'The site’s balance at the payment provider was too low.',
  insufficient_funds: 'The site’s balance at the payment provider was too low.',
  insufficient_capabilities_for_transfer: 'The payout account may not receive payments at the moment.',
  account_invalid: 'The payout account does not exist any more.',
  transfer_source_too_small: 'The payment of this booking did not hold enough money.',
  charge_already_refunded: 'The payment had already been refunded.',
  charge_disputed: 'The owner’s bank disputes the payment.',
  failed: 'The owner’s bank did not accept it.',
  canceled: 'The payment provider cancelled it.',
}

const failureWords = (failure: string | null): string =>
  failures[failure ?? ''] ?? 'The payment provider refused it.'

/** Says in a sentence why the payout is in its state. */
export function payoutReason({ state, kind, waitsFor, failure, person, retryable }: DeskPayout): string {
  if (state === 'paid') return 'The payment provider has confirmed it.'
  if (state === 'withheld') return 'It was not sent: the sitter bears a lost dispute.'
  if (waitsFor) return waits[waitsFor](person.name)
  const code = failure ? ` (${failure})` : ''
  const next = retryable
    ? ''
    : kind === 'payout'
      ? ' It cannot be sent until the payout account is ready and no dispute is open.'
      : ' It cannot be sent again: pay it in another way.'
  return `${failureWords(failure)}${code}${next}`
}
