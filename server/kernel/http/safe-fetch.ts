import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import {
  checkedLookup,
  ClosedAddress,
  guard,
  isPublicAddress,
  isPublicName,
  type Resolve,
} from '#server/kernel/http/public-address.ts'

/** Reasons for not requesting an address, or for not accepting its response. */
export type FetchRefusal =
  | 'address' // not an address, or not a public one
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'redirects'
  | 'time'
  | 'size'
  | 'type'
  | 'status'
  | 'unreachable'

export class FetchRefused extends Error {
  override name = 'FetchRefused'
  readonly reason: FetchRefusal
  /** HTTP status of the other server, if it answered. */
  readonly status: number | undefined

  constructor(
    reason: FetchRefusal,
    message: string,
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.status = status
  }
}

export type FetchPolicy = {
  isOpen: (address: string) => boolean
  isOpenName: (hostname: string) => boolean
  schemes: readonly string[]
  /** Empty means all ports. */
  ports: readonly number[]
  totalMs: number
  maxBytes: number
  maxRedirects: number
  resolve?: Resolve
}

/** The default policy; only tests loosen it. */
export const strictPolicy: FetchPolicy = {
  isOpen: isPublicAddress,
  isOpenName: isPublicName,
  schemes: ['https:'],
  ports: [443],
  totalMs: 10_000,
  maxBytes: 2_000_000,
  maxRedirects: 3,
}

export type FetchOptions = {
  /** Accepted media types; a response without a type is accepted, too. */
  types: readonly string[]
  etag?: string | undefined
  lastModified?: string | undefined
  /** A timeout shorter than the usual ten seconds, for requests that a person waits for. */
  withinMs?: number
}
/** `body` is null if nothing has changed since the given `etag` or `lastModified`. */
export type Fetched = { body: Buffer | null; etag: string | undefined; lastModified: string | undefined }
export type SafeFetch = (address: string, options: FetchOptions) => Promise<Fetched>

/** The only way to request an address that a person has entered. */
export const safeFetch: SafeFetch = (address, options) => fetchBy(strictPolicy, address, options)

export async function fetchBy(policy: FetchPolicy, address: string, options: FetchOptions): Promise<Fetched> {
  const signal = AbortSignal.timeout(Math.min(policy.totalMs, options.withinMs ?? policy.totalMs))
  let url = checkUrl(policy, address)
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendRequest(policy, url, options, signal)
    const target = redirectOf(response)
    if (target === undefined) return await readResponse(policy, response, options, signal)
    response.destroy()
    if (redirects === policy.maxRedirects)
      throw new FetchRefused('redirects', `More than ${policy.maxRedirects} redirects`)
    url = checkUrl(policy, target, url)
  }
}

/** Parses and checks an address without resolving its name; throws `FetchRefused`. */
export function checkUrl(policy: FetchPolicy, address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || address.length > 2_000) throw new FetchRefused('address', 'This is not a valid address')
  if (!policy.schemes.includes(url.protocol))
    throw new FetchRefused('scheme', `Requests by ${url.protocol} are not allowed`)
  if (url.username || url.password) throw new FetchRefused('credentials', 'The address contains a password')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (policy.ports.length > 0 && !policy.ports.includes(port))
    throw new FetchRefused('port', `Requests to port ${port} are not allowed`)
  // `URL` has normalised all notations of an IP address (127.1, 0x7f000001, 2130706433, full width).
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isOpen = isIP(host) === 0 ? policy.isOpenName(host) : policy.isOpen(host)
  if (!isOpen) throw new FetchRefused('address', `${host} is not a public address`)
  url.hash = ''
  return url
}

const redirectCodes = new Set([301, 302, 303, 307, 308])

const redirectOf = ({ statusCode = 0, headers }: http.IncomingMessage): string | undefined =>
  redirectCodes.has(statusCode) ? (headers.location ?? '') : undefined

const sendRequest = (
  policy: FetchPolicy,
  url: URL,
  { types, etag, lastModified }: FetchOptions,
  signal: AbortSignal,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { keepAlive: false, lookup: checkedLookup(policy.isOpen, policy.resolve) }
    const isSecure = url.protocol === 'https:'
    const agent = isSecure
      ? new https.Agent({ ...options, rejectUnauthorized: true })
      : new http.Agent(options)
    const fail = (error: Error) => reject(refusalOf(error, signal))
    try {
      const request = (isSecure ? https : http).request(url, {
        agent: guard(agent, policy.isOpen),
        signal,
        maxHeaderSize: 16_384,
        headers: {
          accept: [...types, '*/*;q=0.1'].join(', '),
          'accept-encoding': 'gzip, br',
          'user-agent': 'Sitwell calendar reader',
          ...(etag ? { 'if-none-match': etag } : {}),
          ...(lastModified ? { 'if-modified-since': lastModified } : {}),
        },
      })
      request.once('response', (response) => {
        const { remoteAddress } = response.socket
        // The look-up has already checked the address; this stops any bypass of it before anything is read.
        if (remoteAddress !== undefined && !policy.isOpen(unmapped(remoteAddress))) {
          response.destroy()
          return reject(new FetchRefused('address', 'No public address answered'))
        }
        resolve(response)
      })
      request.on('error', fail)
      request.end()
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  })

const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

function refusalOf(error: Error, signal: AbortSignal): FetchRefused {
  if (error instanceof FetchRefused) return error
  if (error instanceof ClosedAddress) return new FetchRefused('address', error.message)
  if (signal.aborted) return new FetchRefused('time', 'It took too long')
  return new FetchRefused('unreachable', error.message, { cause: error })
}

async function readResponse(
  policy: FetchPolicy,
  response: http.IncomingMessage,
  { types }: FetchOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  const { statusCode: status = 0, headers } = response
  const { etag, 'last-modified': lastModified } = headers
  const refuse = (reason: FetchRefusal, message: string): never => {
    response.destroy()
    throw new FetchRefused(reason, message, { status })
  }
  if (status === 304) {
    response.destroy()
    return { body: null, etag, lastModified }
  }
  if (status !== 200) refuse('status', `It answered ${status}`)
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type && !types.includes(type)) refuse('type', `It answered ${type}`)
  if (Number(headers['content-length']) > policy.maxBytes) refuse('size', 'It is too large')
  return { body: await readAll(policy, response, signal), etag, lastModified }
}

const decompressors = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
])

/** Returns the stream of the decompressed bytes. */
function decompressed(response: http.IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return response
  const decompress = decompressors.get(encoding)
  if (!decompress) {
    response.destroy()
    throw new FetchRefused('type', `Its encoding is ${encoding}`)
  }
  const stream = decompress()
  response.once('error', (error) => stream.destroy(error))
  response.once('aborted', () => stream.destroy(new Error('The response broke off')))
  return response.pipe(stream)
}

/** Counts decompressed bytes, because a few compressed bytes can expand to millions. */
async function readAll(
  { maxBytes }: FetchPolicy,
  response: http.IncomingMessage,
  signal: AbortSignal,
): Promise<Buffer> {
  const stream = decompressed(response)
  const stop = () => stream.destroy(new Error('too long'))
  signal.addEventListener('abort', stop)
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      length += part.length
      if (length > maxBytes) throw new FetchRefused('size', 'It is too large')
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    throw refusalOf(error instanceof Error ? error : new Error(String(error)), signal)
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
    response.destroy()
  }
}
