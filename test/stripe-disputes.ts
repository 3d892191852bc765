import { type Handle, newId, type PeerEvent, type Sent, type Thing, wrong } from '#test/stripe-things.ts'

type DisputeTerms = {
  status?: 'needs_response' | 'warning_needs_response'
  amount?: number
  created?: number
  dueBy?: number
  reason?: string
}

/** The bank's fee for a dispute, on top of the disputed amount. */
const disputeFee = 15_00

type Peer = {
  things: Map<string, Thing>
  put: (thing: Thing) => Thing
  get: (id: string | undefined, object: string) => Thing
  tell: (type: PeerEvent['type'], thing: Thing) => void
  needs: (sent: Sent, ...names: string[]) => void
}

/** Disputes in the fake Stripe. */
export function peerDisputes({ things, put, get, tell, needs }: Peer) {
  const balance = (dispute: Thing, amount: number, fee: number) => {
    const moved = { id: newId('txn'), amount, fee, net: amount - fee, currency: dispute['currency'] }
    dispute['balance_transactions'] = [...(dispute['balance_transactions'] as object[]), moved]
  }
  /**
   * Opens an inquiry (`warning_needs_response`), or a dispute for which the bank has already withdrawn the money and
   * its fee.
   */
  function openDispute(
    intentId: string,
    { status = 'needs_response', amount, created = 0, dueBy = 0, reason = 'fraudulent' }: DisputeTerms = {},
  ): Thing {
    const intent = get(intentId, 'payment_intent')
    const dispute = put({
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
    tell('charge.dispute.created', dispute)
    if (status === 'needs_response') withdraw(dispute)
    return dispute
  }
  const withdraw = (dispute: Thing): void => {
    balance(dispute, -Number(dispute['amount']), disputeFee)
    tell('charge.dispute.funds_withdrawn', dispute)
  }
  /** Turns an inquiry into a dispute. */
  const escalateDispute = (id: string): void => {
    const dispute = get(id, 'dispute')
    dispute.status = 'needs_response'
    tell('charge.dispute.updated', dispute)
    withdraw(dispute)
  }
  const closeDispute = (id: string, status: 'won' | 'lost' | 'warning_closed', returned?: number): void => {
    const dispute = get(id, 'dispute')
    dispute.status = status
    tell('charge.dispute.closed', dispute)
    if (status !== 'won') return
    balance(dispute, returned ?? Number(dispute['amount']), 0)
    tell('charge.dispute.funds_reinstated', dispute)
  }
  const awaitsAnswer = (dispute: Thing) => {
    if (!['needs_response', 'warning_needs_response'].includes(dispute.status ?? ''))
      throw wrong('dispute_unexpected_state')
  }
  const answerDispute: Handle = (sent, id) => {
    const dispute = get(id, 'dispute')
    awaitsAnswer(dispute)
    needs(sent, 'evidence[uncategorized_text]', 'submit')
    dispute['evidence'] = sent['evidence[uncategorized_text]']
    const details = dispute['evidence_details'] as { submission_count: number }
    dispute['evidence_details'] = { ...details, submission_count: details.submission_count + 1 }
    dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review'
    tell('charge.dispute.updated', dispute)
    return dispute
  }
  const acceptDispute: Handle = (_, id) => {
    awaitsAnswer(get(id, 'dispute'))
    closeDispute(id, 'lost')
    return get(id, 'dispute')
  }
  const isDisputed = (intentId: string): boolean =>
    [...things.values()].some(
      (thing) =>
        thing.object === 'dispute' &&
        thing['payment_intent'] === intentId &&
        ['needs_response', 'under_review'].includes(thing.status ?? ''),
    )
  /** Amount lost in disputes, which can no longer be refunded. */
  const lostOf = (intentId: string): number =>
    [...things.values()]
      .filter(({ object, status }) => object === 'dispute' && status === 'lost')
      .reduce((sum, one) => sum + (one['payment_intent'] === intentId ? Number(one['amount']) : 0), 0)
  return { openDispute, escalateDispute, closeDispute, answerDispute, acceptDispute, isDisputed, lostOf }
}
