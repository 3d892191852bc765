import type { DisputeState } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Jobs } from '#server/kernel/jobs/jobs.ts'
import { postings } from '#server/ledger/postings.ts'
import { restoreShares, moneyOfDispute, postOf } from '#server/payments/dispute-return-commands.ts'
import * as disputes from '#server/payments/dispute-store.ts'
import {
  type DisputeSummary,
  coverOf,
  fundsOf,
  isLaterStatus,
  isInquiry,
  newsOf,
  stateOfDispute,
  unborne,
} from '#server/payments/dispute.ts'
import type { TaskResult } from '#server/payments/operation-commands.ts'
import { resumeTransfers } from '#server/payments/note-commands.ts'
import * as store from '#server/payments/store.ts'
import type { Dispute } from '#server/payments/stripe-shapes.ts'

type DisputeRow = disputes.DisputeRow
type BookingDisputeEvent = Jobs['bookings.note-dispute']['event']

export const stateOfRow = ({ status, decided_at: decidedAt }: DisputeRow): DisputeState =>
  stateOfDispute({ status, decidedAt })

export async function disputeSummaryOf(db: Db, disputeId: string): Promise<DisputeSummary> {
  const row = await disputes.findDispute(db, disputeId)
  return {
    dueAt: row.due_at,
    isInquiry: isInquiry(row.status),
    state: stateOfRow(row),
    open: unborne(moneyOfDispute(row)),
  }
}

const dateOfUnixSeconds = (seconds: number): Date => new Date(seconds * 1000)

/**
 * Applies the state of a dispute at Stripe, with the money that the bank moved; a state older than the known one
 * changes nothing.
 */
export async function noteDispute(deps: TxDeps, received: Dispute): Promise<void> {
  const known = await knownDispute(deps, received)
  if (!known) return
  const { dispute, isNew } = known
  const at = deps.now()
  const funds = await postFunds(deps, dispute, received)
  const { isNews, news, state, columns } = readNews(known, received, at)
  const noted = await disputes.updateDispute(deps.db, dispute.id, { ...funds, ...columns, updated_at: at })
  const after = await restoreShares(deps, noted)
  if (isNew) await notifyBookingOfDispute(deps, after, 'dispute_opened', { amount: after.amount })
  if (!isNews) return
  deps.log.warn({ bookingId: after.booking_id, dispute: received.id, state }, 'payment disputed')
  await holdPayout(deps, after)
  if (news) await notifyBookingOfDispute(deps, after, news, { amount: after.amount })
  if (state !== 'open') await resumeRefunds(deps, after.payment_id)
}

type Known = { dispute: DisputeRow; isNew: boolean }

/** Returns what is new in the dispute as Stripe sent it, and the columns that this changes. */
function readNews({ dispute, isNew }: Known, received: Dispute, at: Date) {
  const isNews = isNew || isLaterStatus(dispute.status, received.status)
  const status = isNews ? received.status : dispute.status
  const news = isNews ? newsOf(dispute.status, status) : null
  const state = stateOfDispute({ status, decidedAt: dispute.decided_at })
  const columns = {
    status,
    ...(isNews ? { due_at: dueOf(received) } : {}),
    // The answer to an inquiry is not an answer to the dispute.
    ...(news === 'dispute_escalated' ? { evidence_at: null } : {}),
    ...(state !== 'open' && !dispute.closed_at ? { closed_at: at } : {}),
    ...(isNews && !isNew ? { version: dispute.version + 1 } : {}),
  }
  return { isNews, news, state, columns }
}

const dueOf = ({ evidence_details: details }: Dispute): Date | null =>
  details?.due_by ? dateOfUnixSeconds(details.due_by) : null

/** Locks the row of the dispute; inserts it if it is new and about one of our payments. */
async function knownDispute(deps: TxDeps, received: Dispute): Promise<Known | undefined> {
  const payment = received.payment_intent
    ? await store.findPaymentOfIntent(deps.db, received.payment_intent)
    : undefined
  if (!payment) return undefined
  const at = deps.now()
  const isNew = await disputes.insertDispute(deps.db, {
    id: newId(at),
    provider_id: received.id,
    payment_id: payment.id,
    booking_id: payment.booking_id,
    status: received.status,
    reason: received.reason,
    amount: received.amount,
    currency: payment.currency,
    due_at: dueOf(received),
    opened_at: dateOfUnixSeconds(received.created),
    updated_at: at,
  })
  return { dispute: (await disputes.lockDispute(deps.db, { provider_id: received.id }))!, isNew }
}

/** Posts each movement of the bank once, keyed by its own id. */
async function postFunds(
  deps: TxDeps,
  dispute: DisputeRow,
  received: Dispute,
): Promise<{ withdrawn: number; fee: number }> {
  const sides = await store.findSides(deps.db, dispute.booking_id)
  const isOver = dispute.decided_at !== null
  let { withdrawn, fee } = dispute
  for (const moved of fundsOf(received)) {
    // Money that comes back after the decision goes to whoever bore the loss.
    const isLoss = isOver && moved.amount < 0
    const posting = postings.dispute(sides, { amount: moved.amount, fee: moved.fee, isOver: isLoss })
    const isNew = (await postOf(deps, dispute, moved.id, [posting])) > 0
    if (!isNew) continue
    fee += moved.fee
    if (!isLoss) withdrawn -= moved.amount
  }
  return { withdrawn, fee }
}

const bySeverity: readonly DisputeState[] = ['won', 'borne', 'open', 'lost']

/** Holds the sitter's payout while a payment is disputed, and until it is decided who bears the loss. */
export async function holdPayout(deps: TxDeps, { payment_id: paymentId }: DisputeRow): Promise<void> {
  const states = (await disputes.findDisputesOf(deps.db, paymentId)).map(stateOfRow)
  const mostSevere = bySeverity.findLast((state) => states.includes(state))!
  await store.updatePayment(deps.db, paymentId, { dispute: mostSevere, updated_at: deps.now() })
  if (mostSevere === 'won' || mostSevere === 'borne') await resumeTransfers(deps)
}

async function resumeRefunds(deps: TxDeps, paymentId: string): Promise<void> {
  for (const { id } of await disputes.findWaitingRefunds(deps.db, paymentId))
    await deps.enqueue(deps.db, 'payments.act', { taskId: id })
}

export const notifyBookingOfDispute = (
  deps: TxDeps,
  { id: disputeId, booking_id: bookingId }: DisputeRow,
  event: BookingDisputeEvent,
  more: { amount: number; reason?: string },
): Promise<void> => deps.enqueue(deps.db, 'bookings.note-dispute', { bookingId, disputeId, event, ...more })

/**
 * Computes how much of a refund of a disputed payment is still to be sent; null if it has to wait. It waits while the
 * bank holds the money. After a loss, the bank has made the refund in our place, in whole or in part.
 */
export async function refundLeft(
  deps: TxDeps,
  disputed: readonly DisputeRow[],
  task: store.TaskRow,
): Promise<number | null> {
  if (disputed.some((one) => stateOfRow(one) === 'open' && !isInquiry(one.status))) return null
  let left = task.amount
  for (const dispute of disputed) {
    const state = stateOfRow(dispute)
    if (state !== 'lost' && state !== 'borne') continue
    const cover = coverOf(moneyOfDispute(dispute), state === 'borne', left)
    const covered = cover.open + cover.platform
    if (covered === 0) continue
    left -= covered
    const sides = await store.findSides(deps.db, dispute.booking_id)
    await postOf(deps, dispute, task.id, [postings.dispute_cover(sides, cover)])
    const after = await disputes.updateDispute(deps.db, dispute.id, {
      covered: dispute.covered + covered,
      borne_by_platform: dispute.borne_by_platform - cover.platform,
      version: dispute.version + 1,
      updated_at: deps.now(),
    })
    if (state === 'lost' && unborne(moneyOfDispute(after)) === 0) await closeCovered(deps, after)
  }
  return left
}

/** Closes the dispute: everything the bank took was due to the owner anyway, so there is no loss left to bear. */
async function closeCovered(deps: TxDeps, dispute: DisputeRow): Promise<void> {
  const after = await disputes.updateDispute(deps.db, dispute.id, {
    decision: 'The bank has given back what was due to the owner.',
    decided_at: deps.now(),
  })
  await holdPayout(deps, after)
}

/** Applies the outcome of a step that was sent: an answer to the bank, an acceptance, or a reversal of a payout. */
export async function settleStep(
  deps: TxDeps,
  dispute: DisputeRow,
  task: store.TaskRow,
  { outcome, dispute: received }: TaskResult,
): Promise<void> {
  const at = deps.now()
  if (task.kind === 'reverse') await settleReversal(deps, dispute, task, outcome === 'done')
  const isCurrent = !received || isInquiry(received.status) === isInquiry(dispute.status)
  if (task.kind === 'answer' && outcome === 'done' && isCurrent)
    await disputes.updateDispute(deps.db, dispute.id, { evidence_at: at })
  if (task.kind !== 'reverse')
    await disputes.updateDispute(deps.db, dispute.id, { version: dispute.version + 1, updated_at: at })
  if (received) await noteDispute(deps, received)
}

/** Posts the outcome of a reversal; what the sitter's account can no longer return is borne by the site. */
async function settleReversal(
  deps: TxDeps,
  dispute: DisputeRow,
  { id, amount }: store.TaskRow,
  isDone: boolean,
): Promise<void> {
  const sides = await store.findSides(deps.db, dispute.booking_id)
  const borne = isDone ? { fromPlatform: 0, fromSitter: amount } : { fromPlatform: amount, fromSitter: 0 }
  await postOf(deps, dispute, id, [
    ...(isDone ? [postings.payout_back(sides, amount)] : []),
    postings.dispute_borne(sides, borne),
  ])
  const after = await disputes.updateDispute(deps.db, dispute.id, {
    borne_by_platform: dispute.borne_by_platform + borne.fromPlatform,
    borne_by_sitter: dispute.borne_by_sitter + borne.fromSitter,
    version: dispute.version + 1,
    updated_at: deps.now(),
  })
  // The bank may have reversed its decision while this step was in flight.
  await restoreShares(deps, after)
}
