import type { IncomingMessage } from 'node:http'

/** Older names of the calls, still used by some suites and clients. */
const olderNames: Record<string, string> = {
  createAuthUri: 'createAuthUri',
  deleteAccount: 'delete',
  emailLinkSignin: 'signInWithEmailLink',
  getAccountInfo: 'lookup',
  getOobConfirmationCode: 'sendOobCode',
  resetPassword: 'resetPassword',
  setAccountInfo: 'update',
  signupNewUser: 'signUp',
  verifyAssertion: 'signInWithIdp',
  verifyCustomToken: 'signInWithCustomToken',
  verifyPassword: 'signInWithPassword',
}

type TargetOf = (...parts: string[]) => string
const call = (name: string | undefined) => `/conformance/calls/${name}`

/** Paths of the official hosts and their targets here; all others go to the service unchanged. */
const addresses: [pattern: RegExp, leads: TargetOf][] = [
  [/^\/v1\/accounts:(\w+)$/, (name) => call(name)],
  [/^\/v1\/projects\/[^/]+\/accounts$/, () => '/conformance/owned/signUp'],
  [/^\/v1\/projects\/[^/]+\/accounts:(\w+)$/, (name) => `/conformance/owned/${name}`],
  [/^\/v1\/projects\/[^/:]+:(createSessionCookie)$/, (name) => `/conformance/owned/${name}`],
  [/^\/v2\/projects\/[^/]+\/config$/, () => '/conformance/config'],
  [/^\/v1\/token$/, () => call('token')],
]

/**
 * Whether the request has a service account's credentials: the emulator accepts "owner" and anything shaped like a
 * production token.
 */
export const isOwner = (authorization: string | undefined) =>
  /^bearer (owner|ya29\..+)$/i.test(authorization ?? '')

export const hasKey = (request: { url?: string | undefined; headers: IncomingMessage['headers'] }) =>
  Boolean(
    new URL(request.url ?? '/', 'http://localhost').searchParams.get('key') ||
    request.headers['x-goog-api-key'],
  )

/** Rewrites official URLs; any API key and any origin are accepted. */
export function rewriteUrl(request: IncomingMessage, apiKey: string): string {
  const url = new URL(request.url ?? '/', 'http://localhost')
  delete request.headers['sec-fetch-site']
  const older = /^\/www\.googleapis\.com\/identitytoolkit\/v3\/relyingparty\/(\w+)$/.exec(url.pathname)?.[1]
  if (older) return call(olderNames[older] ?? older) + url.search
  const path = /^\/(?:identitytoolkit|securetoken)\.googleapis\.com(\/.*)$/.exec(url.pathname)?.[1]
  if (path === undefined) return request.url ?? '/'
  if (hasKey(request)) url.searchParams.set('key', apiKey)
  for (const [pattern, targetOf] of addresses) {
    const found = pattern.exec(path)
    if (found) return targetOf(...found.slice(1)) + url.search
  }
  return `/identity${path}${url.search}`
}
