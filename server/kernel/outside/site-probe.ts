import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** The certificate of the other side, and why it is not trusted; absent without TLS. */
  certificate?: { validUntil: Date; distrust: string | null } | undefined
}
export type AskOptions = { headers?: Record<string, string>; ca?: string | undefined; seconds?: number }

const mostBytes = 1_000_000

function certificateOf(socket: unknown): Answer['certificate'] {
  if (!(socket instanceof TLSSocket)) return undefined
  const { valid_to: until } = socket.getPeerCertificate()
  const distrust = socket.authorized ? null : String(socket.authorizationError)
  return { validUntil: new Date(until), distrust }
}

/**
 * Requests an address that the operator has configured, without following redirects. An invalid certificate is reported
 * and does not prevent the answer, so nothing secret may be sent.
 */
export const ask = (url: string, { headers = {}, ca, seconds = 8 }: AskOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:')
    const options = { headers, agent: false, signal: AbortSignal.timeout(seconds * 1000) }
    const onAnswer = (response: http.IncomingMessage) => {
      const certificate = certificateOf(response.socket)
      const { statusCode: status = 0, headers: received } = response
      response.on('data', () => {
        if (response.socket.bytesRead > mostBytes) response.destroy(new Error('The answer is too long'))
      })
      buffer(response).then(
        (body) => resolve({ status, headers: received, body: body.toString(), certificate }),
        reject,
      )
    }
    const request = isSecure
      ? https.request(url, { ...options, ...(ca ? { ca } : {}), rejectUnauthorized: false }, onAnswer)
      : http.request(url, options, onAnswer)
    request.on('error', reject)
    request.end()
  })
