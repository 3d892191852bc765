import { type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { type Stripe, StripeRefusal, StripeOutcomeUnknown } from '#server/kernel/outside/stripe.ts'
import { post } from '#server/ledger/commands.ts'
import { postings } from '#server/ledger/postings.ts'
import { refundLeft, settleStep } from '#server/payments/dispute-commands.ts'
import * as disputes from '#server/payments/dispute-store.ts'
import { type TaskResult, stripeOperations, type TaskFacts } from '#server/payments/operation-commands.ts'
import { noteIntent, resumeTransfers, sourceOf, notifyBooking } from '#server/payments/note-commands.ts'
import { isKeyOld } from '#server/payments/payment.ts'
import * as store from '#server/payments/store.ts'

const claimSeconds = 60
const staleAfterSeconds = 30
const batch = 100

/**
 * Performs one task, safe against repeated and concurrent calls: the task is claimed and committed, sent under its own
 * idempotency key, and settled in a second transaction. If Stripe does not answer, the task stays unknown and this
 * throws, so that the job is retried.
 */
export async function actOn(deps: Deps, stripe: Stripe, taskId: string): Promise<void> {
  const claimed = await ensureTransaction(deps, (deps) => claim(deps, taskId))
  if (!claimed) return
  const { facts, wasSent } = claimed
  try {
    const found = wasSent ? await stripeOperations[facts.task.kind].find(stripe, facts) : undefined
    const result = found ?? (isVoided(facts) ? voidedResult : await sendOnce(deps, stripe, facts))
    await ensureTransaction(deps, (deps) => settle(deps, facts.task, result))
  } catch (error) {
    await ensureTransaction(deps, (deps) => release(deps, facts.task, error))
    throw error
  }
}

/** True if the payment was voided before the task was sent; it must no longer be sent. */
const isVoided = ({ task, payment }: TaskFacts): boolean => takesMoney(task) && payment?.state === 'voided'
const takesMoney = ({ kind }: store.TaskRow): boolean => kind === 'charge' || kind === 'capture'
const voidedResult: TaskResult = { outcome: 'refused', failure: 'given_up', providerId: null, intent: null }

type Claimed = { facts: TaskFacts; wasSent: boolean }

async function claim(deps: TxDeps, taskId: string): Promise<Claimed | undefined> {
  const at = deps.now()
  const disputed = await disputes.lockDisputesOfTask(deps.db, taskId)
  const known = await store.lockTask(deps.db, taskId)
  if (!known || !mayClaim(known, at)) return undefined
  const task = known.kind === 'refund' ? await refundNow(deps, disputed, known) : known
  if (!task) return undefined
  const payment = task.payment_id ? await store.findPayment(deps.db, task.payment_id) : undefined
  const account = task.account_id ? await store.findAccount(deps.db, task.account_id) : undefined
  const customer = payment ? await store.findCustomer(deps.db, payment.payer_id) : undefined
  if (await mustWait(deps.db, task, account)) {
    await store.updateTask(deps.db, task.id, { state: 'waiting', updated_at: at })
    return undefined
  }
  const isCovered = payment !== undefined && (await store.sumTransfers(deps.db, payment.id)) <= payment.amount
  const claimed = await store.updateTask(deps.db, task.id, {
    state: 'unknown',
    claimed_until: new Date(at.getTime() + claimSeconds * 1000),
    updated_at: at,
  })
  return {
    facts: {
      task: claimed,
      payment,
      account,
      customerId: customer?.provider_id,
      isCovered,
      dispute: disputed.find(({ id }) => id === task.dispute_id),
      transferId: task.reverses ? await disputes.findTransferId(deps.db, task.reverses) : undefined,
    },
    wasSent: task.state === 'unknown',
  }
}

const isSettled = ({ state }: store.TaskRow): boolean => state === 'done' || state === 'refused'
const mayClaim = (task: store.TaskRow, at: Date): boolean =>
  !isSettled(task) && !(task.claimed_until && task.claimed_until > at)

/** A transfer waits until the sitter's account is ready and no payment of the booking is disputed. */
const mustWait = async (
  tx: Tx,
  { kind, state, booking_id: bookingId }: store.TaskRow,
  account: store.AccountRow | undefined,
): Promise<boolean> =>
  kind === 'transfer' &&
  state !== 'unknown' &&
  (account?.state !== 'ready' || (await store.isDisputed(tx, bookingId)))

/**
 * Returns the refund with the amount that a dispute leaves to be sent; undefined while the bank holds the money, or if
 * the bank has refunded it all.
 */
async function refundNow(
  deps: TxDeps,
  disputed: readonly disputes.DisputeRow[],
  task: store.TaskRow,
): Promise<store.TaskRow | undefined> {
  // A task that was already sent is looked up first.
  if (disputed.length === 0 || task.state === 'unknown') return task
  const left = await refundLeft(deps, disputed, task)
  if (left === task.amount) return task
  const change =
    left === null
      ? ({ state: 'waiting' } as const)
      : left === 0
        ? ({ state: 'done', failure: null } as const)
        : { amount: left }
  const changed = await store.updateTask(deps.db, task.id, { ...change, updated_at: deps.now() })
  return left ? changed : undefined
}

/** Sends the task under its previous idempotency key, unless Stripe has forgotten that key in the meantime. */
async function sendOnce(deps: Deps, stripe: Stripe, facts: TaskFacts): Promise<TaskResult> {
  const task = await ensureTransaction(deps, (deps) => {
    const { id, attempt, sent_at: sentAt } = facts.task
    const isOld = isKeyOld(sentAt, deps.now())
    return store.updateTask(deps.db, id, {
      attempt: isOld ? attempt + 1 : attempt,
      sent_at: isOld || !sentAt ? deps.now() : sentAt,
    })
  })
  const { send, find } = stripeOperations[task.kind]
  try {
    return await send(stripe, { ...facts, task }, `${task.id}/${task.attempt}`)
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    // Stripe may refuse because it has already done this.
    const found = await find(stripe, facts, error.intent)
    return found ?? { outcome: 'refused', failure: error.code, providerId: null, intent: null }
  }
}

/** Applies the outcome of a task, with its ledger postings. */
export async function settle(deps: TxDeps, { id }: { id: string }, result: TaskResult): Promise<void> {
  const at = deps.now()
  const disputed = await disputes.lockDisputesOfTask(deps.db, id)
  const task = await store.lockTask(deps.db, id)
  if (!task || isSettled(task)) return
  const { outcome, providerId, failure, intent } = result
  await store.updateTask(deps.db, id, {
    state: stateAfter(task, result),
    ...(outcome === 'refused' ? { attempt: task.attempt + 1, sent_at: null } : {}),
    provider_id: providerId ?? task.provider_id,
    failure,
    claimed_until: null,
    updated_at: at,
  })
  if (outcome === 'refused')
    deps.log.warn(
      { taskId: id, kind: task.kind, bookingId: task.booking_id, failure },
      'payment task refused',
    )
  if (intent) await noteIntent(deps, intent)
  const dispute = disputed.find((one) => one.id === task.dispute_id)
  if (dispute) await settleStep(deps, dispute, task, result)
  if (outcome === 'refused' && takesMoney(task)) await noteRefused(deps, task.payment_id!, failure)
  if (outcome === 'done') await postMoved(deps.db, task, at)
}

/** A refused task stays if it may succeed later: the sitter's account may not be ready yet, or a dispute may end. */
function stateAfter({ kind }: store.TaskRow, { outcome, failure }: TaskResult): store.TaskRow['state'] {
  if (outcome === 'done') return 'done'
  if (outcome === 'pending') return 'unknown'
  return kind === 'transfer' || (kind === 'refund' && failure === 'charge_disputed') ? 'waiting' : 'refused'
}

/** Posts the money that a refund or a transfer has moved; other tasks are posted with their payment or dispute. */
async function postMoved(tx: Tx, task: store.TaskRow, at: Date): Promise<void> {
  if (task.kind !== 'refund' && task.kind !== 'transfer') return
  const sides = await store.findSides(tx, task.booking_id)
  const moved = task.kind === 'refund' ? postings.refund_paid : postings.payout
  await post(tx, sourceOf(task.id, task, at), [moved(sides, task.amount)])
}

/**
 * Marks a stored card that could not even be tried as failed, so that it is not tried again and the owner pays with
 * another one.
 */
async function noteRefused(deps: TxDeps, paymentId: string, failure: string | null): Promise<void> {
  const payment = (await store.lockPayment(deps.db, { id: paymentId }))!
  if (payment.state === 'stored' && !payment.intent_id)
    await store.updatePayment(deps.db, paymentId, {
      state: 'failed',
      way: 'hold',
      failure,
      updated_at: deps.now(),
    })
  await notifyBooking(deps, payment, 'failed')
}

/**
 * Releases the task for the next attempt; if Stripe has stored the failure under the key, that attempt needs a new key.
 */
async function release(deps: TxDeps, { id }: { id: string }, error: unknown): Promise<void> {
  const task = await store.lockTask(deps.db, id)
  if (!task || isSettled(task)) return
  const isFailureStored = error instanceof StripeOutcomeUnknown && error.isStored
  await store.updateTask(deps.db, id, {
    claimed_until: null,
    failure: error instanceof Error ? error.message.slice(0, 200) : null,
    updated_at: deps.now(),
    ...(isFailureStored ? { attempt: task.attempt + 1, sent_at: null } : {}),
  })
}

/** Requeues unfinished work: after a crash, after a long outage, and everything that had to wait. */
export async function resumeTasks(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - staleAfterSeconds * 1000)
  await ensureTransaction(deps, async (deps) => {
    for (const { id } of await store.findOpenTasks(deps.db, before, batch))
      await deps.enqueue(deps.db, 'payments.act', { taskId: id })
    for (const { id } of await store.findOpenEvents(deps.db, before, batch))
      await deps.enqueue(deps.db, 'payments.apply-event', { eventId: id })
    for (const { id } of await disputes.findResumableRefunds(deps.db, before, batch))
      await deps.enqueue(deps.db, 'payments.act', { taskId: id })
    await resumeTransfers(deps)
  })
}
