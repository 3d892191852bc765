import type { documentTypes } from '#contract/files/codes.ts'

type FileType = (typeof documentTypes)[number]

const is = (head: Buffer, at: number, letters: string) =>
  head.subarray(at, at + letters.length).toString('latin1') === letters

const marks: [type: FileType, fits: (head: Buffer) => boolean][] = [
  ['image/jpeg', (head) => is(head, 0, '\xff\xd8\xff')],
  ['image/png', (head) => is(head, 0, '\x89PNG\r\n\x1a\n')],
  ['image/webp', (head) => is(head, 0, 'RIFF') && is(head, 8, 'WEBP')],
  ['image/avif', (head) => is(head, 4, 'ftyp') && ['avif', 'avis', 'mif1'].some((mark) => is(head, 8, mark))],
  ['application/pdf', (head) => is(head, 0, '%PDF-')],
]

/** Returns the type of a file by its first bytes; the declared type is ignored. */
export const typeOf = (head: Buffer): FileType | undefined => marks.find(([, fits]) => fits(head))?.[0]
