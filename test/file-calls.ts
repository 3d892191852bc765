import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { FileKind } from '#contract/files/codes.ts'
import type { UploadedFile } from '#contract/files/files.ts'
import { processFile } from '#server/files/process-commands.ts'
import { createFile, receivePart } from '#server/files/upload-commands.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import type { TestPerson } from '#test/app.ts'

/** Creates a plain JPEG with a mark in its upper left corner, like a camera's file. */
export async function photograph({ width = 800, height = 600, shade = 90 } = {}): Promise<Buffer> {
  const paint = (w: number, h: number, background: object) =>
    sharp({ create: { width: w, height: h, channels: 3, background } })
  const corner = await paint(40, 40, { r: 255, g: 0, b: 0 }).png().toBuffer()
  return paint(width, height, { r: shade, g: 140, b: 90 })
    .composite([{ input: corner, left: 0, top: 0 }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

type UploadOptions = { kind?: FileKind; type?: string; name?: string; alt?: string; partBytes?: number }

/** Uploads a file in parts, as the browser does, and runs the queued jobs. */
export async function sendFile(
  { app, deps }: { app: FastifyInstance; deps: Deps },
  { headers }: TestPerson,
  content: Buffer,
  {
    kind = 'sitter',
    type = 'image/jpeg',
    name = 'photo.jpg',
    alt = '',
    partBytes = 2 ** 18,
  }: UploadOptions = {},
): Promise<UploadedFile> {
  const createResponse = await app.inject({
    method: 'POST',
    url: '/v1/files',
    headers,
    payload: { kind, type, name, alt, bytes: content.length },
  })
  if (createResponse.statusCode !== 201) throw new Error(createResponse.body)
  const { id } = createResponse.json<UploadedFile>()
  for (let offset = 0; offset < content.length; offset += partBytes) {
    const partResponse = await app.inject({
      method: 'PUT',
      url: `/v1/files/${id}/parts/${offset}`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: content.subarray(offset, offset + partBytes),
    })
    if (partResponse.statusCode !== 200) throw new Error(partResponse.body)
  }
  await processFile(deps, id)
  const shown = await app.inject({ url: `/v1/files/${id}`, headers })
  return shown.json<UploadedFile>()
}

/** Uploads and processes a small photo without a port, so that it can be used. */
export async function storePhoto(deps: Deps, viewer: Viewer, kind: FileKind, shade = 90): Promise<string> {
  const content = await photograph({ width: 64, height: 48, shade })
  const { id } = await createFile(deps, viewer, {
    kind,
    type: 'image/jpeg',
    bytes: content.length,
    name: 'photo.jpg',
    alt: '',
  })
  await receivePart(deps, viewer, id, 0, content)
  await processFile(deps, id)
  return id
}
