import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import { onTestFinished } from 'vitest'
import type { FetchPolicy } from '#server/kernel/http/safe-fetch.ts'
import { strictPolicy } from '#server/kernel/http/safe-fetch.ts'
import { listenLocally } from '#test/listen.ts'
import { z } from 'zod'

const Payload = z.record(z.string(), z.string())
export type ReceivedPush = {
  payload: z.infer<typeof Payload>
  headers: Record<string, string | string[] | undefined>
  /** The signing key, and the token's claims: audience, subject and expiry. */
  key: string
  claims: { aud?: unknown; sub?: unknown; exp?: number | undefined }
}

/** The browser's keys, with which it decrypts what its push service received (RFC 8291). */
function createBrowserKeys() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)

  function decrypt(body: Buffer): ReceivedPush['payload'] {
    const salt = body.subarray(0, 16)
    const idLength = body[20]!
    const sender = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const secret = hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32)
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The last record ends with a byte of value 2.
    return Payload.parse(JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()))
  }
  return {
    decrypt,
    address: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
}

/** Verifies the signature (RFC 8292) and returns the key and the token's claims. */
async function readSignature(
  headers: ReceivedPush['headers'],
): Promise<Pick<ReceivedPush, 'key' | 'claims'>> {
  const [, token = '', key = ''] = /^vapid t=(\S+), ?k=(\S+)$/.exec(String(headers['authorization'])) ?? []
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  // Verified against the machine's time, because the library signs with it while the server's clock is fixed in
  // tests.
  const { payload: claims } = await jwtVerify(token, await importJWK(jwk, 'ES256'))
  return { key, claims }
}

/** A browser and its push service on this machine. */
export async function pushPeer() {
  const { decrypt, address } = createBrowserKeys()
  const received: ReceivedPush[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const status = answers.shift() ?? 201
    if (status === 201) {
      const { headers } = request
      const signature = await readSignature(headers)
      received.push({ payload: decrypt(body), headers, ...signature })
    }
    response.writeHead(status).end()
  })
  const port = await listenLocally(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${port}`

  const policy: FetchPolicy = {
    ...strictPolicy,
    isOpen: (one) => one === '127.0.0.1',
    schemes: ['http:'],
    ports: [],
    totalMs: 2_000,
  }
  return {
    origin,
    policy,
    received,
    /** Status codes of the next responses, in place of accepting the push. */
    answers,
    address: { endpoint: `${origin}/push/one`, ...address },
  }
}
