import { arrangeFiles, changePhotoUrl, photosOf } from '#server/files/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Sets the person's picture. The account stores the address of its smallest size, which does not expire. */
export function setAccountPhoto(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  fileId: string | null,
): Promise<{ photoUrl: string | null }> {
  if (accountId !== viewer.accountId) throw new Problem('account-not-found')
  return ensureTransaction(deps, async (deps) => {
    const fileIds = fileId === null ? [] : [fileId]
    await arrangeFiles(deps, viewer, { fileIds, kind: 'account', subjectId: accountId })
    const [photo] = (await photosOf(deps, 'account', [accountId], 'publicly'))(accountId)
    const photoUrl = photo?.sizes[0]?.url ?? null
    await changePhotoUrl(deps, accountId, photoUrl)
    return { photoUrl }
  })
}
