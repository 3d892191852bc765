import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type { TrialBalance } from '#contract/ledger.ts'
import type { transferSorts } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/ledger.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import * as store from '#server/ledger/desk-store.ts'
import { viewTransfers, viewTrialBalance, writeTransfers } from '#server/ledger/desk-view.ts'
import { currentSettings } from '#server/settings/commands.ts'

const mostExported = 200_000

/** Days and months of the ledger are those of the instance, as for fee invoices. */
const timeZoneOf = async (db: Db): Promise<string> => (await currentSettings(db)).settings.timeZone

/** The debits, credits and balance of each account, of everything or until the end of a day. */
export async function readTrialBalance(db: Db, on?: string): Promise<TrialBalance> {
  const { timeZone, datev } = (await currentSettings(db)).settings
  return viewTrialBalance(await store.sumByAccount(db, { on, timeZone }), timeZone, datev.accounts)
}

const viewed = async (
  db: Db,
  rows: readonly store.TransferRow[],
  timeZone: string,
): Promise<contract.LedgerTransfer[]> => {
  const entries = await store.findEntries(
    db,
    rows.map(({ id }) => id),
  )
  return viewTransfers(rows, entries, timeZone)
}

/** Lists transfers with their entries. */
export async function listTransfers(
  { db }: Deps,
  { cursor, limit, sort, ...filter }: HandlerInput<typeof contract.listTransfers>['query'],
): Promise<EndpointResponse<typeof contract.listTransfers>> {
  const timeZone = await timeZoneOf(db)
  const order = store.transferOrder(sort, cursor)
  const rows = await store.findTransfers(db, { ...filter, timeZone }, { order, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  return {
    items: await viewed(db, shown, timeZone),
    nextCursor,
  }
}

/**
 * Finds all transfers with their entries, by default oldest first. Refuses more than can be exported at once, because an accountant
 * would not see that lines are missing.
 */
export async function findAllTransfers(
  db: Db,
  filter: store.TransferFilter,
  sort: (typeof transferSorts)[number] = 'at',
): Promise<contract.LedgerTransfer[]> {
  const order = store.transferOrder(sort)
  const rows = await store.findTransfers(db, filter, { order, limit: mostExported + 1 })
  if (rows.length > mostExported)
    throw new Problem('request-invalid', {
      detail: 'Choose a shorter period.',
      errors: [{ path: 'from', message: `Choose a period with at most ${mostExported} transfers` }],
    })
  return viewed(db, rows, filter.timeZone)
}

export async function exportTransfers(
  { db }: Deps,
  { sort, ...filter }: HandlerInput<typeof contract.exportTransfers>['query'],
): Promise<string> {
  const { timeZone, datev } = (await currentSettings(db)).settings
  return writeTransfers(await findAllTransfers(db, { ...filter, timeZone }, sort), datev.accounts)
}
