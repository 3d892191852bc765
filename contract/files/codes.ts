/** Constants of photos and documents, without zod so that the browser may import them. */

/** The kind of subject that a photo or document belongs to. */
export const fileKinds = [
  'account',
  'sitter',
  'pet',
  'message',
  'review',
  'report-card',
  'evidence',
  'document',
  'look',
] as const
/**
 * State of an upload: parts are arriving, it is being checked and scaled down, it is ready for use, or it was refused.
 */
export const fileStates = ['receiving', 'processing', 'ready', 'refused'] as const
/** Reasons for refusing an uploaded file. */
export const fileRefusals = ['not-a-picture', 'not-a-document', 'damaged', 'too-many-pixels'] as const
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export const documentTypes = ['application/pdf', ...pictureTypes] as const
/** Limits in bytes of one file and of one uploaded part; only the last part may be smaller than `leastOfPart`. */
export const fileBytes = { most: 10 * 2 ** 20, mostOfPart: 2 ** 20, leastOfPart: 2 ** 14 } as const
export const maxPicturePixels = 40_000_000
/** Maximum number of files per subject, such as a profile, a pet or a message. */
export const maxFilesByKind = {
  account: 1,
  sitter: 20,
  pet: 10,
  message: 6,
  review: 4,
  'report-card': 10,
  evidence: 18,
  document: 20,
  look: 1,
} as const satisfies Record<FileKind, number>
/** People can look through this many photos of a sitter on a card; the profile has all of them. */
export const maxPhotosOnCard = 5
/** Maximum number of files for one step of a case: opening, answer or appeal. */
export const maxEvidenceFiles = 6
export const pictureWidths = [320, 640, 1024, 1600] as const
/** Photos of accounts are also stored in a width for the small circles beside names. */
export const faceWidth = 160
/** Number of colours behind the initials of people without a photo. */
export const faceTints = 8

/** Colour behind the initials of this account's name, from 0 on; always the same for one account. */
export function tintOf(accountId: string): number {
  let hash = 0
  for (let at = 0; at < accountId.length; at += 1) hash = (hash * 31 + accountId.charCodeAt(at)) % 65_521
  return hash % faceTints
}

export type FileKind = (typeof fileKinds)[number]
export type FileState = (typeof fileStates)[number]
export type FileRefusal = (typeof fileRefusals)[number]
