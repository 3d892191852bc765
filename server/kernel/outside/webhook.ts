import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { stopwatch } from '#server/kernel/clock.ts'
import { checkedLookup, ClosedAddress, guard } from '#server/kernel/http/public-address.ts'
import {
  checkUrl,
  type FetchPolicy,
  type FetchRefusal,
  FetchRefused,
  strictPolicy,
} from '#server/kernel/http/safe-fetch.ts'

/** For development: receivers on the own computer and without TLS. */
export const developmentPolicy: FetchPolicy = {
  ...strictPolicy,
  isOpen: () => true,
  isOpenName: () => true,
  schemes: ['https:', 'http:'],
  ports: [],
}

const secretPrefix = 'whsec_'

export const writeSecret = (random: Buffer): string => `${secretPrefix}${random.toString('base64')}`

export type WebhookMessage = { id: string; at: Date; body: string }

/** Signs by the scheme of Standard Webhooks: HMAC-SHA256 of id, seconds and body, each followed by a dot but the last. */
export function signatureHeaders(secret: string, { id, at, body }: WebhookMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** What came of one attempt. `failure` says why no complete response arrived. */
export type WebhookOutcome = {
  status: number | null
  tookMs: number
  response: string | null
  failure: FetchRefusal | null
}

/**
 * Sends one message. The address comes from a person, so only public addresses are contacted, redirects are not
 * followed, and only the first `maxBytes` of the response are read. It never throws for what the other server does.
 */
export async function sendWebhook(
  address: string,
  headers: Record<string, string>,
  body: string,
  { maxBytes, policy = strictPolicy }: { maxBytes: number; policy?: FetchPolicy | undefined },
): Promise<WebhookOutcome> {
  const startedAt = stopwatch()
  const took = () => Math.round(stopwatch() - startedAt)
  const signal = AbortSignal.timeout(policy.totalMs)
  try {
    const response = await request(checkUrl(policy, address), headers, body, { policy, signal })
    const text = await readStart(response, maxBytes)
    return { status: response.statusCode ?? 0, tookMs: took(), response: text, failure: null }
  } catch (error) {
    return { status: null, tookMs: took(), response: null, failure: failureOf(error, signal) }
  }
}

function failureOf(error: unknown, signal: AbortSignal): FetchRefusal {
  if (error instanceof FetchRefused) return error.reason
  if (error instanceof ClosedAddress) return 'address'
  return signal.aborted ? 'time' : 'unreachable'
}

type Sending = { policy: FetchPolicy; signal: AbortSignal }

const request = (
  url: URL,
  headers: Record<string, string>,
  body: string,
  { policy, signal }: Sending,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    const options = { keepAlive: false, lookup: checkedLookup(policy.isOpen, policy.resolve) }
    const agent = guard(isSecure ? new https.Agent(options) : new http.Agent(options), policy.isOpen)
    const sent = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent,
      signal,
      maxHeaderSize: 16_384,
      headers: {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'accept-encoding': 'identity',
        'user-agent': 'Sitwell webhooks',
      },
    })
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })

/** Reads no further than needed, so that a large or endless response costs nothing. */
async function readStart(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= maxBytes) break
    }
  } finally {
    response.destroy()
  }
  // The database stores no zero bytes.
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8').replaceAll('\0', '\uFFFD')
}
