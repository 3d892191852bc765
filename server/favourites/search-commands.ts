import type { HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/search/saved-searches.ts'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { PinsQuery, type PinsAnswer } from '#contract/search/search.ts'
import { searchMatchLetter } from '#server/favourites/search-mails.ts'
import * as searches from '#server/favourites/search-store.ts'
import { isOver, viewSavedSearch } from '#server/favourites/search-view.ts'
import { lockAccount } from '#server/favourites/store.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import { listPins } from '#server/search/find-commands.ts'

const most = 20
const dayMs = 86_400_000
const batchSize = 500
/** Limit of remembered matches per search, far more than any search shows. */
const mostSeen = 2_000

export const ownSearches = async (deps: Deps, viewer: Viewer): Promise<SavedSearch[]> =>
  (await searches.findSearches(deps.db, viewer.accountId)).map((row) => viewSavedSearch(row, deps.now()))

type NewSearch = HandlerInput<typeof contract.saveSearch>['body']

/** Saves a search. Current matches count as seen, so that only later ones are reported. */
export function saveSearch(
  deps: Deps,
  viewer: Viewer,
  { name, address, query, tells }: NewSearch,
): Promise<{ search: SavedSearch; created: boolean }> {
  return ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    const { accountId } = viewer
    await lockAccount(deps.db, accountId)
    const same = await searches.findSameSearch(deps.db, accountId, address)
    if (same) return { search: viewSavedSearch(same, at), created: false }
    if ((await searches.findSearches(deps.db, accountId)).length >= most)
      throw new Problem('saved-searches-full', {
        detail: `You can save ${most} searches. Remove one you no longer need, then save this one.`,
      })
    const { items } = await listPins(deps, query, null)
    const row = {
      id: newId(at),
      account_id: accountId,
      name,
      address,
      query: JSON.stringify(query),
      tells,
      seen: items.map(({ id }) => id),
      looked_at: at,
      created_at: at,
    }
    await searches.insertSearch(deps.db, row)
    const saved = await searches.lockSearch(deps.db, accountId, row.id)
    return { search: viewSavedSearch(saved!, at), created: true }
  })
}

type Change = HandlerInput<typeof contract.changeSavedSearch>['body']

export function changeSearch(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { name, tells, looked }: Change,
): Promise<SavedSearch> {
  return ensureTransaction(deps, async (deps) => {
    const row = await searches.lockSearch(deps.db, viewer.accountId, id)
    if (!row) throw new Problem('not-found')
    const change = {
      ...(name !== undefined && { name }),
      ...(tells !== undefined && { tells }),
      ...(looked && { fresh: [] }),
    }
    if (Object.keys(change).length > 0) await searches.saveSearchRow(deps.db, id, change)
    return viewSavedSearch({ ...row, ...change }, deps.now())
  })
}

export async function removeSearch(deps: Deps, viewer: Viewer, id: string): Promise<Record<string, never>> {
  await ensureTransaction(deps, ({ db }) => searches.deleteSearch(db, viewer.accountId, id))
  return {}
}

/** Queues a job for each saved search with notifications that is due for its daily check. */
export async function queueSearches(deps: Deps): Promise<{ queued: number }> {
  const before = new Date(deps.now().getTime() - dayMs + 3_600_000)
  return ensureTransaction(deps, async (deps) => {
    const due = await searches.findDueSearches(deps.db, before, batchSize)
    for (const { id } of due) await deps.enqueue(deps.db, 'favourites.look-into-search', { searchId: id })
    return { queued: due.length }
  })
}

/**
 * Notifies the owner of sitters who newly match. The search runs outside the transaction; if the row has changed in the
 * meantime, a concurrent run has handled it, and this one does nothing.
 */
export async function checkSearch(deps: Deps, searchId: string): Promise<void> {
  const { db, now, site } = deps
  const row = await searches.findSearch(db, searchId)
  if (!row || !row.tells) return
  const at = now()
  const found = isOver(row, at) ? [] : await findMatches(deps, db, row)
  const known = new Set(row.seen)
  const newMatches = found.filter(({ id }) => !known.has(id))
  await ensureTransaction(deps, async (deps) => {
    const locked = await searches.lockSearch(deps.db, row.account_id, searchId)
    if (!locked || locked.looked_at.getTime() !== row.looked_at.getTime()) return
    const ids = newMatches.map(({ id }) => id)
    await searches.saveSearchRow(deps.db, searchId, {
      looked_at: at,
      seen: [...ids, ...locked.seen].slice(0, mostSeen),
      fresh: [...new Set([...ids, ...locked.fresh])].slice(0, mostSeen),
    })
    if (newMatches.length === 0) return
    const { title, letter } = searchMatchLetter(locked, newMatches, site)
    await notify(deps, {
      accountId: row.account_id,
      kind: 'search-match',
      title,
      path: `/sitters?${row.address}`,
      subjectId: searchId,
      mail: letter,
    })
  })
}

const refusals: ReadonlySet<string> = new Set(['request-invalid', 'place-not-found', 'dates-refused'])

/** Runs the saved query; one that the API no longer accepts has no matches. */
async function findMatches(
  deps: Deps,
  db: Db,
  { query }: searches.SavedSearchRow,
): Promise<PinsAnswer['items']> {
  const parsed = PinsQuery.safeParse(query)
  if (!parsed.success) return []
  try {
    return (await listPins({ ...deps, db }, parsed.data, null)).items
  } catch (error) {
    if (error instanceof Problem && refusals.has(error.code)) return []
    throw error
  }
}
