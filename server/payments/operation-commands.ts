import type { Stripe } from '#server/kernel/outside/stripe.ts'
import type { DisputeRow } from '#server/payments/dispute-store.ts'
import { outcomeOfRefund, stateOfIntent, type TaskKind, type TaskOutcome } from '#server/payments/payment.ts'
import type { AccountRow, PaymentRow, TaskRow } from '#server/payments/store.ts'
import { Dispute, Intent, listOf, Refund, Reversal, Transfer } from '#server/payments/stripe-shapes.ts'

export type TaskFacts = {
  task: TaskRow
  payment: PaymentRow | undefined
  /** The sitter's payout account, for a transfer. */
  account: AccountRow | undefined
  customerId: string | undefined
  /** The dispute that the task belongs to. */
  dispute: DisputeRow | undefined
  /** Stripe's id of the transfer that is reversed. */
  transferId: string | undefined
  /** True if the payment covers the sum of all transfers made from it. */
  isCovered: boolean
}
/** The outcome of a task; `intent` is the payment's new state, if it has changed. */
export type TaskResult = {
  outcome: TaskOutcome
  failure: string | null
  providerId: string | null
  intent: Intent | null
  dispute?: Dispute
}

type StripeOperation = {
  /** Looks up whether Stripe has already done it; undefined if it has not, or not yet. */
  find: (stripe: Stripe, facts: TaskFacts, intent?: unknown) => Promise<TaskResult | undefined>
  send: (stripe: Stripe, facts: TaskFacts, key: string) => Promise<TaskResult>
}

const done = (providerId: string, intent: Intent | null = null): TaskResult => ({
  outcome: 'done',
  failure: null,
  providerId,
  intent,
})
const refusedWith = (intent: Intent, failure: string): TaskResult => ({
  outcome: 'refused',
  failure,
  providerId: intent.id,
  intent,
})

const intentOf = ({ task, payment }: TaskFacts): string => {
  if (!payment?.intent_id) throw new Error(`The payment task ${task.id} has no payment at Stripe`)
  return payment.intent_id
}
const readIntent = (stripe: Stripe, id: string) => stripe.read(Intent, `payment_intents/${id}`)
const metadataOf = ({ task }: TaskFacts) => ({ task: task.id, booking: task.booking_id })
const belongsToTask =
  ({ task }: TaskFacts) =>
  ({ metadata }: { metadata?: Record<string, string> | null | undefined }): boolean =>
    metadata?.['task'] === task.id

const refundResult = (refund: Refund): TaskResult => ({
  outcome: outcomeOfRefund(refund),
  failure: outcomeOfRefund(refund) === 'refused' ? refund.status : null,
  providerId: refund.id,
  intent: null,
})

/** An off-session charge either succeeded, or the owner has to complete it. */
const chargeResult = (intent: Intent): TaskResult =>
  stateOfIntent(intent) === 'captured'
    ? done(intent.id, intent)
    : refusedWith(intent, intent.last_payment_error?.code ?? intent.status)

const disputeOf = ({ task, dispute }: TaskFacts): string => {
  if (!dispute) throw new Error(`The payment task ${task.id} names no dispute`)
  return `disputes/${dispute.provider_id}`
}
const reversalsOf = ({ task, transferId }: TaskFacts): string => {
  if (!transferId) throw new Error(`The payment task ${task.id} names no transfer`)
  return `transfers/${transferId}/reversals`
}
const disputeResult = (dispute: Dispute, isDone: boolean): TaskResult => ({
  outcome: isDone ? 'done' : 'refused',
  failure: isDone ? null : dispute.status,
  providerId: dispute.id,
  intent: null,
  dispute,
})
const awaited: readonly string[] = ['needs_response', 'warning_needs_response']

/** Every kind of call to Stripe, each with a way to find out whether it has already been made. */
export const stripeOperations: Record<TaskKind, StripeOperation> = {
  capture: {
    async find(stripe, facts) {
      const intent = await readIntent(stripe, intentOf(facts))
      const state = stateOfIntent(intent)
      if (state === 'captured') return done(intent.id, intent)
      return state === 'authorised' ? undefined : refusedWith(intent, intent.status)
    },
    async send(stripe, facts, key) {
      const amount = { amount_to_capture: facts.task.amount }
      const intent = await stripe.send(Intent, `payment_intents/${intentOf(facts)}/capture`, amount, key)
      return done(intent.id, intent)
    },
  },
  charge: {
    async find(stripe, facts, intent) {
      if (intent) return chargeResult(Intent.parse(intent))
      const customer = facts.customerId
      if (!customer) return undefined
      const { data } = await stripe.read(listOf(Intent), 'payment_intents', { customer, limit: 100 })
      const found = data.find(belongsToTask(facts))
      return found && chargeResult(found)
    },
    async send(stripe, facts, key) {
      const { task, payment, customerId } = facts
      const intent = await stripe.send(
        Intent,
        'payment_intents',
        {
          amount: task.amount,
          currency: task.currency.toLowerCase(),
          customer: customerId,
          payment_method: payment?.method_id ?? undefined,
          'payment_method_types[0]': 'card',
          off_session: true,
          confirm: true,
          transfer_group: task.booking_id,
          metadata: { ...metadataOf(facts), payment: task.payment_id ?? '' },
        },
        key,
      )
      return chargeResult(intent)
    },
  },
  cancel: {
    async find(stripe, facts) {
      const intent = await readIntent(stripe, intentOf(facts))
      const state = stateOfIntent(intent)
      if (state === 'voided') return done(intent.id, intent)
      return state === 'captured' ? refusedWith(intent, 'captured') : undefined
    },
    async send(stripe, facts, key) {
      const intent = await stripe.send(Intent, `payment_intents/${intentOf(facts)}/cancel`, {}, key)
      return done(intent.id, intent)
    },
  },
  refund: {
    async find(stripe, facts) {
      const { provider_id: refundId } = facts.task
      if (refundId) return refundResult(await stripe.read(Refund, `refunds/${refundId}`))
      const query = { payment_intent: intentOf(facts), limit: 100 }
      const { data } = await stripe.read(listOf(Refund), 'refunds', query)
      const found = data.find(belongsToTask(facts))
      return found && refundResult(found)
    },
    async send(stripe, facts, key) {
      const { amount } = facts.task
      const params = { payment_intent: intentOf(facts), amount, metadata: metadataOf(facts) }
      return refundResult(await stripe.send(Refund, 'refunds', params, key))
    },
  },
  transfer: {
    async find(stripe, facts) {
      const query = { transfer_group: facts.task.booking_id, limit: 100 }
      const { data } = await stripe.read(listOf(Transfer), 'transfers', query)
      const found = data.find(belongsToTask(facts))
      return found && done(found.id)
    },
    async send(stripe, facts, key) {
      const { task, account, payment } = facts
      // The platform's promo code share comes from its own balance.
      const intent =
        facts.isCovered && payment?.intent_id ? await readIntent(stripe, payment.intent_id) : undefined
      const transfer = await stripe.send(
        Transfer,
        'transfers',
        {
          amount: task.amount,
          currency: task.currency.toLowerCase(),
          destination: account?.provider_id,
          // Ties the transfer to the charge of this payment, which need not have settled yet.
          source_transaction: intent?.latest_charge ?? undefined,
          transfer_group: task.booking_id,
          metadata: metadataOf(facts),
        },
        key,
      )
      return done(transfer.id)
    },
  },
  reverse: {
    async find(stripe, facts) {
      const { data } = await stripe.read(listOf(Reversal), reversalsOf(facts), { limit: 100 })
      const found = data.find(belongsToTask(facts))
      return found && done(found.id)
    },
    async send(stripe, facts, key) {
      const params = { amount: facts.task.amount, metadata: metadataOf(facts) }
      return done((await stripe.send(Reversal, reversalsOf(facts), params, key)).id)
    },
  },
  answer: {
    async find(stripe, facts) {
      const dispute = await stripe.read(Dispute, disputeOf(facts))
      // If the dispute began as an inquiry, the earlier submission may have answered only that.
      if (awaited.includes(dispute.status)) return undefined
      return disputeResult(dispute, (dispute.evidence_details?.submission_count ?? 0) > 0)
    },
    async send(stripe, facts, key) {
      const evidence = { uncategorized_text: facts.dispute?.evidence ?? '' }
      const params = { evidence, submit: true }
      return disputeResult(await stripe.send(Dispute, disputeOf(facts), params, key), true)
    },
  },
  accept: {
    async find(stripe, facts) {
      const dispute = await stripe.read(Dispute, disputeOf(facts))
      if (dispute.status === 'lost') return disputeResult(dispute, true)
      return awaited.includes(dispute.status) ? undefined : disputeResult(dispute, false)
    },
    async send(stripe, facts, key) {
      return disputeResult(await stripe.send(Dispute, `${disputeOf(facts)}/close`, {}, key), true)
    },
  },
}
