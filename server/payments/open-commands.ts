import { openRequestStatuses, type BookingStatus } from '#contract/codes.ts'
import type { PaymentStep } from '#contract/payments/payments.ts'
import { addHours } from '#server/kernel/day.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Stripe, StripeOutcomeUnknown } from '#server/kernel/outside/stripe.ts'
import { Problem } from '#server/kernel/problem.ts'
import { chargeAtOf, type BookingTimes } from '#server/payments/late-charge.ts'
import { noteIntent, noteSetup } from '#server/payments/note-commands.ts'
import { wayOf } from '#server/payments/payment.ts'
import * as store from '#server/payments/store.ts'
import { voidPayment } from '#server/payments/stripe-commands.ts'
import { Customer, Intent, SetupIntent } from '#server/payments/stripe-shapes.ts'
import { currentSettings } from '#server/settings/commands.ts'

type Payable = NonNullable<Awaited<ReturnType<typeof store.findPayable>>>

const payable: readonly BookingStatus[] = openRequestStatuses
const done: readonly store.PaymentRow['state'][] = ['stored', 'authorised', 'captured']

/**
 * Returns the owner's next payment step, after reading Stripe's state of the last one. Stripe is called between two
 * transactions; the idempotency key is the payment's id, so calling twice makes one payment.
 */
export async function openPayment(deps: Deps, viewer: Viewer, bookingId: string): Promise<PaymentStep> {
  const booking = await store.findPayable(deps.db, bookingId)
  if (booking?.owner_id !== viewer.accountId) throw new Problem('booking-not-found')
  const { stripe } = deps
  const due = duePaymentOf(booking)
  if (!stripe || booking.payment_mode !== 'stripe' || !due)
    throw notDue(booking, 'nothing is to be paid for it here')
  const payment = await ensureTransaction(deps, (deps) => livePayment(deps, booking, due))
  try {
    const clientSecret = await requestClientSecret(deps, stripe, payment, booking)
    return viewStep(stripe, (await store.findPayment(deps.db, payment.id))!, clientSecret)
  } catch (error) {
    if (!(error instanceof StripeOutcomeUnknown)) throw error
    deps.log.warn({ err: error, bookingId }, 'payment step')
    if (error.isStored) await ensureTransaction(deps, (deps) => voidFailedPayment(deps, payment.id))
    throw new Problem(
      'unavailable',
      { detail: 'The payment service does not answer. Nothing was charged.' },
      2,
    )
  }
}

/** Builds the refusal of a payment, or of another card, with the state that prevents it. */
export const notDue = (
  { status: bookingStatus, payment_status: paymentStatus, payment_mode: paymentMode }: Payable,
  why: string,
): Problem =>
  new Problem('payment-not-due', {
    detail: `This booking is ${bookingStatus.replaceAll('_', ' ')} and its payment is ${paymentMode === 'manual' ? 'made directly' : paymentStatus.replaceAll('_', ' ')}: ${why}. Read the booking again.`,
    bookingStatus,
    paymentStatus,
    paymentMode,
  })

/** Returns what is to be paid or authorised now: the price, or an extra payment. */
function duePaymentOf({ status, total, expires_at: expiresAt, ...booking }: Payable) {
  const { extra_id: extraId, extra_purpose: extra, extra_amount: extraAmount } = booking
  if (total > 0 && payable.includes(status)) {
    const until = status === 'awaiting_payment' ? null : expiresAt
    const isSent = status !== 'awaiting_card'
    return { purpose: 'booking', extraId: null, amount: total, until, isSent } as const
  }
  return extraId && extra && extraAmount
    ? ({ purpose: extra, extraId, amount: extraAmount, until: null, isSent: true } as const)
    : null
}
type DuePayment = NonNullable<ReturnType<typeof duePaymentOf>>

async function livePayment(
  deps: TxDeps,
  booking: Payable,
  { purpose, extraId, amount, until, isSent }: DuePayment,
): Promise<store.PaymentRow> {
  const at = deps.now()
  const known = await store.lockLivePayment(deps.db, booking.id, extraId)
  if (known && (known.amount === amount || known.state === 'captured')) return known
  if (known) {
    const sides = await store.findSides(deps.db, booking.id)
    const order = { mode: booking.payment_mode, sides, currency: booking.currency, at }
    await voidPayment(deps, { ...order, bookingId: booking.id, sourceId: known.id }, known)
  }
  return store.insertPayment(deps.db, {
    id: newId(at),
    booking_id: booking.id,
    payer_id: booking.owner_id,
    purpose,
    extra_id: extraId,
    amount,
    currency: booking.currency,
    way: wayOf(
      at,
      isSent ? until : await answerUntil(deps.db, at),
      extraId ? null : chargeAtOf(timesOf(booking), at),
    ),
    state: 'open',
    created_at: at,
    updated_at: at,
  })
}

const timesOf = (booking: Payable): BookingTimes => ({
  startsAt: booking.starts_at,
  endsAt: booking.ends_at,
  payoutDelayHours: booking.payout_delay_hours,
})

/** Returns when a request sent now expires; with a near start the actual expiry may differ. */
async function answerUntil(tx: Tx, at: Date): Promise<Date> {
  const { settings } = await currentSettings(tx)
  return addHours(at, settings.request.ttlHours)
}

/**
 * Voids the payment, because Stripe replays a stored failure for its idempotency key and the next attempt must be a new
 * payment. An intent that Stripe may have created holds no money: its client secret was never handed out.
 */
async function voidFailedPayment(deps: TxDeps, paymentId: string): Promise<void> {
  const payment = await store.lockPayment(deps.db, { id: paymentId })
  if (payment?.state === 'open' && !payment.intent_id && !payment.setup_id)
    await store.updatePayment(deps.db, paymentId, { state: 'voided', updated_at: deps.now() })
}

/**
 * Returns null for a stored card that waits for its charge or is being charged, because nothing is needed from the
 * owner.
 */
async function requestClientSecret(
  deps: Deps,
  stripe: Stripe,
  payment: store.PaymentRow,
  booking: Payable,
): Promise<string | null> {
  if (payment.way !== 'store' || payment.intent_id) return requestIntentSecret(deps, stripe, payment, booking)
  return payment.state === 'stored' ? null : requestSetupSecret(deps, stripe, payment, booking)
}

async function requestIntentSecret(
  deps: Deps,
  stripe: Stripe,
  payment: store.PaymentRow,
  booking: Payable,
): Promise<string | null> {
  const intent = payment.intent_id
    ? await stripe.read(Intent, `payment_intents/${payment.intent_id}`)
    : await stripe.send(
        Intent,
        'payment_intents',
        {
          amount: payment.amount,
          currency: payment.currency.toLowerCase(),
          capture_method: 'manual',
          customer: await customerOf(deps, stripe, booking, payment.id),
          // Later changes and tips are charged to the same card.
          setup_future_usage: 'off_session',
          'payment_method_types[0]': 'card',
          transfer_group: payment.booking_id,
          metadata: { payment: payment.id, booking: payment.booking_id },
        },
        `payment/${payment.id}`,
      )
  await ensureTransaction(deps, async (deps) => {
    const known = await store.lockPayment(deps.db, { id: payment.id })
    if (known && !known.intent_id)
      await store.updatePayment(deps.db, payment.id, { intent_id: intent.id, updated_at: deps.now() })
    await noteIntent(deps, intent)
  })
  return intent.client_secret ?? null
}

async function requestSetupSecret(
  deps: Deps,
  stripe: Stripe,
  payment: store.PaymentRow,
  booking: Payable,
): Promise<string | null> {
  const setup = payment.setup_id
    ? await stripe.read(SetupIntent, `setup_intents/${payment.setup_id}`)
    : await stripe.send(
        SetupIntent,
        'setup_intents',
        {
          customer: await customerOf(deps, stripe, booking, payment.id),
          usage: 'off_session',
          'payment_method_types[0]': 'card',
          metadata: { payment: payment.id, booking: booking.id },
        },
        `setup/${payment.id}`,
      )
  await ensureTransaction(deps, async (deps) => {
    await store.updatePayment(deps.db, payment.id, { setup_id: setup.id, updated_at: deps.now() })
    await noteSetup(deps, setup)
  })
  return setup.client_secret ?? null
}

/** Returns the owner's customer id at Stripe, which stores their cards; creates the customer if necessary. */
export async function customerOf(
  deps: Deps,
  stripe: Stripe,
  booking: Payable,
  paymentId: string,
): Promise<string> {
  const { owner_id: accountId, owner_email: email } = booking
  const known = await store.findCustomer(deps.db, accountId)
  if (known) return known.provider_id
  const made = await stripe.send(
    Customer,
    'customers',
    { email, metadata: { account: accountId } },
    `customer/${paymentId}`,
  )
  return ensureTransaction(deps, async (deps) => {
    await store.insertCustomer(deps.db, {
      account_id: accountId,
      provider_id: made.id,
      created_at: deps.now(),
    })
    return (await store.findCustomer(deps.db, accountId))!.provider_id
  })
}

const viewStep = (
  { publishableKey, scriptUrl }: Stripe,
  payment: store.PaymentRow,
  clientSecret: string | null,
): PaymentStep => ({
  state: done.includes(payment.state) ? 'done' : payment.state === 'failed' ? 'failed' : 'open',
  purpose: payment.way === 'store' && !payment.intent_id ? 'store' : 'pay',
  amount: payment.amount,
  currency: payment.currency,
  clientSecret: done.includes(payment.state) ? null : clientSecret,
  publishableKey,
  scriptUrl,
  failure: payment.failure,
})
