import { stopwatch } from '#server/kernel/clock.ts'
import { addDays, localOf } from '#server/kernel/day.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction, inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { storeMeasurements } from '#server/kernel/metrics/measurements.ts'
import { noDays, windowDays } from '#server/search/day-words.ts'
import { fullDays, intersection, searchRowsOf, serviceNumber } from '#server/search/document.ts'
import * as order from '#server/search/order-store.ts'
import { findEdition, saveEdition } from '#server/search/order-store.ts'
import * as store from '#server/search/store.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { lockSitters } from '#server/sitters/commands.ts'

const batchSize = 400

/** Rewrites the search document of one sitter, or deletes it if the sitter must not be found. */
export const refreshSitter = (tx: Tx, sitterId: string, now: Date): Promise<void> =>
  refreshSitters(tx, [sitterId], now)

/** Locks the sitters first, so that bits written by a concurrent booking are not overwritten with older data. */
async function refreshSitters(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await lockSitters(tx, ids)
  const { settings } = await currentSettings(tx)
  const from = addDays(now.toISOString().slice(0, 10), -1)
  const sitters = await store.findSitters(tx, ids, { from, to: addDays(from, windowDays + 2) })
  const rows = sitters.flatMap((sitter) => searchRowsOf(sitter, settings, now))
  await store.deleteRows(tx, ids, rows)
  await store.upsertRows(tx, rows)
}

/** Updates the bits of these days, in the transaction that changed the days. The sitter must be locked. */
export async function markDays(tx: Tx, sitterId: string, days: readonly string[], now: Date): Promise<void> {
  const sorted = days.toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  if (from === undefined || to === undefined) return
  const sitter = await store.findMarked(tx, sitterId, { from, to })
  if (sitter) await markDaysOf(tx, { ...sitter, id: sitterId }, sorted, now)
}

/** Like `markDays`, for callers that have already read the state of these days. */
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

/** The format version of the rows; if the stored one differs, all rows are rewritten. */
const edition = 2

/** Number of batches processed at once, since the database can work on one while the next is prepared. */
const concurrency = 3

/**
 * Rewrites all documents in batches and then puts the rows in physical order. Searches and changes continue meanwhile:
 * each sitter is locked only briefly, and is found by either the old or the new rows.
 */
export async function rebuildSearch(
  deps: Deps,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0
  const next = batchesAfter(deps.db, null)
  const work = async () => {
    for (let ids = await next(); ids.length > 0; ids = await next()) {
      await ensureTransaction(deps, (deps) => refreshSitters(deps.db, ids, deps.now()))
      done += ids.length
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await orderRows(deps)
  await saveEdition(deps.db, edition)
  return done
}

/** Returns a function that hands out batches of sitter ids, each id once, to concurrent callers. */
function batchesAfter(db: Db, first: string | null): () => Promise<string[]> {
  let last: Promise<{ ids: string[]; after: string | null }> = Promise.resolve({ ids: [], after: first })
  return async () => {
    last = last.then(async ({ after }) => {
      const ids = await store.listSitterIds(db, after, batchSize)
      return { ids, after: ids.at(-1) ?? after }
    })
    return (await last).ids
  }
}

export async function refreshBatch(
  { db, now }: Deps,
  after: string | null,
): Promise<{ count: number; last: string | null }> {
  const ids = await store.listSitterIds(db, after, batchSize)
  if (ids.length > 0) await inTransaction(db, (tx) => refreshSitters(tx, ids, now()))
  return { count: ids.length, last: ids.length < batchSize ? null : ids.at(-1)! }
}

/** Queues a rewrite of every document if they are of another format version. */
export async function rebuildIfOutdated(deps: Deps): Promise<void> {
  if ((await findEdition(deps.db)) === edition) return
  await ensureTransaction(deps, (deps) =>
    deps.enqueue(deps.db, 'search.roll-window', {}, { onceKey: `edition ${edition}` }),
  )
}

export const noteEdition = (db: Db) => saveEdition(db, edition)

/**
 * The share of rows out of order above which the table is reordered: searches slow down when the rows of a cell are
 * scattered.
 */
const maxDisorder = 0.1

export const orderIfNeeded = (deps: Deps): Promise<void> => orderRows(deps, maxDisorder)

/**
 * Puts the rows into the physical order of the index. They are copied while searches and changes continue; only the
 * swap, which takes milliseconds, blocks them.
 */
async function orderRows({ db, log, now }: Deps, moreThan = -1): Promise<void> {
  const note = (value: number) =>
    storeMeasurements(db, [{ name: 'search_disorder', labels: {}, value, at: now() }])
  await inTransaction(db, async (lockTx) => {
    await order.disableTimeouts(lockTx)
    if (!(await order.tryOrdering(lockTx))) return
    // In a separate transaction: this one would keep a lock on the table it reads, and the swap would wait for that
    // lock.
    const disorder = await inTransaction(db, async (tx) => {
      await order.disableTimeouts(tx)
      return order.findDisorder(tx)
    })
    await note(disorder)
    if (disorder <= moreThan) return
    const began = stopwatch()
    await inTransaction(db, order.beginCopy)
    try {
      await inTransaction(db, async (tx) => {
        await order.disableTimeouts(tx)
        await order.fillCopy(tx)
      })
      const swapping = stopwatch()
      await inTransaction(db, order.swapCopy)
      const [copyMs, swapMs] = [swapping - began, stopwatch() - swapping]
      await note(0)
      log.info(
        { disorder, copyMs: Math.round(copyMs), swapMs: Math.round(swapMs) },
        'search rows put in order',
      )
    } catch (error) {
      await inTransaction(db, order.dropCopy)
      throw error
    }
    await order.analyse(db)
  })
}
