import type { DisputeState } from '#contract/codes.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { moveDispute } from '#contract/payments/disputes.ts'
import type { Dispute } from '#server/payments/stripe-shapes.ts'

/** How far a dispute has come: it may go up, never down, whatever order the news come in. A status we do not know is an open one. */
const ranks: Partial<Record<string, number>> = {
  warning_needs_response: 1,
  warning_under_review: 2,
  needs_response: 3,
  under_review: 4,
  warning_closed: 5,
  prevented: 5,
  lost: 5,
  won: 6,
}
const rankOf = (status: string): number => ranks[status] ?? 0
const answerable: readonly string[] = ['warning_needs_response', 'needs_response']

export const isDisputeNews = (known: string, said: string): boolean => rankOf(said) > rankOf(known)

/** The bank only asks, and has taken nothing. */
export const isInquiry = (status: string): boolean => status.startsWith('warning_')

export function stateOfDispute({
  status,
  decidedAt = null,
}: {
  status: string
  decidedAt?: Date | null
}): DisputeState {
  if (status === 'lost') return decidedAt ? 'borne' : 'lost'
  return rankOf(status) >= 5 ? 'won' : 'open'
}

/** What the bank moved because of it, in the currency of the payment: what it takes is negative, its fee is not. */
export const fundsOf = ({ currency, amount, balance_transactions: moved }: Dispute) =>
  (moved ?? []).map((one) => {
    const isSame = one.currency === currency
    return {
      id: one.id,
      amount: isSame ? one.amount : Math.sign(one.amount) * amount,
      fee: isSame ? one.fee : Math.round(one.fee / (one.exchange_rate ?? 1)),
    }
  })

/** What the bank asks of whoever runs the site, as far as it is still to be done. */
export type BankQuestion = {
  dueAt: Date | null
  isInquiry: boolean
  state: DisputeState
  /** What nobody bears yet. */
  open: number
}

export type DisputeNews = 'dispute_escalated' | 'dispute_won' | 'dispute_lost' | 'dispute_reversed'

/** What it is to people that a dispute goes from one status to a later one; null when it is nothing to them. */
export function newsOf(known: string, said: string): DisputeNews | null {
  const state = stateOfDispute({ status: said })
  if (state === 'lost') return 'dispute_lost'
  if (state === 'won') return known === 'lost' ? 'dispute_reversed' : 'dispute_won'
  return isInquiry(known) && !isInquiry(said) ? 'dispute_escalated' : null
}

export type DisputeMoney = {
  withdrawn: number
  covered: number
  borneByPlatform: number
  borneBySitter: number
}

/** What the bank has of it and nobody bears. */
export const unborne = ({ withdrawn, covered, borneByPlatform, borneBySitter }: DisputeMoney): number =>
  Math.max(0, withdrawn - covered - borneByPlatform - borneBySitter)

/**
 * What of a loss the bank has returned and still counts as covered or borne: the owner has it no longer, so as much of what
 * was due to them is due again; then the sitter's part, and what is left is the platform's.
 */
export function returnOf({ withdrawn, covered, borneByPlatform, borneBySitter }: DisputeMoney): {
  owner: number
  sitter: number
  platform: number
} {
  const kept = Math.max(0, withdrawn)
  const excess = Math.max(0, covered + borneByPlatform + borneBySitter - kept)
  const owner = Math.max(0, covered - kept)
  const sitter = Math.min(borneBySitter, excess - owner)
  return { owner, sitter, platform: excess - owner - sitter }
}

/**
 * A refund that the bank has made in our place: first of what nobody bears, then of what the site bears. The rest of it is
 * still to be given back.
 */
export function coverOf(
  money: DisputeMoney,
  isDecided: boolean,
  refund: number,
): { open: number; platform: number } {
  // After the decision the rest is on its way back from the sitter.
  const open = isDecided ? 0 : Math.min(refund, unborne(money))
  return { open, platform: Math.min(refund - open, money.borneByPlatform) }
}

export type DisputeFacts = {
  status: string
  amount: number
  dueAt: Date | null
  decidedAt: Date | null
  /** An answer or an acceptance is on its way, or was sent. */
  isSending: boolean
  isAnswered: boolean
  money: DisputeMoney
}

type Action = Answer<typeof moveDispute>['actions'][number]

export function disputeActions(dispute: DisputeFacts, at: Date): Action[] {
  const { status, amount, dueAt, decidedAt, isSending, isAnswered, money } = dispute
  const state = stateOfDispute(dispute)
  // The bank leaves the payment as it was and returns a part of it: somebody bears the rest.
  const isPartlyKept = state === 'won' && decidedAt === null && money.withdrawn < amount
  const isAwaited = answerable.includes(status) && !isSending && !isAnswered && (!dueAt || at < dueAt)
  return [
    ...(isAwaited ? (['answer'] as const) : []),
    // A question takes nothing, so there is nothing to give up.
    ...(isAwaited && !isInquiry(status) ? (['accept'] as const) : []),
    ...(unborne(money) > 0 && (state === 'lost' || isPartlyKept) ? (['bear'] as const) : []),
  ]
}
