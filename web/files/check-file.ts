import { documentTypes, fileBytes, type FileKind, pictureTypes } from '#contract/files/codes.ts'

export const typesFor = (kind: FileKind): readonly string[] =>
  kind === 'document' ? documentTypes : pictureTypes

type Chosen = { name: string; type: string; size: number }

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

/** Returns why a file cannot be uploaded, in words for the user, or null. Checked before anything is sent. */
export function refusalOf({ name, type, size }: Chosen, kind: FileKind): string | null {
  if (!typesFor(kind).includes(type))
    return kind === 'document'
      ? `${name} is neither a PDF nor a photo. Choose a PDF, JPEG, PNG or WebP file.`
      : /heic|heif/i.test(`${type} ${name}`)
        ? `${name} is a HEIC picture. Save it as JPEG and choose it again.`
        : `${name} is not a picture we can show. Choose a JPEG, PNG, WebP or AVIF file.`
  if (size === 0) return `${name} is empty. Choose another file.`
  if (size > fileBytes.most)
    return `${name} is ${megabytes(size)} MB; a file can be at most ${megabytes(fileBytes.most).replace('.0', '')} MB. Make it smaller and choose it again.`
  return null
}
