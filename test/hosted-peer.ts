import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import type { HostedAddresses } from '#server/identity/options.ts'
import { listenLocally } from '#test/listen.ts'

export const projectId = 'sitwell-hosted'
export const hostedEnvironment = {
  IDENTITY: 'hosted',
  IDENTITY_API_KEY: 'a-public-key-of-the-tests',
  IDENTITY_PROJECT_ID: projectId,
  IDENTITY_AUTH_DOMAIN: 'sitwell-hosted.firebaseapp.com',
}

type User = { disabled?: boolean; validSince?: string }
export type HostedPeer = {
  addresses: HostedAddresses
  /** Paths of all requests received. */
  requestedPaths: string[]
  state: {
    isAway: boolean
    maxAge: number
    user: User | 'USER_NOT_FOUND' | 'USER_DISABLED' | 'TOKEN_EXPIRED'
    /** The next responses are decided at once and sent when this resolves. */
    sendAfter: Promise<void>
  }
  sign: (claims: JWTPayload, at: Date) => Promise<string>
  /** Signs with a new key from now on; the old one is no longer published. */
  changeKey: () => Promise<void>
}

/** Fake of the two hosted service endpoints that a server calls, on its own port. */
export async function startHostedPeer(): Promise<HostedPeer> {
  const requestedPaths: string[] = []
  const state: HostedPeer['state'] = { isAway: false, maxAge: 3_600, user: {}, sendAfter: Promise.resolve() }
  let keys = await newKey('first')

  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    requestedPaths.push(path)
    request.resume()
    if (state.isAway) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const { user } = state
    const body =
      path === '/keys'
        ? { keys: [keys.publicJwk] }
        : typeof user === 'string'
          ? { error: { code: 400, message: user } }
          : { users: [{ localId: 'olga', ...user }] }
    const status = 'error' in body ? 400 : 200
    const headers = {
      'content-type': 'application/json',
      'cache-control': `public, max-age=${state.maxAge}`,
    }
    void state.sendAfter.then(() => response.writeHead(status, headers).end(JSON.stringify(body)))
  })
  const port = await listenLocally(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${port}`

  return {
    addresses: { keys: `${base}/keys`, lookup: `${base}/lookup` },
    requestedPaths,
    state,
    sign(claims, at) {
      const iat = Math.floor(at.getTime() / 1000)
      return new SignJWT({
        iss: `https://securetoken.google.com/${projectId}`,
        aud: projectId,
        sub: 'olga',
        user_id: 'olga',
        iat,
        exp: iat + 3600,
        auth_time: iat,
        email: 'olga@example.org',
        email_verified: true,
        firebase: { identities: { email: ['olga@example.org'] }, sign_in_provider: 'google.com' },
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'JWT' })
        .sign(keys.privateKey)
    },
    async changeKey() {
      keys = await newKey('second')
    },
  }
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}
