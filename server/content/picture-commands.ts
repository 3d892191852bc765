import type { EndpointResponse } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff/content.ts'
import { attachFiles, picturesOfLook } from '#server/files/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Wider than any text, also on screens with two device pixels for each CSS pixel. */
const widest = 1_600

/**
 * Keeps an uploaded picture, so that texts can name its address, and returns that address. It is kept from then on,
 * because drafts and earlier versions may show it.
 */
export const addPicture = (
  deps: Deps,
  viewer: Viewer,
  fileId: string,
): Promise<EndpointResponse<typeof contract.addTextPicture>> =>
  ensureTransaction(deps, async (deps) => {
    await attachFiles(deps, viewer, { fileIds: [fileId], kind: 'look', subjectId: fileId })
    const photo = (await picturesOfLook(deps.db, [fileId])).get(fileId)
    if (!photo) throw new Problem('file-not-found')
    const { width, url } = photo.sizes.findLast((size) => size.width <= widest) ?? photo.sizes[0]!
    return { url, width, height: Math.round((photo.height / photo.width) * width) }
  })
