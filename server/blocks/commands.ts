import type { Block } from '#contract/blocks.ts'
import * as store from '#server/blocks/store.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { Problem } from '#server/kernel/problem.ts'

const most = 500

/** Returns true if either of the two accounts blocks the other. */
export const isBlocked = async (db: Db, accountA: string, accountB: string): Promise<boolean> =>
  (await store.findBlocks(db, accountA, accountB)).length > 0

type Pair = { accountId: string; otherId: string; otherName: string }

/**
 * Throws if one of two people blocks the other, and holds off new blocks until the transaction ends. The blocker is
 * told the reason; the blocked person is not.
 */
export async function refuseBlocked(tx: Tx, { accountId, otherId, otherName }: Pair): Promise<void> {
  const [, blockers] = await Promise.all([
    store.lockPairShared(tx, accountId, otherId),
    store.findBlocks(tx, accountId, otherId),
  ])
  if (blockers.includes(accountId))
    throw new Problem('person-blocked', {
      detail: `You have blocked ${otherName}. Nothing was sent; unblock them first.`,
    })
  if (blockers.length > 0)
    throw new Problem('person-unavailable', {
      detail: `${otherName} cannot be reached at the moment. Nothing was sent.`,
    })
}

export const listBlocks = async ({ db }: Deps, { accountId }: Viewer): Promise<Block[]> =>
  (await store.findOwnBlocks(db, accountId, most)).map(({ blocked_id: id, created_at: at, name }) => ({
    accountId: id,
    name,
    blockedAt: at.toISOString(),
  }))

export function addBlock(deps: Deps, { accountId }: Viewer, blockedId: string): Promise<Block> {
  return ensureTransaction(deps, async (deps) => {
    const known = await store.findKnown(deps.db, accountId, blockedId)
    if (!known) throw new Problem('account-not-found')
    await store.lockPair(deps.db, accountId, known.id)
    const own = await store.findBlocks(deps.db, accountId, known.id)
    if (!own.includes(accountId) && (await store.countBlocks(deps.db, accountId)) >= most)
      throw new Problem('blocks-full', {
        detail: `You can block at most ${most} people. Unblock some first.`,
        most,
      })
    const { created_at: at } = await store.insertBlock(deps.db, accountId, known.id, deps.now())
    await notifyBoth(deps, accountId, known.id)
    return { accountId: known.id, name: known.name, blockedAt: at.toISOString() }
  })
}

export function removeBlock(
  deps: Deps,
  { accountId }: Viewer,
  blockedId: string,
): Promise<Record<string, never>> {
  return ensureTransaction(deps, async (deps) => {
    await store.lockPair(deps.db, accountId, blockedId)
    if (await store.deleteBlock(deps.db, accountId, blockedId)) await notifyBoth(deps, accountId, blockedId)
    return {}
  })
}

/** Notifies the open pages of both people that the block has changed, without a reason. */
const notifyBoth = (deps: TxDeps, accountId: string, otherId: string) =>
  notifyLive(deps, [accountId, otherId], { topic: 'block' })
