import { crc32 } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, encode, type Encoding } from '#server/pages/encoding.ts'

export type Header = readonly [name: string, value: string]

/**
 * Browsers and proxies may store it, but must revalidate each time. nginx would not store what has no lifetime, so it is
 * told a time in the past (decision 160); it does so only if this comes first.
 */
export const revalidated: readonly Header[] = [
  ['x-accel-expires', '@1'],
  ['cache-control', 'public, max-age=0, must-revalidate'],
]

/** A response that is complete before it is sent; the forms in which it was sent are cached with it. */
export type Page = {
  status: number
  headers: readonly Header[]
  body: Buffer
  /** Set for pages that are the same for everybody. */
  etag?: string
  forms: Map<Encoding | 'plain' | 'unchanged', Form>
  /** When the oldest data in it was read, in milliseconds of the stopwatch, if that is not when its render began. */
  dataReadAt?: number
}

/** A page as it is sent: compressed or not, or only the news that the browser's own copy is current. */
export type Form = { status: number; headers: readonly Header[]; body?: Buffer }

type PageContent = { status?: number; headers: Iterable<Header>; body: Buffer }

/** Builds a page for a single visitor. */
export const pageFor = ({ status = 200, headers, body }: PageContent): Page => ({
  status,
  headers: [...headers],
  body,
  forms: new Map(),
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

/** Returns the page in the form that answers a request with these headers. */
export function formOf(page: Page, requested: FastifyRequest['headers']): Form {
  const { status, headers, etag, body, forms } = page
  const isUnchanged = etag !== undefined && matchesEtag(requested['if-none-match'], etag)
  const encoding = body.length < compressedFrom ? undefined : chooseEncoding(requested['accept-encoding'])
  const name = isUnchanged ? 'unchanged' : (encoding ?? 'plain')
  const known = forms.get(name)
  if (known) return known
  const all: Header[] = [...headers, ['vary', 'accept-encoding'], ...(etag ? [['etag', etag] as const] : [])]
  const form: Form = isUnchanged
    ? { status: 304, headers: all }
    : encoding
      ? { status, headers: [...all, ['content-encoding', encoding]], body: encode(encoding, body) }
      : { status, headers: all, body }
  forms.set(name, form)
  return form
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { status, headers, body } = formOf(page, request.headers)
  void reply.status(status)
  for (const [name, value] of headers) void reply.header(name, value)
  return reply.send(body)
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((one) => one.trim() === etag)
