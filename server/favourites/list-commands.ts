import { randomBytes } from 'node:crypto'
import { mostLists } from '#contract/favourites.ts'
import type { FavouriteList, SharedList } from '#contract/favourite-lists.ts'
import { firstName } from '#contract/words.ts'
import { briefSitters, requireOwnAccount } from '#server/favourites/commands.ts'
import * as lists from '#server/favourites/list-store.ts'
import { viewList, viewLists } from '#server/favourites/list-view.ts'
import { everythingName, isEverything } from '#server/favourites/list.ts'
import { findFavourites, lockAccount } from '#server/favourites/store.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'

type ListParams = { accountId: string; listId: string }

export async function ownLists(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  viewer: Viewer,
  accountId: string,
): Promise<FavouriteList[]> {
  requireOwnAccount(viewer, accountId)
  return viewLists(await lists.findLists(db, accountId), accountId, site)
}

export function createList(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { name, sitterIds }: { name: string; sitterIds: readonly string[] },
): Promise<FavouriteList> {
  return changeLists(deps, viewer, accountId, async ({ db, now, site }) => {
    await refuseTakenName(db, accountId, name)
    const named = (await lists.findLists(db, accountId)).filter((row) => !isEverything(row))
    if (named.length >= mostLists)
      throw new Problem('lists-full', {
        detail: `You can have ${mostLists} lists. Delete one you no longer need, then create this one.`,
      })
    const at = now()
    const row = { id: newId(at), account_id: accountId, name, created_at: at }
    const created = await lists.insertList(db, row)
    await lists.addFavouritesToList(db, created, sitterIds)
    return viewList(created, site)
  })
}

export function renameList(
  deps: Deps,
  viewer: Viewer,
  { accountId, listId }: ListParams,
  { name, version }: { name: string; version: number },
): Promise<FavouriteList> {
  return changeLists(deps, viewer, accountId, async ({ db, site }) => {
    refuseEverything({ accountId, listId })
    const row = await lists.lockList(db, accountId, listId)
    if (!row) throw new Problem('list-not-found')
    if (row.version !== version)
      throw new Problem('version-stale', {
        detail: `The list was renamed in the meantime and is called “${row.name}” now. Read it again, then rename it.`,
        version: row.version,
      })
    await refuseTakenName(db, accountId, name, listId)
    return viewList(await lists.saveListName(db, listId, name), site)
  })
}

export function deleteList(
  deps: Deps,
  viewer: Viewer,
  { accountId, listId }: ListParams,
): Promise<Record<string, never>> {
  return changeLists(deps, viewer, accountId, async ({ db }) => {
    refuseEverything({ accountId, listId })
    await lists.deleteList(db, accountId, listId)
    return {}
  })
}

/** Shares a list or stops it. A list that is already shared keeps its address. */
export function shareList(
  deps: Deps,
  viewer: Viewer,
  { accountId, listId }: ListParams,
  shared: boolean,
): Promise<FavouriteList> {
  return changeLists(deps, viewer, accountId, async ({ db, now, site }) => {
    const row =
      (await lists.lockList(db, accountId, listId)) ?? (await everything(db, { accountId, listId }, now()))
    if (shared === (row.code !== null)) return viewList(row, site)
    const code = shared ? randomBytes(16).toString('base64url') : null
    return viewList(await lists.saveListCode(db, listId, code), site)
  })
}

/** Creates the row of the list of all favourites, which exists from its first sharing on. */
function everything(tx: Tx, { accountId, listId }: ListParams, at: Date): Promise<lists.ListRow> {
  if (listId !== accountId) throw new Problem('list-not-found')
  return lists.insertList(tx, { id: listId, account_id: accountId, name: everythingName, created_at: at })
}

/** Reads a shared list for anybody who has its code. */
export async function readSharedList(deps: Pick<Deps, 'db' | 'now'>, code: string): Promise<SharedList> {
  const list = await lists.findSharedList(deps.db, code)
  if (!list)
    throw new Problem('list-not-found', {
      detail: 'No list is shared at this address, or it is no longer shared. Ask whoever sent it to you.',
    })
  const favourites = await findFavourites(deps.db, list.account_id)
  const shown = isEverything(list)
    ? favourites
    : favourites.filter(({ list_ids }) => list_ids.includes(list.id))
  return {
    name: list.name,
    isEverything: isEverything(list),
    ownerName: firstName(list.owner_name),
    sitters: await briefSitters(
      deps,
      shown.map(({ sitter_id }) => sitter_id),
    ),
  }
}

/** Changes of one person's lists happen one after the other, so that names and numbers can be compared. */
function changeLists<T>(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  change: (deps: TxDeps) => Promise<T>,
): Promise<T> {
  requireOwnAccount(viewer, accountId)
  return ensureTransaction(deps, async (deps) => {
    await lockAccount(deps.db, accountId)
    return change(deps)
  })
}

async function refuseTakenName(tx: Tx, accountId: string, name: string, ownId?: string): Promise<void> {
  const isEverythingsName = name.toLowerCase() === everythingName.toLowerCase()
  const same = await lists.findListNamed(tx, accountId, name)
  const taken = isEverythingsName ? everythingName : same && same.id !== ownId ? same.name : null
  if (taken !== null)
    throw new Problem('list-exists', {
      detail: `You already have a list called “${taken}”. Choose another name.`,
    })
}

function refuseEverything({ accountId, listId }: ListParams): void {
  if (listId === accountId)
    throw new Problem('list-fixed', {
      detail: 'Everybody has the list of all favourites. Create a list of your own instead.',
    })
}
