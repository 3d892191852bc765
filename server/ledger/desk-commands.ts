import { z } from 'zod'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type { TrialBalance } from '#contract/ledger.ts'
import type * as contract from '#contract/staff/ledger.ts'
import { cutPage, readCursor } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import * as store from '#server/ledger/desk-store.ts'
import { viewTransfers, viewTrialBalance, writeTransfers } from '#server/ledger/desk-view.ts'
import { currentSettings } from '#server/settings/commands.ts'

const Position = z.tuple([z.iso.datetime(), z.int(), z.uuid()])
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

/** Lists transfers with their entries, newest first. */
export async function listTransfers(
  { db }: Deps,
  { cursor, limit, ...filter }: HandlerInput<typeof contract.listTransfers>['query'],
): Promise<EndpointResponse<typeof contract.listTransfers>> {
  const timeZone = await timeZoneOf(db)
  const position = readCursor(cursor, Position)
  const after = position && { at: new Date(position[0]), rank: position[1], id: position[2] }
  const rows = await store.findTransfers(db, { ...filter, timeZone }, { after, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.at, last.rank, last.id])
  return {
    items: await viewed(db, shown, timeZone),
    nextCursor,
  }
}

/**
 * Finds all transfers with their entries, oldest first. Refuses more than can be exported at once, because an accountant
 * would not see that lines are missing.
 */
export async function findAllTransfers(
  db: Db,
  filter: store.TransferFilter,
): Promise<contract.LedgerTransfer[]> {
  const rows = await store.findTransfers(db, filter, { limit: mostExported + 1, oldestFirst: true })
  if (rows.length > mostExported)
    throw new Problem('request-invalid', {
      detail: 'Choose a shorter period.',
      errors: [{ path: 'from', message: `Choose a period with at most ${mostExported} transfers` }],
    })
  return viewed(db, rows, filter.timeZone)
}

export async function exportTransfers(
  { db }: Deps,
  filter: HandlerInput<typeof contract.exportTransfers>['query'],
): Promise<string> {
  const { timeZone, datev } = (await currentSettings(db)).settings
  return writeTransfers(await findAllTransfers(db, { ...filter, timeZone }), datev.accounts)
}
