import type { Deps } from '#server/kernel/deps.ts'
import type { Tx } from '#server/kernel/db.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import type { TaskKind } from '#server/payments/payment.ts'
import type { Order, Provider } from '#server/payments/provider.ts'
import * as store from '#server/payments/store.ts'

type Plan = {
  kind: TaskKind
  source: string
  amount: number
  paymentId: string | null
  accountId?: string
}

/** Writes down what Stripe is to do, once for each cause, and has it done when the caller's transaction is committed. */
async function plan(deps: Deps, tx: Tx, order: Order, task: Plan): Promise<void> {
  const { at, bookingId, currency } = order
  const planned = await store.insertTask(tx, {
    id: newId(at),
    kind: task.kind,
    booking_id: bookingId,
    payment_id: task.paymentId,
    account_id: task.accountId ?? null,
    amount: task.amount,
    currency,
    source: task.source,
    state: 'planned',
    created_at: at,
    updated_at: at,
  })
  if (planned) await deps.enqueue(tx, 'payments.act', { taskId: planned.id })
}

const tell = (
  deps: Deps,
  tx: Tx,
  bookingId: string,
  outcome: 'captured' | 'failed',
  paymentId: string | null,
): Promise<void> => deps.enqueue(tx, 'bookings.settle-payment', { bookingId, paymentId, outcome })

/** The payment of this booking when it is for this amount; one for another amount is given up. */
async function paymentFor(
  deps: Deps,
  tx: Tx,
  order: Order,
  amount: number,
): Promise<store.PaymentRow | undefined> {
  const payment = await store.lockLivePayment(tx, order.bookingId)
  if (!payment || payment.amount === amount || payment.state === 'captured') return payment
  await giveUp(deps, tx, order, payment)
  return undefined
}

/** What Stripe knows of is cancelled there; a card that is only kept is not used again. */
export async function giveUp(deps: Deps, tx: Tx, order: Order, payment: store.PaymentRow): Promise<void> {
  if (payment.state === 'captured' || payment.state === 'voided') return
  await store.updatePayment(tx, payment.id, { state: 'voided', updated_at: order.at })
  if (payment.intent_id)
    await plan(deps, tx, order, {
      kind: 'cancel',
      source: payment.id,
      amount: payment.amount,
      paymentId: payment.id,
    })
}

/** Money moves through Stripe: everything is written down here, done by `payments.act`, and posted when its outcome is known. */
export const stripeProvider: Provider = {
  // The ledger had the charge when the money came.
  charge: async () => [],
  chargeMore: async () => {
    throw new Problem('extra-charge-impossible', {
      detail: 'Agree on a change that costs no more, or make another booking for the rest.',
    })
  },
  async payBack(deps, tx, order, amount) {
    const payment = await store.lockLivePayment(tx, order.bookingId)
    if (payment?.state !== 'captured')
      throw new Error(`Nothing was paid for the booking ${order.bookingId} that could be given back`)
    await plan(deps, tx, order, { kind: 'refund', source: order.sourceId, amount, paymentId: payment.id })
    return []
  },
  async payOut(deps, tx, order, amount) {
    const payment = await store.lockLivePayment(tx, order.bookingId)
    await plan(deps, tx, order, {
      kind: 'transfer',
      source: order.sourceId,
      amount,
      paymentId: payment?.id ?? null,
      accountId: order.sides.sitterId,
    })
    return []
  },
  async ask(deps, tx, order, amount) {
    if (amount === 0) return tell(deps, tx, order.bookingId, 'captured', null)
    const payment = await paymentFor(deps, tx, order, amount)
    if (payment?.state === 'captured') return tell(deps, tx, order.bookingId, 'captured', payment.id)
    if (payment?.state !== 'authorised' && payment?.state !== 'stored')
      return tell(deps, tx, order.bookingId, 'failed', payment?.id ?? null)
    const kind = payment.state === 'stored' ? 'charge' : 'capture'
    return plan(deps, tx, order, { kind, source: payment.id, amount, paymentId: payment.id })
  },
  async letGo(deps, tx, order) {
    const payment = await store.lockLivePayment(tx, order.bookingId)
    if (payment) await giveUp(deps, tx, order, payment)
  },
}
