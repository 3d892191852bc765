import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, line } from '#contract/values.ts'
import { documentTypes, fileBytes, fileKinds, fileRefusals, fileStates } from './codes.ts'

/** A picture as it is shown: WebP in several widths, upright, without anything that the camera wrote into it. */
export const Photo = z.object({
  id: Id,
  alt: z.string(),
  /** Of the largest size. */
  width: z.int(),
  height: z.int(),
  /** The picture in a few pixels as a data address, shown until it has arrived. */
  blur: z.string(),
  /** The smallest first. What only some may see has addresses that end after an hour or two. */
  sizes: z.array(z.object({ width: z.int(), url: z.string() })).min(1),
})

/** A paper: as a picture when it was photographed, else as a file to be kept. */
export const StoredDocument = z.object({
  id: Id,
  name: z.string(),
  bytes: z.int(),
  photo: Photo.nullable(),
  /** Of a PDF; ends after an hour or two. */
  url: z.string().nullable(),
})

/** One's own file on its way. */
export const UploadedFile = z.object({
  id: Id,
  kind: z.enum(fileKinds),
  state: z.enum(fileStates),
  name: z.string(),
  bytes: z.int(),
  /** So many bytes have arrived; the next part begins there. */
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
  summary: 'Begin to send a photo or document; its parts follow',
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
  summary: 'Send the part that begins at this byte; one that has arrived may be sent again',
  params: z.object({ fileId: Id, offset: z.string().regex(/^(0|[1-9]\d{0,8})$/, 'Name a byte') }),
  bytes: fileBytes.mostOfPart,
  response: UploadedFile,
  problems: ['file-not-found', 'file-offset-wrong', 'body-too-large', 'media-type-unsupported'],
})
export const showFile = endpoint({
  method: 'GET',
  path: '/v1/files/:fileId',
  access: 'account',
  summary: 'How far one’s own file is',
  params,
  response: UploadedFile,
  problems: ['file-not-found'],
})
export const describeFile = endpoint({
  method: 'PUT',
  path: '/v1/files/:fileId',
  access: 'account',
  summary: 'Say what one’s own picture shows, for those who do not see it',
  params,
  body: z.strictObject({ alt: Alt }),
  response: UploadedFile,
  problems: ['file-not-found'],
})
export const removeFile = endpoint({
  method: 'DELETE',
  path: '/v1/files/:fileId',
  access: 'account',
  summary: 'Remove one’s own file that is shown nowhere',
  params,
  response: z.object({ removed: z.literal(true) }),
  problems: ['file-not-found', 'file-refused'],
})

export type Photo = z.infer<typeof Photo>
export type StoredDocument = z.infer<typeof StoredDocument>
export type UploadedFile = z.infer<typeof UploadedFile>
