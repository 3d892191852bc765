import type { Account } from '#contract/accounts.ts'
import { faceWidth, tintOf } from '#contract/files/codes.ts'
import type { ShownFace } from '#web/ui/face.tsx'

/** The viewer’s own face, as everybody else sees it. */
export const ownFace = ({ id, photoUrl }: Pick<Account, 'id' | 'photoUrl'>): ShownFace => ({
  photo: photoUrl ? { sizes: [{ width: faceWidth, url: photoUrl }] } : null,
  tint: tintOf(id),
})
