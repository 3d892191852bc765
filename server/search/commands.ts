import { addDays, localOf } from '#server/calendar/day.ts'
import { type Db, inTransaction, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { noDays, windowDays } from '#server/search/day-words.ts'
import { fullDays, intersection, searchRowsOf, serviceNumber } from '#server/search/document.ts'
import * as store from '#server/search/store.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { lockSitters } from '#server/sitters/commands.ts'

const batchSize = 200

/** Writes the document of one sitter anew, or takes it away when nobody may find the sitter. */
export const refreshSitter = (tx: Tx, sitterId: string, now: Date): Promise<void> =>
  refreshSitters(tx, [sitterId], now)

/** The sitters are locked first, so that no booking's bits are overwritten with what was true before it. */
async function refreshSitters(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await lockSitters(tx, ids)
  const { settings } = await currentSettings(tx)
  const from = addDays(now.toISOString().slice(0, 10), -1)
  const sitters = await store.findSitters(tx, ids, { from, to: addDays(from, windowDays + 2) })
  const rows = sitters.flatMap((sitter) => searchRowsOf(sitter, settings, now))
  await store.deleteRows(tx, ids, rows)
  await store.upsertRows(tx, rows)
}

/** Brings the bits of these days up to date, in the transaction that changed the days. The sitter must be locked. */
export async function markDays(tx: Tx, sitterId: string, days: readonly string[], now: Date): Promise<void> {
  const sorted = days.toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  if (from === undefined || to === undefined) return
  const sitter = await store.findMarked(tx, sitterId, { from, to })
  if (sitter) await markDaysOf(tx, { ...sitter, id: sitterId }, sorted, now)
}

/** The same for who knows what holds on these days already, with no more reading. */
export async function markDaysOf(
  tx: Tx,
  sitter: store.MarkedSitter & { id: string },
  days: readonly string[],
  now: Date,
): Promise<void> {
  const { full, tight, mask } = fullDays(sitter, days, localOf(now, sitter.timeZone).on)
  const everywhere = intersection([...full.values()])
  if (!everywhere) return
  const rows = [...full].map(([service, words]) => ({
    service: serviceNumber(service),
    words,
    tightWords: tight.get(service)!,
  }))
  const any = { service: 0, words: everywhere, tightWords: noDays() }
  await store.updateWords(tx, sitter.id, mask, [any, ...rows])
}

/** Writes all documents anew, batch by batch, and puts them into the order of the index. */
export async function rebuildSearch(
  deps: Deps,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0
  let after: string | null = null
  do {
    const batch = await refreshBatch(deps, after)
    done += batch.count
    after = batch.last
    onProgress(done)
  } while (after !== null)
  await order(deps.db)
  return done
}

export async function refreshBatch(
  { db, now }: Deps,
  after: string | null,
): Promise<{ count: number; last: string | null }> {
  const ids = await store.listSitterIds(db, after, batchSize)
  if (ids.length > 0) await inTransaction(db, (tx) => refreshSitters(tx, ids, now()))
  return { count: ids.length, last: ids.length < batchSize ? null : ids.at(-1)! }
}

/** Searches slow down when the rows of a cell lie apart. */
export async function order(db: Db): Promise<void> {
  await inTransaction(db, store.recluster)
  await store.analyse(db)
}
