import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, line } from '#contract/values.ts'
import { documentTypes, faceTints, fileBytes, fileKinds, fileRefusals, fileStates } from './codes.ts'

/** A processed picture: WebP in several widths, upright, without the camera's metadata. */
export const Photo = z.object({
  id: Id,
  alt: z.string(),
  /** Width in pixels of the largest size. */
  width: z.int(),
  height: z.int(),
  /** A placeholder of a few pixels as a data URL, shown until the picture has loaded. */
  blur: z.string(),
  /** Smallest first. Pictures that are not public have URLs that expire after an hour or two. */
  sizes: z.array(z.object({ width: z.int(), url: z.string() })).min(1),
})

/** The picture beside a person’s name: the photo of the account, or, without one, initials on a colour. */
export const Face = z.object({
  /** The same for everybody who sees the name; its URLs do not expire. */
  photo: Photo.pick({ id: true, sizes: true }).nullable(),
  /** Number of the colour. */
  tint: z
    .int()
    .min(0)
    .max(faceTints - 1),
})

/** A document: with `photo` if it was photographed, otherwise with a `url` to download. */
export const StoredDocument = z.object({
  id: Id,
  name: z.string(),
  bytes: z.int(),
  photo: Photo.nullable(),
  /** URL of a PDF; expires after an hour or two. */
  url: z.string().nullable(),
})

/** Upload state of the viewer's own file. */
export const UploadedFile = z.object({
  id: Id,
  kind: z.enum(fileKinds),
  state: z.enum(fileStates),
  name: z.string(),
  bytes: z.int(),
  /** Number of bytes received; the next part starts at this offset. */
  received: z.int(),
  refusal: z.enum(fileRefusals).nullable(),
  alt: z.string(),
  photo: Photo.nullable(),
})

const params = z.object({ fileId: Id })
const Alt = line(200).default('')

export const createFile = endpoint({
  method: 'POST',
  path: '/v1/files',
  access: 'account',
  summary: 'Create an upload of a photo or document; send its parts next',
  status: 201,
  body: z.strictObject({
    kind: z.enum(fileKinds),
    type: z.enum(documentTypes, 'Choose a JPEG, PNG, WebP or AVIF picture'),
    bytes: z.int().min(1, 'The file is empty').max(fileBytes.most, 'The file is larger than 10 MB'),
    name: line(200).default(''),
    alt: Alt,
  }),
  response: UploadedFile,
  problems: ['file-refused', 'files-too-many'],
})
export const sendFilePart = endpoint({
  method: 'PUT',
  path: '/v1/files/:fileId/parts/:offset',
  access: 'account',
  summary: 'Send the part of a file that starts at this byte; parts already received can be sent again',
  params: z.object({ fileId: Id, offset: z.string().regex(/^(0|[1-9]\d{0,8})$/, 'Give a byte offset') }),
  bytes: fileBytes.mostOfPart,
  response: UploadedFile,
  problems: ['file-not-found', 'file-offset-wrong', 'body-too-large', 'media-type-unsupported'],
})
export const showFile = endpoint({
  method: 'GET',
  path: '/v1/files/:fileId',
  access: 'account',
  summary: 'Get the upload state of your file',
  params,
  response: UploadedFile,
  problems: ['file-not-found'],
})
export const describeFile = endpoint({
  method: 'PUT',
  path: '/v1/files/:fileId',
  access: 'account',
  summary: 'Update the alternative text of your picture',
  params,
  body: z.strictObject({ alt: Alt }),
  response: UploadedFile,
  problems: ['file-not-found'],
})
export const removeFile = endpoint({
  method: 'DELETE',
  path: '/v1/files/:fileId',
  access: 'account',
  summary: 'Delete your file; refused while it is shown somewhere',
  params,
  response: z.object({ removed: z.literal(true) }),
  problems: ['file-not-found', 'file-refused'],
})

export type Photo = z.infer<typeof Photo>
export type Face = z.infer<typeof Face>
export type StoredDocument = z.infer<typeof StoredDocument>
export type UploadedFile = z.infer<typeof UploadedFile>
