import type { DisputeState } from '#contract/codes.ts'
import type { Dispute } from '#contract/payments/disputes.ts'
import type { Tone } from '#web/ui/badge.tsx'

const stateDisplays: Record<DisputeState, { words: string; tone: Tone }> = {
  open: { words: 'With the bank', tone: 'gold' },
  won: { words: 'Won', tone: 'green' },
  lost: { words: 'Lost, to be decided', tone: 'rust' },
  borne: { words: 'Lost, decided', tone: 'neutral' },
}

export function disputeDisplay({
  state,
  actions,
  isInquiry,
}: Pick<Dispute, 'state' | 'actions' | 'isInquiry'>): { words: string; tone: Tone } {
  if (actions.includes('answer')) return { words: 'Answer the bank', tone: 'rust' }
  if (isInquiry && state === 'open') return { words: 'The bank is asking', tone: 'gold' }
  return stateDisplays[state]
}

/** The payment service's names for dispute reasons. */
const reasons: Partial<Record<string, string>> = {
  bank_cannot_process: 'The bank could not process it',
  credit_not_processed: 'The owner expected money back',
  customer_initiated: 'The owner has asked for it',
  debit_not_authorized: 'The owner says it was not agreed to',
  duplicate: 'The owner says it was charged twice',
  fraudulent: 'The owner does not recognise the payment',
  general: 'No reason was given',
  incorrect_account_details: 'The account details were wrong',
  insufficient_funds: 'There was not enough money in the account',
  noncompliant: 'The bank says a rule was broken',
  product_not_received: 'The owner says nothing was delivered',
  product_unacceptable: 'The owner was not satisfied',
  subscription_canceled: 'The owner says it was cancelled',
  unrecognized: 'The owner does not recognise the payment',
}
export const disputeReason = (reason: string): string => reasons[reason] ?? `The bank says: ${reason}`

/** Readable texts for failure codes that need an explanation. */
const failures: Partial<Record<string, string>> = {
  balance_insufficient: 'The sitter’s account no longer held the money, so it stays with the site.',
}
export const disputeFailure = (failure: string): string =>
  failures[failure] ?? `The payment service refused the last step: ${failure}.`
