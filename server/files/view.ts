import type { Photo, StoredDocument, UploadedFile } from '#contract/files/files.ts'
import { privateAddress, publicAddress, type Signing } from '#server/files/address.ts'
import type { FileRow } from '#server/files/store.ts'

/** `null`: public, so the addresses do not expire. */
export type PhotoSigning = Signing | null

/** Builds the view of a picture; null unless it is ready. */
export function viewPhoto(row: FileRow, signing: PhotoSigning): Photo | null {
  const { id, hash, width, height, blur, widths, alt } = row
  if (row.state !== 'ready' || !hash || !width || !height || blur === null || widths.length === 0) return null
  const addressOf = (one: number) =>
    signing ? privateAddress(id, `${one}.webp`, signing) : publicAddress(hash, one)
  return { id, alt, width, height, blur, sizes: widths.map((one) => ({ width: one, url: addressOf(one) })) }
}

export const viewDocument = (row: FileRow, signing: Signing): StoredDocument => {
  const photo = viewPhoto(row, signing)
  return {
    id: row.id,
    name: row.name,
    bytes: row.bytes,
    photo,
    url: photo ? null : privateAddress(row.id, 'document.pdf', signing),
  }
}

export const viewFile = (row: FileRow, signing: Signing): UploadedFile => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  name: row.name,
  bytes: row.bytes,
  received: row.received,
  refusal: row.refusal,
  alt: row.alt,
  photo: viewPhoto(row, signing),
})
