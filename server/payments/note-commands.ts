import type { Tx } from '#server/kernel/db/db.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { post } from '#server/ledger/commands.ts'
import { postings } from '#server/ledger/postings.ts'
import {
  failureOf,
  isNewerState,
  methodOf,
  type PaymentState,
  stateOfAccount,
  stateOfIntent,
  stateOfSetup,
} from '#server/payments/payment.ts'
import * as store from '#server/payments/store.ts'
import type { Account, Intent, SetupIntent } from '#server/payments/stripe-shapes.ts'

/** Applies the state of a payment at Stripe; a state older than the known one changes nothing. */
export async function noteIntent(deps: TxDeps, intent: Intent): Promise<void> {
  const known = await lockPaymentOf(deps.db, intent)
  if (!known) return
  const state = stateOfIntent(intent)
  // A stored card whose charge failed may be replaced by another one, so the payment is open again.
  const mayReopen = known.state === 'stored' && known.intent_id === null
  if (!isNewerState(known.state, state) && !mayReopen) {
    if (known.intent_id === null) await store.updatePayment(deps.db, known.id, { intent_id: intent.id })
    return
  }
  const payment = await store.updatePayment(deps.db, known.id, {
    intent_id: intent.id,
    state,
    failure: failureOf(intent),
    method_id: methodOf(intent) ?? known.method_id,
    updated_at: deps.now(),
  })
  // A tip is posted as a tip when its booking accepts it.
  if (state === 'captured' && payment.purpose !== 'tip') await postCharge(deps, payment)
  await notifyBooking(deps, payment, state)
}

/** Locks the payment of an intent; before its first answer the payment is known only by the intent's metadata. */
async function lockPaymentOf(tx: Tx, { id, metadata }: Intent): Promise<store.PaymentRow | undefined> {
  const metadataId = metadata?.['payment']
  const known =
    (await store.lockPayment(tx, { intent_id: id })) ??
    (metadataId === undefined ? undefined : await store.lockPayment(tx, { id: metadataId }))
  return known && (known.intent_id === null || known.intent_id === id) ? known : undefined
}

/**
 * Replaces the stored card with a confirmed new one, unless the old one is being charged or was released in the
 * meantime.
 */
async function noteReplacementCard(deps: TxDeps, setup: SetupIntent): Promise<void> {
  const known = await store.lockPayment(deps.db, { swap_setup_id: setup.id })
  if (!known || stateOfSetup(setup) !== 'stored' || !setup.payment_method) return
  if (!(await store.findReplaceableCard(deps.db, known.booking_id))) return
  await store.updatePayment(deps.db, known.id, {
    method_id: setup.payment_method,
    setup_id: setup.id,
    swap_setup_id: null,
    updated_at: deps.now(),
  })
  const ids = { bookingId: known.booking_id, paymentId: known.id }
  await deps.enqueue(deps.db, 'bookings.settle-payment', { ...ids, outcome: 'swapped' })
}

export async function noteSetup(deps: TxDeps, setup: SetupIntent): Promise<void> {
  await noteReplacementCard(deps, setup)
  const known = await store.lockPayment(deps.db, { setup_id: setup.id })
  const state = stateOfSetup(setup)
  if (!known || known.intent_id !== null || !isNewerState(known.state, state)) return
  const payment = await store.updatePayment(deps.db, known.id, {
    state,
    method_id: setup.payment_method ?? null,
    updated_at: deps.now(),
  })
  await notifyBooking(deps, payment, state)
}

/** Posts the arrival of the owner's money, once; its use is up to the booking. */
export async function postCharge(deps: TxDeps, payment: store.PaymentRow): Promise<void> {
  const sides = await store.findSides(deps.db, payment.booking_id)
  await post(deps.db, sourceOf(payment.id, payment, deps.now()), [postings.charge(sides, payment.amount)])
}

export const sourceOf = (
  sourceId: string,
  { booking_id: bookingId, currency }: { booking_id: string; currency: string },
  at: Date,
) => ({ source: 'payment', sourceId, bookingId, currency, at })

const outcomes: Record<PaymentState, 'authorised' | 'captured' | 'failed' | null> = {
  open: null,
  action: 'failed',
  failed: 'failed',
  stored: 'authorised',
  authorised: 'authorised',
  captured: 'captured',
  voided: 'failed',
}

export async function notifyBooking(
  deps: TxDeps,
  { id, booking_id: bookingId, extra_id: extraId }: store.PaymentRow,
  state: PaymentState,
): Promise<void> {
  const outcome = outcomes[state]
  if (!outcome) return
  const ids = { bookingId, paymentId: id, ...(extraId ? { extraId } : {}) }
  await deps.enqueue(deps.db, 'bookings.settle-payment', { ...ids, outcome })
}

export async function noteAccount(deps: TxDeps, account: Account): Promise<void> {
  await store.updateAccount(deps.db, account.id, { state: stateOfAccount(account), updated_at: deps.now() })
  await resumeTransfers(deps)
}

const batch = 100
const retryHours = 1

/** Requeues the transfers that waited for an account or a dispute and need not wait any longer. */
export async function resumeTransfers(deps: TxDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - retryHours * 3_600_000)
  for (const { id } of await store.findResumableTransfers(deps.db, before, batch))
    await deps.enqueue(deps.db, 'payments.act', { taskId: id })
}
