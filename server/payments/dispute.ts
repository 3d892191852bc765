import type { DisputeState } from '#contract/codes.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { moveDispute } from '#contract/payments/disputes.ts'
import type { Dispute } from '#server/payments/stripe-shapes.ts'

/**
 * Progress of a dispute: it only ever increases, because events may arrive out of order. An unknown status counts as
 * open.
 */
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

export const isLaterStatus = (known: string, received: string): boolean => rankOf(received) > rankOf(known)

/** True for an inquiry: the bank only asks, and has taken nothing. */
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

/**
 * Returns what the bank moved because of the dispute, in the currency of the payment: withdrawals are negative, fees
 * positive.
 */
export const fundsOf = ({ currency, amount, balance_transactions: moved }: Dispute) =>
  (moved ?? []).map((one) => {
    const isSame = one.currency === currency
    return {
      id: one.id,
      amount: isSame ? one.amount : Math.sign(one.amount) * amount,
      fee: isSame ? one.fee : Math.round(one.fee / (one.exchange_rate ?? 1)),
    }
  })

/** What the bank still expects of the operator. */
export type DisputeSummary = {
  dueAt: Date | null
  isInquiry: boolean
  state: DisputeState
  /** The amount of the loss that nobody bears yet. */
  open: number
}

export type DisputeNews = 'dispute_escalated' | 'dispute_won' | 'dispute_lost' | 'dispute_reversed'

/** Returns the news for the two parties when a dispute moves from one status to a later one; null if there is none. */
export function newsOf(known: string, received: string): DisputeNews | null {
  const state = stateOfDispute({ status: received })
  if (state === 'lost') return 'dispute_lost'
  if (state === 'won') return known === 'lost' ? 'dispute_reversed' : 'dispute_won'
  return isInquiry(known) && !isInquiry(received) ? 'dispute_escalated' : null
}

export type DisputeMoney = {
  withdrawn: number
  covered: number
  borneByPlatform: number
  borneBySitter: number
}

/** Computes the part of the bank's withdrawal that is neither covered by a refund nor borne by anyone. */
export const unborne = ({ withdrawn, covered, borneByPlatform, borneBySitter }: DisputeMoney): number =>
  Math.max(0, withdrawn - covered - borneByPlatform - borneBySitter)

/**
 * Computes how much of a returned loss still counts as covered or borne, and by whom. The owner no longer has the
 * bank's money, so that part is due to them again; then comes the sitter's part, and the rest is the platform's.
 */
export function sharesToRestore({ withdrawn, covered, borneByPlatform, borneBySitter }: DisputeMoney): {
  owner: number
  sitter: number
  platform: number
} {
  const stillWithdrawn = Math.max(0, withdrawn)
  const excess = Math.max(0, covered + borneByPlatform + borneBySitter - stillWithdrawn)
  const owner = Math.max(0, covered - stillWithdrawn)
  const sitter = Math.min(borneBySitter, excess - owner)
  return { owner, sitter, platform: excess - owner - sitter }
}

/**
 * Computes how much of a refund the bank has already made in our place: first out of the loss that nobody bears, then
 * out of what the site bears. The rest is still to be refunded.
 */
export function coverOf(
  money: DisputeMoney,
  isDecided: boolean,
  refund: number,
): { open: number; platform: number } {
  // After the decision, the unborne rest is already being reversed from the sitter.
  const open = isDecided ? 0 : Math.min(refund, unborne(money))
  return { open, platform: Math.min(refund - open, money.borneByPlatform) }
}

export type DisputeFacts = {
  status: string
  amount: number
  dueAt: Date | null
  decidedAt: Date | null
  /** An answer or an acceptance is being sent, or was sent. */
  isSending: boolean
  isAnswered: boolean
  money: DisputeMoney
}

type Action = EndpointResponse<typeof moveDispute>['actions'][number]

/** True if the bank waits for an answer. */
const isAwaited = ({ status, dueAt, isSending, isAnswered }: DisputeFacts, at: Date): boolean =>
  answerable.includes(status) && !isSending && !isAnswered && (!dueAt || at < dueAt)

export function disputeActions(dispute: DisputeFacts, at: Date): Action[] {
  const { status, amount, decidedAt, money } = dispute
  const state = stateOfDispute(dispute)
  // The bank returns only a part of the payment, so somebody has to bear the rest.
  const isPartialReturn = state === 'won' && decidedAt === null && money.withdrawn < amount
  const awaited = isAwaited(dispute, at)
  return [
    ...(awaited ? (['answer'] as const) : []),
    // An inquiry takes no money, so there is nothing to concede.
    ...(awaited && !isInquiry(status) ? (['accept'] as const) : []),
    ...(unborne(money) > 0 && (state === 'lost' || isPartialReturn) ? (['bear'] as const) : []),
  ]
}
