import type { HandlerInput } from '#contract/endpoint.ts'
import type { Favourite, keepFavourite, mergeFavourites, SitterBrief } from '#contract/favourites.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import { deleteListsOf, saveListsOfFavourite } from '#server/favourites/list-store.ts'
import { deleteSearchesOf, removeFromMatches } from '#server/favourites/search-store.ts'
import * as store from '#server/favourites/store.ts'
import { viewBrief, viewFavourite } from '#server/favourites/view.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { currentSettings } from '#server/settings/commands.ts'

const most = 200

type ReadDeps = Pick<Deps, 'db' | 'now'>

/** Returns those of the sitters that are published, in the given order. */
export async function briefSitters({ db, now }: ReadDeps, ids: readonly string[]): Promise<SitterBrief[]> {
  const [{ settings }, found] = await Promise.all([currentSettings(db), store.findBriefs(db, ids)])
  return [...new Set(ids)].flatMap((id) => {
    const row = found.get(id)
    return row ? [viewBrief(row, { settings, at: now() })] : []
  })
}

export async function ownFavourites(deps: ReadDeps, viewer: Viewer, accountId: string): Promise<Favourite[]> {
  requireOwnAccount(viewer, accountId)
  return view(deps, await store.findFavourites(deps.db, accountId))
}

type FavouriteChange = HandlerInput<typeof keepFavourite>['body']

/**
 * Saves the sitter as a favourite, or changes the note and the lists of an existing one; with `addedAt`, a restored
 * favourite gets its old position back.
 */
export function saveFavourite(
  deps: Deps,
  viewer: Viewer,
  { accountId, sitterId }: { accountId: string; sitterId: string },
  { note, addedAt, listIds }: FavouriteChange,
): Promise<Favourite> {
  requireOwnAccount(viewer, accountId)
  return ensureTransaction(deps, async (deps) => {
    await store.lockAccount(deps.db, accountId)
    const known = await store.lockFavourite(deps.db, accountId, sitterId)
    if (known && note !== undefined) await store.saveNote(deps.db, accountId, sitterId, note || null)
    if (!known) {
      const sitter = await store.findPublishedName(deps.db, sitterId)
      if (!sitter) throw new Problem('sitter-not-found')
      if ((await store.countFavourites(deps.db, accountId)) >= most)
        throw new Problem('favourites-full', {
          detail: `You can have ${most} favourites. Remove one you no longer need, then add this one.`,
        })
      await insert(deps.db, deps.now(), {
        accountId,
        sitterId,
        name: sitter.name,
        note: note ?? null,
        addedAt,
      })
    }
    if (listIds) await saveListsOfFavourite(deps.db, { accountId, sitterId }, listIds)
    const saved = await store.lockFavourite(deps.db, accountId, sitterId)
    const [favourite] = await view(deps, saved ? [saved] : [])
    return favourite!
  })
}

export async function removeFavourite(
  deps: Deps,
  viewer: Viewer,
  { accountId, sitterId }: { accountId: string; sitterId: string },
): Promise<Record<string, never>> {
  requireOwnAccount(viewer, accountId)
  await ensureTransaction(deps, ({ db }) => store.deleteFavourite(db, accountId, sitterId))
  return {}
}

type DeviceFavourites = HandlerInput<typeof mergeFavourites>['body']['items']

/** Merges favourites from a device, the newest first, up to the limit; unpublished and unknown sitters are skipped. */
export function mergeDeviceFavourites(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  fromDevice: DeviceFavourites,
): Promise<Favourite[]> {
  requireOwnAccount(viewer, accountId)
  return ensureTransaction(deps, async (deps) => {
    await store.lockAccount(deps.db, accountId)
    const newest = fromDevice.toSorted((one, other) => (one.addedAt < other.addedAt ? 1 : -1))
    let room = most - (await store.countFavourites(deps.db, accountId))
    for (const { sitterId, note, addedAt } of newest) {
      if (room <= 0) break
      if (await store.lockFavourite(deps.db, accountId, sitterId)) continue
      const sitter = await store.findPublishedName(deps.db, sitterId)
      if (!sitter) continue
      await insert(deps.db, deps.now(), { accountId, sitterId, name: sitter.name, note, addedAt })
      room--
    }
    return view(deps, await store.findFavourites(deps.db, accountId))
  })
}

/** Deletes the favourites and lists of an erased account. */
export const deleteFavouritesOf = (deps: Deps, accountId: string): Promise<unknown> =>
  ensureTransaction(deps, async ({ db }) => {
    await deleteListsOf(db, accountId)
    await store.deleteAllOf(db, accountId)
  })

/** Deletes the person's favourites, lists and searches, and removes their sitter profile from those of others. */
export const eraseFromFavourites: Eraser = async (deps, { accountId, sitterId }) => {
  await deleteFavouritesOf(deps, accountId)
  await deleteSearchesOf(deps.db, accountId)
  if (!sitterId) return
  await store.deleteFavouritesOfSitter(deps.db, sitterId)
  await removeFromMatches(deps.db, sitterId)
}

type NewFavourite = {
  accountId: string
  sitterId: string
  name: string
  note: string | null
  addedAt: string | undefined
}

const insert = (tx: Tx, now: Date, { accountId, sitterId, name, note, addedAt }: NewFavourite) =>
  store.insertFavourite(tx, {
    account_id: accountId,
    sitter_id: sitterId,
    name,
    note: note || null,
    // A device's clock may be wrong, so a time in the future is replaced by now.
    added_at: addedAt && new Date(addedAt) < now ? new Date(addedAt) : now,
  })

async function view({ db, now }: { db: Db; now: Deps['now'] }, rows: store.FavouriteRow[]) {
  const [{ settings }, briefs] = await Promise.all([
    currentSettings(db),
    store.findBriefs(
      db,
      rows.map(({ sitter_id }) => sitter_id),
    ),
  ])
  return rows.map((row) => viewFavourite(row, briefs.get(row.sitter_id), { settings, at: now() }))
}

export function requireOwnAccount(viewer: Viewer, accountId: string): void {
  if (viewer.accountId !== accountId) throw new Problem('account-not-found')
}
