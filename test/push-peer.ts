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

/**
 * A browser and its push service on this machine: verifies the signature (RFC 8292) and decrypts the payload (RFC
 * 8291).
 */
export async function pushPeer() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const received: ReceivedPush[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const status = answers.shift() ?? 201
    if (status === 201) received.push(await read(body, request.headers))
    response.writeHead(status).end()
  })
  const port = await listenLocally(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${port}`

  async function read(body: Buffer, headers: ReceivedPush['headers']): Promise<ReceivedPush> {
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
    return { payload: decrypt(body), headers, key, claims }
  }

  function decrypt(body: Buffer): Record<string, string> {
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

  const policy: FetchPolicy = {
    ...strictPolicy,
    isOpen: (address) => address === '127.0.0.1',
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
    address: {
      endpoint: `${origin}/push/one`,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
  }
}
