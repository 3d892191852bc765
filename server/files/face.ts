import { tintOf } from '#contract/files/codes.ts'
import type { Face } from '#contract/files/files.ts'
import { publicAddress } from '#server/files/address.ts'

/** A row of the view `face`. */
export type FacePhoto = { id: string; hash: string; widths: readonly number[] }

/** Builds what everybody sees beside the name of this account. */
export const faceOf = (accountId: string, photo: FacePhoto | null): Face => ({
  photo: photo && {
    id: photo.id,
    sizes: photo.widths.map((width) => ({ width, url: publicAddress(photo.hash, width) })),
  },
  tint: tintOf(accountId),
})
