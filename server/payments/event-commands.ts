import type { z } from 'zod'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import type { Stripe } from '#server/kernel/outside/stripe.ts'
import { Problem } from '#server/kernel/problem.ts'
import { noteDispute } from '#server/payments/dispute-commands.ts'
import { noteAccount, noteIntent, noteSetup } from '#server/payments/note-commands.ts'
import { outcomeOfRefund } from '#server/payments/payment.ts'
import * as store from '#server/payments/store.ts'
import { Account, Dispute, Event, Intent, Refund, SetupIntent } from '#server/payments/stripe-shapes.ts'
import { settle } from '#server/payments/task-commands.ts'

/** Stores a webhook event of Stripe once; rejects it unless its signature is valid and only minutes old. */
export async function receiveEvent(
  deps: Deps,
  stripe: Stripe,
  bytes: Buffer,
  signature: string,
): Promise<void> {
  const at = deps.now()
  if (!stripe.isSigned(bytes, signature, at))
    throw new Problem('request-invalid', { detail: 'The signature is not Stripe’s, or too old.' })
  const event = Event.safeParse(jsonOf(bytes))
  if (!event.success) throw new Problem('request-invalid', { detail: 'This is not an event.' })
  const { id, type, data } = event.data
  await ensureTransaction(deps, async (deps) => {
    const isNew = await store.insertEvent(deps.db, { id, type, object_id: data.object.id, received_at: at })
    if (isNew) await deps.enqueue(deps.db, 'payments.apply-event', { eventId: id })
  })
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

const reading =
  <T>(schema: z.ZodType<T>, path: (id: string) => string, note: (deps: TxDeps, object: T) => Promise<void>) =>
  async (deps: Deps, stripe: Stripe, id: string): Promise<void> => {
    const object = await stripe.read(schema, path(id))
    await ensureTransaction(deps, (deps) => note(deps, object))
  }

/** The object to read again for each type of event; all other events are stored and change nothing. */
const readings: [type: RegExp, apply: (deps: Deps, stripe: Stripe, id: string) => Promise<void>][] = [
  [/^payment_intent\./, reading(Intent, (id) => `payment_intents/${id}`, noteIntent)],
  [/^setup_intent\./, reading(SetupIntent, (id) => `setup_intents/${id}`, noteSetup)],
  [/^account\.updated$/, reading(Account, (id) => `accounts/${id}`, noteAccount)],
  [/^charge\.dispute\./, reading(Dispute, (id) => `disputes/${id}`, noteDispute)],
  [/^(refund\.|charge\.refund\.updated$)/, reading(Refund, (id) => `refunds/${id}`, noteRefund)],
]

async function noteRefund(deps: TxDeps, refund: Refund): Promise<void> {
  const id = refund.metadata?.['task']
  const outcome = outcomeOfRefund(refund)
  if (!id || outcome === 'pending') return
  const failure = outcome === 'refused' ? refund.status : null
  await settle(deps, { id }, { outcome, failure, providerId: refund.id, intent: null })
}

/**
 * Applies an event. The event only names the object, which is read again from Stripe, so neither order nor repetition
 * of events matters.
 */
export async function applyEvent(deps: Deps, stripe: Stripe, eventId: string): Promise<void> {
  const event = await store.findEvent(deps.db, eventId)
  if (!event || event.applied_at) return
  const apply = readings.find(([type]) => type.test(event.type))?.[1]
  if (apply) await apply(deps, stripe, event.object_id)
  await ensureTransaction(deps, (deps) => store.markApplied(deps.db, eventId, deps.now()))
}
