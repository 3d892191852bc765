import type { Tx } from '#server/kernel/db/db.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Draw, draw, drawFromOne } from '#server/payments/draw.ts'
import { postCharge } from '#server/payments/note-commands.ts'
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

/**
 * Records a task for Stripe, once for each cause, and queues it to run after the caller's transaction has committed.
 */
async function plan(deps: TxDeps, order: Order, task: Plan): Promise<void> {
  const { at, bookingId, currency } = order
  const planned = await store.insertTask(deps.db, {
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
  if (planned) await deps.enqueue(deps.db, 'payments.act', { taskId: planned.id })
}

const notifyOutcome = (
  deps: TxDeps,
  { bookingId, extra }: Order,
  outcome: 'captured' | 'failed',
  paymentId: string | null,
): Promise<void> =>
  deps.enqueue(deps.db, 'bookings.settle-payment', {
    bookingId,
    paymentId,
    ...(extra ? { extraId: extra.id } : {}),
    outcome,
  })

const lockPaymentOf = (tx: Tx, { bookingId, extra }: Order) =>
  store.lockLivePayment(tx, bookingId, extra?.id ?? null)

/** Returns the live payment of this order if it has this amount; voids one with another amount. */
async function paymentFor(deps: TxDeps, order: Order, amount: number): Promise<store.PaymentRow | undefined> {
  const payment = await lockPaymentOf(deps.db, order)
  if (!payment || payment.amount === amount || payment.state === 'captured') return payment
  await voidPayment(deps, order, payment)
  return undefined
}

/** Creates a payment with the card used before, to be charged off-session, if that card may be charged again. */
async function paymentWithStoredCard(
  tx: Tx,
  order: Order,
  amount: number,
): Promise<store.PaymentRow | undefined> {
  const { bookingId, extra } = order
  const methodId = extra && (await store.findStoredMethod(tx, bookingId))
  if (!extra || !methodId) return undefined
  return insertStored(tx, order, { purpose: extra.purpose, extra_id: extra.id, method_id: methodId, amount })
}

type StoredCard = Pick<store.PaymentRow, 'purpose' | 'extra_id' | 'method_id' | 'amount'>

/** Inserts a payment with a card that the owner has added before. */
const insertStored = (tx: Tx, { bookingId, sides, currency, at }: Order, stored: StoredCard) =>
  store.insertPayment(tx, {
    ...stored,
    id: newId(at),
    booking_id: bookingId,
    payer_id: sides.ownerId,
    currency,
    way: 'store',
    state: 'stored',
    created_at: at,
    updated_at: at,
  })

/** Plans one task for each payment drawn from; the first uses the plain source id, the others get a suffix. */
async function planDraws(
  deps: TxDeps,
  order: Order,
  task: Pick<Plan, 'kind'> & { accountId?: string },
  draws: readonly Draw[],
): Promise<void> {
  for (const [index, { id: paymentId, amount }] of draws.entries()) {
    const source = index === 0 ? order.sourceId : `${order.sourceId}/${index + 1}`
    await plan(deps, order, { ...task, source, amount, paymentId })
  }
}

/** Voids the payment; one that exists at Stripe is cancelled there, and a merely stored card is not used again. */
export async function voidPayment(deps: TxDeps, order: Order, payment: store.PaymentRow): Promise<void> {
  if (payment.state === 'captured' || payment.state === 'voided') return
  await store.updatePayment(deps.db, payment.id, { state: 'voided', updated_at: order.at })
  if (payment.intent_id)
    await plan(deps, order, {
      kind: 'cancel',
      source: payment.id,
      amount: payment.amount,
      paymentId: payment.id,
    })
}

/**
 * Moves money through Stripe: every step is recorded here, performed by `payments.act`, and posted when its outcome is
 * known.
 */
export const stripeProvider: Provider = {
  storesCards: true,
  // The charge was posted when the money arrived.
  charge: async () => [],
  async payBack(deps, order, amount) {
    const paid = await store.findPaid(deps.db, order.bookingId)
    const sources = paid.map((one) => ({ id: one.id, left: one.amount - one.given_back }))
    const draws = draw(sources.toReversed(), amount)
    if (draws.some(({ id }) => id === null))
      throw new Error(`Less was paid for the booking ${order.bookingId} than is to be given back`)
    await planDraws(deps, order, { kind: 'refund' }, draws)
    return []
  },
  async payOut(deps, order, amount) {
    const task = { kind: 'transfer', accountId: order.sides.sitterId } as const
    if (order.extra) {
      const payment = await lockPaymentOf(deps.db, order)
      await plan(deps, order, { ...task, source: order.sourceId, amount, paymentId: payment!.id })
      return []
    }
    const paid = await store.findPaid(deps.db, order.bookingId)
    const sources = paid.map((one) => ({ id: one.id, left: one.amount - one.given_back - one.paid_out }))
    // The platform's promo code share comes from its own balance.
    await planDraws(deps, order, task, drawFromOne(sources, amount))
    return []
  },
  async collect(deps, order, amount) {
    if (amount === 0) return notifyOutcome(deps, order, 'captured', null)
    const payment =
      (await paymentFor(deps, order, amount)) ?? (await paymentWithStoredCard(deps.db, order, amount))
    if (payment?.state === 'captured') return notifyOutcome(deps, order, 'captured', payment.id)
    if (payment?.state !== 'authorised' && payment?.state !== 'stored')
      return notifyOutcome(deps, order, 'failed', payment?.id ?? null)
    const kind = payment.state === 'stored' ? 'charge' : 'capture'
    return plan(deps, order, { kind, source: payment.id, amount, paymentId: payment.id })
  },
  async storeCard(deps, order, amount) {
    const payment = await lockPaymentOf(deps.db, order)
    if (payment?.state === 'stored') {
      if (payment.amount !== amount)
        await store.updatePayment(deps.db, payment.id, { amount, updated_at: order.at })
      return true
    }
    if (payment?.state !== 'authorised' || payment.method_id === null) return false
    // A hold would expire long before the charge, so it is released and its card is stored instead.
    await voidPayment(deps, order, payment)
    await insertStored(deps.db, order, {
      purpose: 'booking',
      extra_id: null,
      method_id: payment.method_id,
      amount,
    })
    return true
  },
  async release(deps, order) {
    const payment = await lockPaymentOf(deps.db, order)
    if (payment) await voidPayment(deps, order, payment)
  },
  async refundLatePayment(deps, order, paymentId) {
    const payment = await store.lockPayment(deps.db, { id: paymentId })
    if (payment?.state !== 'captured') return
    if (payment.purpose === 'tip') await postCharge(deps, payment)
    const source = `late/${paymentId}`
    await plan(deps, order, { kind: 'refund', source, amount: payment.amount, paymentId })
  },
}
