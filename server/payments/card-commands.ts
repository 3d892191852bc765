import type { PaymentStep } from '#contract/payments/payments.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Stripe, StripeOutcomeUnknown } from '#server/kernel/outside/stripe.ts'
import { Problem } from '#server/kernel/problem.ts'
import { providerOf } from '#server/payments/commands.ts'
import { noteSetup } from '#server/payments/note-commands.ts'
import { customerOf, notDue } from '#server/payments/open-commands.ts'
import * as store from '#server/payments/store.ts'
import { SetupIntent } from '#server/payments/stripe-shapes.ts'

type Payable = NonNullable<Awaited<ReturnType<typeof store.findPayable>>>

/**
 * Returns the owner's next step towards replacing the card that is charged later, after reading Stripe's state of the
 * last setup. The stored card stays until the new one is confirmed. With `given`, no new setup is started.
 */
export async function openCard(
  deps: Deps,
  viewer: Viewer,
  bookingId: string,
  { given }: { given: boolean },
): Promise<PaymentStep> {
  const booking = await store.findPayable(deps.db, bookingId)
  if (booking?.owner_id !== viewer.accountId) throw new Problem('booking-not-found')
  const { stripe } = deps
  const mayReplace = stripe && providerOf(booking.payment_mode).storesCards
  const stored = mayReplace ? await store.findReplaceableCard(deps.db, bookingId) : undefined
  if (!stripe || !stored) throw notDue(booking, 'no card is kept for it, or the card is being charged now')
  try {
    const setup = await replacementSetup(deps, stripe, stored, booking, given)
    const isGiven = setup === null || setup.status === 'succeeded'
    return viewStep(stripe, stored, isGiven ? null : (setup.client_secret ?? null))
  } catch (error) {
    if (!(error instanceof StripeOutcomeUnknown)) throw error
    deps.log.warn({ err: error, bookingId }, 'other card')
    throw new Problem(
      'unavailable',
      { detail: 'The payment service does not answer. Your saved card stays the same.' },
      2,
    )
  }
}

/** Returns Stripe's setup of the new card, started if necessary; null if there is no setup left to confirm. */
async function replacementSetup(
  deps: Deps,
  stripe: Stripe,
  stored: store.PaymentRow,
  booking: Payable,
  given: boolean,
): Promise<SetupIntent | null> {
  const known =
    stored.swap_setup_id && (await stripe.read(SetupIntent, `setup_intents/${stored.swap_setup_id}`))
  if (known && known.status !== 'canceled') {
    await ensureTransaction(deps, (deps) => noteSetup(deps, known))
    return known
  }
  if (given) return null
  const started = await stripe.send(
    SetupIntent,
    'setup_intents',
    {
      customer: await customerOf(deps, stripe, booking, stored.id),
      usage: 'off_session',
      'payment_method_types[0]': 'card',
      metadata: { payment: stored.id, booking: booking.id },
    },
    // A setup whose response was lost holds nothing, so the next attempt may use a new key.
    `swap/${newId(deps.now())}`,
  )
  const first = await ensureTransaction(deps, ({ db }) => storeFirstSetup(db, stored, started.id))
  return first === started.id ? started : stripe.read(SetupIntent, `setup_intents/${first}`)
}

/** Stores the setup; of two started concurrently, the first one wins. */
async function storeFirstSetup(tx: Tx, stored: store.PaymentRow, setupId: string): Promise<string> {
  const now = await store.lockPayment(tx, { id: stored.id })
  const other = now?.swap_setup_id
  if (other && other !== stored.swap_setup_id) return other
  await store.updatePayment(tx, stored.id, { swap_setup_id: setupId })
  return setupId
}

const viewStep = (
  { publishableKey, scriptUrl }: Stripe,
  { amount, currency }: store.PaymentRow,
  clientSecret: string | null,
): PaymentStep => ({
  state: clientSecret === null ? 'done' : 'open',
  purpose: 'store',
  amount,
  currency,
  clientSecret,
  publishableKey,
  scriptUrl,
  failure: null,
})
