import { documentName, pictureName } from '#server/files/address.ts'
import * as store from '#server/files/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'

const hourMs = 3_600_000
/** Grace periods: an hour for removed files that somebody may still be viewing, 36 hours for uploads not used yet. */
const [removedMs, unattachedMs] = [hourMs, 36 * hourMs] as const
const batch = 200

export type SweepResult = { rows: number; objects: number }

/**
 * Deletes orphans: uploads never finished, files never used or removed, and bytes without a row. Rows are deleted
 * first; the next sweep finds bytes left without a row.
 */
export async function sweepFiles(deps: Deps): Promise<SweepResult> {
  const rows = await sweepRows(deps)
  const objects = await sweepObjects(deps)
  return { rows, objects }
}

async function sweepRows(deps: Deps): Promise<number> {
  const now = deps.now().getTime()
  const limits = { removedBefore: new Date(now - removedMs), looseBefore: new Date(now - unattachedMs) }
  let count = 0
  for (;;) {
    const due = await store.findSweepable(deps.db, { ...limits, limit: batch })
    for (const row of due) {
      if (!(await ensureTransaction(deps, ({ db }) => store.deleteSweepable(db, row.id, limits)))) continue
      count++
      for (const name of namesOf(row)) await deps.storage.remove(name)
    }
    if (due.length < batch) return count
  }
}

function namesOf({ hash, parts, widths, type }: Awaited<ReturnType<typeof store.findSweepable>>[number]) {
  if (!hash) return parts
  const storedNames =
    type === 'application/pdf' ? [documentName(hash)] : widths.map((width) => pictureName(hash, width))
  return [...parts, ...storedNames]
}

/** Returns the hash or the row's id from a stored name. */
const ownerOf = (name: string): string => {
  const [folder, first, second] = name.split('/')
  return (folder === 'incoming' ? first : second) ?? ''
}

async function sweepObjects(deps: Deps): Promise<number> {
  const writtenBefore = deps.now().getTime() - unattachedMs
  let count = 0
  for (const folder of ['incoming', 'pictures', 'documents']) {
    let found: string[] = []
    const removeUnknown = async () => {
      const owners = [...new Set(found.map(ownerOf))]
      const known = await store.findKnown(
        deps.db,
        folder === 'incoming' ? { hashes: [], incoming: owners } : { hashes: owners, incoming: [] },
      )
      for (const name of found.filter((one) => !known.has(ownerOf(one)))) {
        await deps.storage.remove(name)
        count++
      }
      found = []
    }
    for await (const { name, writtenAt } of deps.storage.list(folder)) {
      if (writtenAt.getTime() >= writtenBefore) continue
      found.push(name)
      if (found.length >= batch) await removeUnknown()
    }
    await removeUnknown()
  }
  return count
}
