import { crc32 } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, encode, type Encoding } from '#server/pages/encoding.ts'

/** A response that is complete before it is sent; compressed forms are cached with it. */
export type Page = {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** Set for pages that are the same for everybody. */
  etag?: string
  encoded: Map<Encoding, Buffer>
  /** When the oldest data in it was read, in milliseconds of the stopwatch, if that is not when its render began. */
  dataReadAt?: number
}

type PageContent = { status?: number; headers: Iterable<readonly [string, string]>; body: Buffer }

/** Builds a page for a single visitor. */
export const pageFor = ({ status = 200, headers, body }: PageContent): Page => ({
  status,
  headers: [...headers],
  body,
  encoded: new Map(),
})

/** Builds a page for everybody, with an etag for revalidation. */
export function sharedPage(content: PageContent): Page {
  const page = pageFor(content)
  // Weak, because the bytes differ with the encoding. A cryptographic hash takes four times as long.
  const etag = `W/"${page.body.length.toString(36)}-${crc32(page.body).toString(36)}"`
  return { ...page, etag }
}

/** Shorter responses gain nothing from compression. */
const compressedFrom = 1_024

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { status, headers, etag, body } = page
  void reply.status(status)
  for (const [name, value] of headers) void reply.header(name, value)
  void reply.header('vary', 'accept-encoding')
  if (etag) {
    void reply.header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
  }
  if (body.length < compressedFrom) return reply.send(body)
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (!encoding) return reply.send(body)
  let bytes = page.encoded.get(encoding)
  if (!bytes) page.encoded.set(encoding, (bytes = encode(encoding, body)))
  return reply.header('content-encoding', encoding).send(bytes)
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((one) => one.trim() === etag)
