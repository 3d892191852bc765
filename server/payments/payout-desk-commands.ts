import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { usualPayoutSorts } from '#contract/payments/codes.ts'
import type * as contract from '#contract/payments/payouts.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { paymentModeOf } from '#server/payments/commands.ts'
import { findPayout, findPayouts, payoutOrder, sumPayouts } from '#server/payments/payout-store.ts'
import { viewPayout, writePayouts } from '#server/payments/payout-view.ts'
import * as store from '#server/payments/store.ts'

/** Lists payouts or refunds in one state, with the totals of all states. */
export async function listPayouts(
  deps: Deps,
  { cursor, limit, sort, ...query }: HandlerInput<typeof contract.listPayouts>['query'],
): Promise<EndpointResponse<typeof contract.listPayouts>> {
  const order = payoutOrder(sort ?? usualPayoutSorts[query.state], cursor)
  const [rows, totals] = await Promise.all([
    findPayouts(deps.db, { ...query, order, limit: limit + 1 }),
    sumPayouts(deps.db, query.kind),
  ])
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  return {
    items: shown.map(viewPayout),
    nextCursor,
    mode: paymentModeOf(deps),
    totals,
  }
}

const mostExported = 10_000

export async function exportPayouts(
  { db }: Deps,
  { sort, ...query }: HandlerInput<typeof contract.exportPayouts>['query'],
): Promise<string> {
  const order = payoutOrder(sort ?? usualPayoutSorts[query.state])
  const rows = await findPayouts(db, { ...query, order, limit: mostExported })
  return writePayouts(rows.map(viewPayout))
}

/**
 * Sends a refused payout or refund again: the task is planned once more, under the next idempotency key, which its
 * refusal has prepared. A second retry at the same time finds it planned and is refused.
 */
export function retryPayout(
  deps: Deps,
  payoutId: string,
  concern: (id: string) => void,
): Promise<contract.DeskPayout> {
  return ensureTransaction(deps, async (deps) => {
    await store.lockTask(deps.db, payoutId)
    const known = await findPayout(deps.db, payoutId)
    if (!known) throw new Problem('payout-not-found')
    if (!known.retryable || !deps.stripe)
      throw new Problem('payout-not-retryable', {
        detail: 'Read it again; "retryable" says whether it can be sent, "waitsFor" what it waits for.',
        state: known.state,
      })
    await store.updateTask(deps.db, payoutId, { state: 'planned', updated_at: deps.now() })
    await deps.enqueue(deps.db, 'payments.act', { taskId: payoutId })
    concern(known.account_id)
    concern(known.booking_id)
    return viewPayout((await findPayout(deps.db, payoutId))!)
  })
}
