import { folderOf } from '#server/exports/address.ts'
import { claimSeconds } from '#server/exports/export.ts'
import * as store from '#server/exports/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'

const dayMs = 86_400_000
/** How long the account still lists an expired copy. */
const listedMs = 30 * dayMs
/** How long orphaned parts may remain, for example after a worker was stopped. */
const orphanMs = dayMs
const batch = 200

/** Removes the stored parts of a copy, or of one attempt. */
export async function removeArchive(
  { storage }: Pick<Deps, 'storage'>,
  exportId: string,
  attempt?: number,
): Promise<void> {
  const folder = attempt === undefined ? folderOf(exportId) : `${folderOf(exportId)}/${attempt}`
  for await (const { name } of storage.list(folder)) await storage.remove(name)
  // On disk, the empty folder would remain.
  await storage.remove(folder)
}

/** Ends expired copies, rows first: if removing the stored parts fails, the next sweep finds them. */
export async function sweepExports(deps: Deps): Promise<void> {
  const at = deps.now()
  const ended = await ensureTransaction(deps, async (deps) => {
    await store.deleteBefore(deps.db, new Date(at.getTime() - listedMs))
    const unbegunBefore = new Date(at.getTime() - claimSeconds * 1000)
    for (const { id } of await store.findStalled(deps.db, { at, unbegunBefore }))
      await deps.enqueue(deps.db, 'exports.prepare', { exportId: id })
    return store.endExpired(deps.db, at)
  })
  for (const { id } of ended) await removeArchive(deps, id)
  await sweepOrphans(deps, at)
}

/** Removes the stored parts of copies that have ended or have no row. */
async function sweepOrphans(deps: Deps, at: Date): Promise<void> {
  const writtenBefore = at.getTime() - orphanMs
  let found = new Set<string>()
  const removeUnknown = async () => {
    const active = await store.findActive(deps.db, [...found])
    for (const id of found) if (!active.has(id)) await removeArchive(deps, id)
    found = new Set()
  }
  for await (const { name, writtenAt } of deps.storage.list('exports')) {
    const [, id] = name.split('/')
    if (!id || writtenAt.getTime() >= writtenBefore) continue
    found.add(id)
    if (found.size >= batch) await removeUnknown()
  }
  await removeUnknown()
}

/** Removes the copies of an erased account. */
export async function deleteExportsOf(deps: Deps, accountId: string): Promise<void> {
  const deleted = await ensureTransaction(deps, ({ db }) => store.deleteOfAccount(db, accountId))
  for (const { id } of deleted) await removeArchive(deps, id)
}
