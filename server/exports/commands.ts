import type { EndpointResponse } from '#contract/endpoint.ts'
import { maxExportsPerDay } from '#contract/exports/codes.ts'
import type { DataExport, listExports, openExport } from '#contract/exports/exports.ts'
import { addressOf } from '#server/exports/address.ts'
import { addressSeconds, fileNameOf, nextRequestAt } from '#server/exports/export.ts'
import * as store from '#server/exports/store.ts'
import { viewExport } from '#server/exports/view.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { readNoticesOf } from '#server/notices/commands.ts'

const maxListed = 10

function requireOwnAccount({ accountId: mine }: Viewer, accountId: string): string {
  if (accountId.toLowerCase() !== mine) throw new Problem('account-not-found')
  return mine
}

export async function listOwnExports(
  { db, now }: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<EndpointResponse<typeof listExports>> {
  const rows = await store.findOfAccount(db, requireOwnAccount(viewer, accountId), maxListed)
  const next = nextRequestAt(
    rows.map((row) => row.asked_at),
    now(),
  )
  return { items: rows.map(viewExport), nextAt: next?.toISOString() ?? null, nextCursor: null }
}

type RequestedExport = { copy: DataExport; created: boolean }

/** Requests a new copy; while one is being prepared, returns that one. */
export const requestExport = async (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<RequestedExport> => requestCopyOf(deps, requireOwnAccount(viewer, accountId), null)

/** Requests a copy of a person's data. `staffReason` says why staff did it; null if the person did. */
export function requestCopyOf(deps: Deps, id: string, staffReason: string | null): Promise<RequestedExport> {
  return ensureTransaction(deps, async (deps) => {
    if (!(await store.lockAccount(deps.db, id))) throw new Problem('account-not-found')
    const rows = await store.findOfAccount(deps.db, id, maxListed)
    const running = rows.find(({ state }) => state === 'preparing')
    if (running) return { copy: viewExport(running), created: false }
    const at = deps.now()
    const next = nextRequestAt(
      rows.map((row) => row.asked_at),
      at,
    )
    if (next)
      throw new Problem('exports-too-many', {
        detail: `${maxExportsPerDay} copies can be requested within 24 hours. Download the last one, or ask again later.`,
        nextAt: next.toISOString(),
      })
    const row = await store.insertExport(deps.db, {
      id: newId(at),
      account_id: id,
      state: 'preparing',
      asked_at: at,
      staff_reason: staffReason,
    })
    await deps.enqueue(deps.db, 'exports.prepare', { exportId: row.id })
    return { copy: viewExport(row), created: true }
  })
}

/**
 * Returns a download URL that is valid for one minute from now; short, because download URLs stay in the browser
 * history.
 */
export function openOwnExport(
  deps: Deps,
  viewer: Viewer,
  { accountId, exportId }: { accountId: string; exportId: string },
): Promise<EndpointResponse<typeof openExport>> {
  const id = requireOwnAccount(viewer, accountId)
  return ensureTransaction(deps, async (deps) => {
    const row = await store.findExport(deps.db, exportId)
    const at = deps.now()
    if (row?.account_id !== id || row.state !== 'ready' || row.ends_at === null || row.ends_at <= at)
      throw new Problem('export-not-found')
    await readNoticesOf(deps, id, row.id)
    const until = new Date(at.getTime() + addressSeconds * 1000)
    return {
      url: addressOf(row.id, fileNameOf(deps.site.name, row.asked_at), until, deps.site.secret),
      endsAt: until.toISOString(),
    }
  })
}
