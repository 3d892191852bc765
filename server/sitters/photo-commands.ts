import { maxPhotosOnCard } from '#contract/files/codes.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { listSitterPhotos, Sitter } from '#contract/sitters/sitters.ts'
import { arrangeFiles, photosOf } from '#server/files/commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { lockSitter, readSitter } from '#server/sitters/commands.ts'
import { findPublishedIds } from '#server/sitters/published-store.ts'
import * as store from '#server/sitters/store.ts'

/** Wide enough for a card on any screen. */
const cardWidth = 640

/**
 * Arranges the gallery. Cards show the first photo, whose address is stored with the sitter so that no further query is
 * needed.
 */
export function arrangeSitterPhotos(
  deps: Deps,
  viewer: Viewer,
  sitterId: string,
  fileIds: readonly string[],
): Promise<Sitter> {
  return ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const row = await store.findSitter(deps.db, sitterId)
    if (row?.account_id !== viewer.accountId) throw new Problem('sitter-not-found')
    await arrangeFiles(deps, viewer, { fileIds, kind: 'sitter', subjectId: sitterId })
    await storeFirstPhoto(deps, sitterId)
    await announce(deps.db, 'sitter', sitterId)
    return readSitter(deps, sitterId, viewer)
  })
}

/** Returns the first photos of those of the sitters that are published, in the given order. */
export async function listPhotos(
  deps: Pick<Deps, 'db' | 'now' | 'site'>,
  ids: readonly string[],
): Promise<EndpointResponse<typeof listSitterPhotos>['items']> {
  const published = new Set(await findPublishedIds(deps.db, ids))
  const photos = await photosOf(deps, 'sitter', [...published], 'publicly')
  return [...new Set(ids)]
    .filter((id) => published.has(id))
    .map((sitterId) => ({ sitterId, photos: photos(sitterId).slice(0, maxPhotosOnCard) }))
}

async function storeFirstPhoto(deps: TxDeps, sitterId: string): Promise<void> {
  const [first] = (await photosOf(deps, 'sitter', [sitterId], 'publicly'))(sitterId)
  const sizes = first?.sizes ?? []
  const size = sizes.find(({ width }) => width >= cardWidth) ?? sizes.at(-1)
  await store.updateSitter(deps.db, sitterId, { photo_url: size?.url ?? null, updated_at: deps.now() })
}

/** Updates the card's photo after an operator has removed one. */
export const refreshPhoto = (deps: Deps, sitterId: string): Promise<void> =>
  ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    await storeFirstPhoto(deps, sitterId)
    await announce(deps.db, 'sitter', sitterId)
  })
