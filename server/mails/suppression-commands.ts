import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/mails/suppressions.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { findSuppression, suppress } from '#server/kernel/mail/suppression.ts'
import { Problem } from '#server/kernel/problem.ts'
import * as store from '#server/mails/suppression-store.ts'
import { viewSuppression } from '#server/mails/view.ts'

export async function listSuppressions(
  { db }: Deps,
  { cursor, limit, q }: HandlerInput<typeof contract.listMailSuppressions>['query'],
): Promise<EndpointResponse<typeof contract.listMailSuppressions>> {
  const rows = await store.findSuppressions(db, { q, after: readListPosition(cursor), limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, ({ at, id }) => [at, id])
  return { items: shown.map(viewSuppression), nextCursor }
}

/** Stops all mails to an address; one that is stopped already stays as it is. */
export const addSuppression = (
  deps: Deps,
  { address, reason }: HandlerInput<typeof contract.addMailSuppression>['body'],
  concern: (id: string) => void,
): Promise<contract.MailSuppression> =>
  ensureTransaction(deps, async ({ db, now }) => {
    await suppress(db, { address, cause: 'manual', detail: reason, at: now() })
    const row = await store.findSuppressionOf(db, address)
    concern(row.id)
    if (row.account_id) concern(row.account_id)
    return viewSuppression(row)
  })

export const removeSuppression = (
  deps: Deps,
  suppressionId: string,
  concern: (id: string) => void,
): Promise<Record<string, never>> =>
  ensureTransaction(deps, async ({ db }) => {
    const accountIds = await store.deleteSuppression(db, suppressionId)
    if (!accountIds) throw new Problem('suppression-not-found')
    accountIds.forEach(concern)
    return {}
  })

export async function showProblem(
  { db }: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<EndpointResponse<typeof contract.showMailProblem>> {
  if (accountId !== viewer.accountId) throw new Problem('account-not-found')
  const address = await store.findAddress(db, accountId)
  const found = address ? await findSuppression(db, address) : undefined
  return {
    problem: found && address ? { cause: found.cause, address, at: found.at.toISOString() } : null,
  }
}

export const eraseFromMails: Eraser = ({ db }, { emails }) => store.deleteSuppressionsOf(db, emails)
