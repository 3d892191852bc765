/** What is fixed about photos and documents, free of zod so that the browser may import it. */

/** What a photo or document is shown with. */
export const fileKinds = [
  'account',
  'sitter',
  'pet',
  'message',
  'review',
  'report-card',
  'evidence',
  'document',
] as const
/** How far a file is: its parts arrive, it is checked and made small, it can be used, or it was refused. */
export const fileStates = ['receiving', 'processing', 'ready', 'refused'] as const
/** Why a file that has arrived was not kept. */
export const fileRefusals = ['not-a-picture', 'not-a-document', 'damaged', 'too-many-pixels'] as const
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export const documentTypes = ['application/pdf', ...pictureTypes] as const
/** Of one file, and of one part of it while it is sent; only the last part may be smaller than the least. */
export const fileBytes = { most: 10 * 2 ** 20, mostOfPart: 2 ** 20, leastOfPart: 2 ** 14 } as const
export const mostPixels = 40_000_000
/** How many one subject shows: a profile, a pet, a message. */
export const mostFiles = {
  account: 1,
  sitter: 20,
  pet: 10,
  message: 6,
  review: 4,
  'report-card': 10,
  evidence: 18,
  document: 20,
} as const satisfies Record<FileKind, number>
/** With one step of a case: when it is opened, answered or appealed against. */
export const mostEvidence = 6
export const pictureWidths = [320, 640, 1024, 1600] as const

export type FileKind = (typeof fileKinds)[number]
export type FileState = (typeof fileStates)[number]
export type FileRefusal = (typeof fileRefusals)[number]
