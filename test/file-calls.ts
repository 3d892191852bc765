import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { FileKind } from '#contract/file-codes.ts'
import type { UploadedFile } from '#contract/files.ts'
import { processFile } from '#server/files/process-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { TestPerson } from '#test/app.ts'

/** A picture of one colour with something in its upper left corner, as a camera would send it. */
export async function photograph({ width = 800, height = 600, shade = 90 } = {}): Promise<Buffer> {
  const paint = (w: number, h: number, background: object) =>
    sharp({ create: { width: w, height: h, channels: 3, background } })
  const corner = await paint(40, 40, { r: 255, g: 0, b: 0 }).png().toBuffer()
  return paint(width, height, { r: shade, g: 140, b: 90 })
    .composite([{ input: corner, left: 0, top: 0 }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

type Sending = { kind?: FileKind; type?: string; name?: string; alt?: string; partBytes?: number }

/** Sends a file in parts, as the browser does, and does the work of the queue. */
export async function sendFile(
  { app, deps }: { app: FastifyInstance; deps: Deps },
  { headers }: TestPerson,
  content: Buffer,
  { kind = 'sitter', type = 'image/jpeg', name = 'photo.jpg', alt = '', partBytes = 2 ** 18 }: Sending = {},
): Promise<UploadedFile> {
  const begun = await app.inject({
    method: 'POST',
    url: '/v1/files',
    headers,
    payload: { kind, type, name, alt, bytes: content.length },
  })
  if (begun.statusCode !== 201) throw new Error(begun.body)
  const { id } = begun.json<UploadedFile>()
  for (let offset = 0; offset < content.length; offset += partBytes) {
    const sent = await app.inject({
      method: 'PUT',
      url: `/v1/files/${id}/parts/${offset}`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: content.subarray(offset, offset + partBytes),
    })
    if (sent.statusCode !== 200) throw new Error(sent.body)
  }
  await processFile(deps, id)
  const shown = await app.inject({ url: `/v1/files/${id}`, headers })
  return shown.json<UploadedFile>()
}
