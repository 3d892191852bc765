import { z } from 'zod'
import {
  type Act,
  get,
  requireParams,
  newId,
  type Peer,
  put,
  emitEvent,
  type StripeObject,
  invalidRequest,
} from '#test/stripe-objects.ts'

/** Outcome of a dispute. */
export type Verdict = 'won' | 'lost' | 'warning_closed'
export type DisputeTerms = {
  status?: 'needs_response' | 'warning_needs_response'
  amount?: number
  created?: number
  dueBy?: number
  reason?: string
}
const Details = z.looseObject({ submission_count: z.int() })

/** The bank's fee for a dispute, on top of the disputed amount. */
const disputeFee = 15_00

const balance = (dispute: StripeObject, amount: number, fee: number) => {
  const moved = { id: newId('txn'), amount, fee, net: amount - fee, currency: dispute['currency'] }
  dispute['balance_transactions'] = [...z.array(z.unknown()).parse(dispute['balance_transactions']), moved]
}
/**
 * Opens an inquiry (`warning_needs_response`), or a dispute for which the bank has already withdrawn the money and
 * its fee.
 */
export function openDispute(
  peer: Peer,
  intentId: string,
  { status = 'needs_response', amount, created = 0, dueBy = 0, reason = 'fraudulent' }: DisputeTerms = {},
): StripeObject {
  const intent = get(peer, intentId, 'payment_intent')
  const dispute = put(peer, {
    id: newId('dp'),
    object: 'dispute',
    status,
    reason,
    created,
    amount: amount ?? intent['amount'],
    currency: intent['currency'],
    payment_intent: intentId,
    balance_transactions: [],
    evidence_details: { due_by: dueBy || null, submission_count: 0 },
  })
  emitEvent(peer, 'charge.dispute.created', dispute)
  if (status === 'needs_response') withdraw(peer, dispute)
  return dispute
}
const withdraw = (peer: Peer, dispute: StripeObject): void => {
  balance(dispute, -Number(dispute['amount']), disputeFee)
  emitEvent(peer, 'charge.dispute.funds_withdrawn', dispute)
}
/** Turns an inquiry into a dispute. */
export const escalateDispute = (peer: Peer, id: string): void => {
  const dispute = get(peer, id, 'dispute')
  dispute.status = 'needs_response'
  emitEvent(peer, 'charge.dispute.updated', dispute)
  withdraw(peer, dispute)
}
export const closeDispute = (peer: Peer, id: string, status: Verdict, returned?: number): void => {
  const dispute = get(peer, id, 'dispute')
  dispute.status = status
  emitEvent(peer, 'charge.dispute.closed', dispute)
  if (status !== 'won') return
  balance(dispute, returned ?? Number(dispute['amount']), 0)
  emitEvent(peer, 'charge.dispute.funds_reinstated', dispute)
}
const requireOpenDispute = (dispute: StripeObject) => {
  if (!['needs_response', 'warning_needs_response'].includes(dispute.status ?? ''))
    throw invalidRequest('dispute_unexpected_state')
}
export const submitEvidence: Act = (peer, sent, id) => {
  const dispute = get(peer, id, 'dispute')
  requireOpenDispute(dispute)
  requireParams(sent, 'evidence[uncategorized_text]', 'submit')
  dispute['evidence'] = sent['evidence[uncategorized_text]']
  const details = Details.parse(dispute['evidence_details'])
  dispute['evidence_details'] = { ...details, submission_count: details.submission_count + 1 }
  dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review'
  emitEvent(peer, 'charge.dispute.updated', dispute)
  return dispute
}
export const acceptDispute: Act = (peer, _, id) => {
  requireOpenDispute(get(peer, id, 'dispute'))
  closeDispute(peer, id, 'lost')
  return get(peer, id, 'dispute')
}
export const isDisputed = ({ objects: things }: Peer, intentId: string): boolean =>
  [...things.values()].some(
    (thing) =>
      thing.object === 'dispute' &&
      thing['payment_intent'] === intentId &&
      ['needs_response', 'under_review'].includes(thing.status ?? ''),
  )
/** Amount lost in disputes, which can no longer be refunded. */
export const lostOf = ({ objects: things }: Peer, intentId: string): number =>
  [...things.values()]
    .filter(({ object, status }) => object === 'dispute' && status === 'lost')
    .reduce((sum, one) => sum + (one['payment_intent'] === intentId ? Number(one['amount']) : 0), 0)
