import type { showStatement } from '#contract/bookings/statements.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/ledger.ts'
import { printedPaper } from '#server/bookings/papers/money-commands.ts'
import * as store from '#server/bookings/papers/statement-store.ts'
import { viewStatement } from '#server/bookings/papers/statement-view.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { currentSettings } from '#server/settings/commands.ts'

type StatementRequest = HandlerInput<typeof showStatement>['params'] &
  HandlerInput<typeof showStatement>['query']

export async function readStatement(
  { db, now, site }: Deps,
  viewer: Viewer,
  request: StatementRequest,
): Promise<Receipt> {
  if (request.accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const { settings } = await currentSettings(db)
  const { role, month, currency = settings.currency } = request
  const query = { accountId: viewer.accountId, role, month, currency }
  return viewStatement({
    ...query,
    name: await store.findNameOf(db, viewer.accountId),
    opening: await store.sumBefore(db, query),
    movements: await store.findMovements(db, query),
    sums: await store.sumMonth(db, query),
    now: now(),
    site,
  })
}

/** Renders the statement on paper, with the same texts and amounts. */
export const printStatement = async (
  deps: Deps,
  viewer: Viewer,
  request: StatementRequest,
): Promise<Uint8Array<ArrayBuffer>> => printedPaper(deps, await readStatement(deps, viewer, request))
