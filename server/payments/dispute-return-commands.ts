import type { TxDeps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { post, type Source } from '#server/ledger/commands.ts'
import { type Posting, postings } from '#server/ledger/postings.ts'
import * as disputes from '#server/payments/dispute-store.ts'
import { type DisputeMoney, sharesToRestore } from '#server/payments/dispute.ts'
import * as store from '#server/payments/store.ts'

type DisputeRow = disputes.DisputeRow

export const moneyOfDispute = (row: DisputeRow): DisputeMoney => ({
  withdrawn: row.withdrawn,
  covered: row.covered,
  borneByPlatform: row.borne_by_platform,
  borneBySitter: row.borne_by_sitter,
})

export function postOf(
  deps: TxDeps,
  { id, booking_id: bookingId, currency }: DisputeRow,
  cause: string,
  moved: readonly Posting[],
): Promise<number> {
  const source: Source = {
    source: 'dispute',
    sourceId: `${id}/${cause}`,
    bookingId,
    currency,
    at: deps.now(),
  }
  return post(deps.db, source, moved)
}

/**
 * Restores everyone's share after the bank has reversed a loss: the ledger returns to each party what they had borne,
 * the sitter's part is transferred, and the refunds that the bank had made in our place are made. If nothing came back,
 * nothing changes.
 */
export async function restoreShares(deps: TxDeps, dispute: DisputeRow): Promise<DisputeRow> {
  const { owner, sitter, platform } = sharesToRestore(moneyOfDispute(dispute))
  if (owner + sitter + platform === 0) return dispute
  const sides = await store.findSides(deps.db, dispute.booking_id)
  const cause = `returned/${dispute.version}`
  await postOf(deps, dispute, cause, [
    postings.dispute_cover(sides, { open: -owner, platform: 0 }),
    postings.dispute_borne(sides, { fromPlatform: -platform, fromSitter: -sitter }),
  ])
  const owed = await reopenRefunds(deps, dispute, owner)
  // Paid from the site's own balance, to which the bank has returned the money.
  await plan(deps, dispute, cause, { kind: 'transfer', amount: sitter, account_id: sides.sitterId })
  await plan(deps, dispute, cause, { kind: 'refund', amount: owed, payment_id: dispute.payment_id })
  return disputes.updateDispute(deps.db, dispute.id, {
    covered: dispute.covered - owner,
    borne_by_sitter: dispute.borne_by_sitter - sitter,
    borne_by_platform: dispute.borne_by_platform - platform,
    version: dispute.version + 1,
    updated_at: deps.now(),
  })
}

/** Reopens the refunds that the bank had covered in full; returns how much is still to be refunded besides them. */
async function reopenRefunds(deps: TxDeps, { payment_id: id }: DisputeRow, owed: number): Promise<number> {
  let left = owed
  if (left === 0) return 0
  for (const { id: taskId, amount } of await disputes.lockCoveredRefunds(deps.db, id)) {
    if (amount > left) continue
    left -= amount
    await store.updateTask(deps.db, taskId, { state: 'planned', updated_at: deps.now() })
    await deps.enqueue(deps.db, 'payments.act', { taskId })
  }
  return left
}

type Plan =
  | { kind: 'transfer'; amount: number; account_id: string }
  | { kind: 'refund'; amount: number; payment_id: string }

async function plan(deps: TxDeps, dispute: DisputeRow, cause: string, task: Plan): Promise<void> {
  if (task.amount === 0) return
  const at = deps.now()
  const planned = await store.insertTask(deps.db, {
    ...task,
    id: newId(at),
    booking_id: dispute.booking_id,
    currency: dispute.currency,
    source: `${dispute.id}/${cause}`,
    state: 'planned',
    created_at: at,
    updated_at: at,
  })
  if (!planned) throw new Error(`The dispute ${dispute.id} has given this back already`)
  await deps.enqueue(deps.db, 'payments.act', { taskId: planned.id })
}
