import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/payments/disputes.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { postings } from '#server/ledger/postings.ts'
import { holdPayout, stateOfRow, notifyBookingOfDispute } from '#server/payments/dispute-commands.ts'
import { moneyOfDispute, postOf } from '#server/payments/dispute-return-commands.ts'
import * as disputes from '#server/payments/dispute-store.ts'
import { actionsOfRow, viewDispute } from '#server/payments/dispute-view.ts'
import { unborne } from '#server/payments/dispute.ts'
import { draw } from '#server/payments/draw.ts'
import * as store from '#server/payments/store.ts'

/** Lists open disputes by deadline, or closed ones from the newest. */
export async function listDisputes(
  { db, now }: Deps,
  { status, bookingId, cursor, limit }: HandlerInput<typeof contract.listDisputes>['query'],
): Promise<EndpointResponse<typeof contract.listDisputes>> {
  const after = readListPosition(cursor)
  const rows = await disputes.listDisputes(db, { status, bookingId, after, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.position, last.id])
  return {
    items: shown.map((row) => viewDispute(row, now())),
    nextCursor,
  }
}

type Desk = { viewer: Viewer; ip: string }
type Sent = HandlerInput<typeof contract.moveDispute>['body']
type SentTo<Action extends Sent['action']> = Extract<Sent, { action: Action }>

export async function moveDispute(
  deps: Deps,
  { viewer, ip }: Desk,
  disputeId: string,
  sent: Sent,
): Promise<contract.Dispute> {
  await ensureTransaction(deps, async (deps) => {
    const dispute = await disputes.lockDispute(deps.db, { id: disputeId })
    if (!dispute) throw new Problem('dispute-not-found')
    if (sent.version !== dispute.version)
      throw new Problem('version-stale', {
        detail: 'Read it again, then decide.',
        version: dispute.version,
      })
    const [listed] = await disputes.listDisputes(deps.db, { status: 'all', disputeId, limit: 1 })
    if (!actionsOfRow(listed!, deps.now()).includes(sent.action))
      throw new Problem('dispute-action-not-allowed', {
        detail: 'Read it again; its "actions" say what is possible.',
        state: stateOfRow(dispute),
      })
    await carryOut(deps, dispute, sent, viewer.accountId)
    const { booking_id: bookingId } = dispute
    await audit(deps, `dispute-${sent.action}`, viewer.uid, { ip }, { bookingId, disputeId })
  })
  const [row] = await disputes.listDisputes(deps.db, { status: 'all', disputeId, limit: 1 })
  return viewDispute(row!, deps.now())
}

function carryOut(deps: TxDeps, dispute: disputes.DisputeRow, sent: Sent, accountId: string): Promise<void> {
  switch (sent.action) {
    case 'answer':
      return answer(deps, dispute, sent)
    case 'accept':
      return accept(deps, dispute)
    case 'bear':
      return bear(deps, dispute, sent, accountId)
  }
}

async function answer(
  deps: TxDeps,
  dispute: disputes.DisputeRow,
  { evidence }: SentTo<'answer'>,
): Promise<void> {
  await plan(deps, dispute, { kind: 'answer', cause: 'answer', amount: dispute.amount })
  await disputes.updateDispute(deps.db, dispute.id, { evidence, ...nextVersion(deps, dispute) })
}

async function accept(deps: TxDeps, dispute: disputes.DisputeRow): Promise<void> {
  await plan(deps, dispute, { kind: 'accept', cause: 'accept', amount: dispute.amount })
  await disputes.updateDispute(deps.db, dispute.id, nextVersion(deps, dispute))
}

/**
 * Takes the sitter's share from unpaid transfers first, then reverses paid ones; what cannot be recovered is borne by
 * the site.
 */
async function bear(
  deps: TxDeps,
  dispute: disputes.DisputeRow,
  { fromSitter, reason }: SentTo<'bear'>,
  accountId: string,
): Promise<void> {
  const rest = unborne(moneyOfDispute(dispute))
  const waiting = await disputes.lockUnpaidTransfers(deps.db, dispute.booking_id)
  const sent = await disputes.findPaidTransfers(deps.db, dispute.booking_id)
  const most = Math.min(rest, total(waiting) + total(sent))
  if (fromSitter > most)
    throw new Problem('amount-too-high', {
      detail: 'The sitter has not earned more than this from the booking.',
      amount: fromSitter,
      most,
    })
  const draws = draw(
    [...waiting, ...sent].map(({ id, amount }) => ({ id, left: amount })),
    fromSitter,
  )
  let withheld = 0
  for (const { id, amount } of draws) {
    const unpaid = waiting.find((task) => task.id === id)
    if (unpaid) {
      withheld += amount
      await reduce(deps, unpaid, amount)
    } else if (id !== null) await plan(deps, dispute, { kind: 'reverse', cause: id, amount, reverses: id })
  }
  const sides = await store.findSides(deps.db, dispute.booking_id)
  const borne = { fromPlatform: rest - fromSitter, fromSitter: withheld }
  await postOf(deps, dispute, 'decision', [postings.dispute_borne(sides, borne)])
  const after = await disputes.updateDispute(deps.db, dispute.id, {
    borne_by_platform: dispute.borne_by_platform + borne.fromPlatform,
    borne_by_sitter: dispute.borne_by_sitter + withheld,
    decision: reason,
    decided_at: deps.now(),
    decided_by: accountId,
    ...nextVersion(deps, dispute),
  })
  await holdPayout(deps, after)
  await notifyBookingOfDispute(deps, after, 'dispute_borne', { amount: fromSitter, reason })
}

const total = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
const nextVersion = (deps: Deps, { version }: disputes.DisputeRow) => ({
  version: version + 1,
  updated_at: deps.now(),
})

/** Reduces a transfer that has not been sent, or cancels it. */
async function reduce(deps: TxDeps, task: store.TaskRow, taken: number): Promise<void> {
  const left = task.amount - taken
  const change = left > 0 ? { amount: left } : { state: 'refused' as const, failure: 'disputed' }
  await store.updateTask(deps.db, task.id, { ...change, updated_at: deps.now() })
}

type Plan = {
  kind: 'answer' | 'accept' | 'reverse'
  cause: string
  amount: number
  reverses?: string
}

async function plan(
  deps: TxDeps,
  dispute: disputes.DisputeRow,
  { kind, cause, amount, reverses }: Plan,
): Promise<void> {
  const at = deps.now()
  const task = await store.insertTask(deps.db, {
    id: newId(at),
    kind,
    booking_id: dispute.booking_id,
    payment_id: dispute.payment_id,
    dispute_id: dispute.id,
    reverses: reverses ?? null,
    amount,
    currency: dispute.currency,
    source: `${dispute.id}/${cause}/${dispute.version}`,
    state: 'planned',
    created_at: at,
    updated_at: at,
  })
  if (!task) throw new Error(`The dispute ${dispute.id} has had this step already`)
  await deps.enqueue(deps.db, 'payments.act', { taskId: task.id })
}
