import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import {
  type AdapterFactory,
  type AdapterPayload,
  type Configuration,
  type FindAccount,
  interactionPolicy,
  Provider,
} from 'oidc-provider'
import type { Provider as IdentityProvider } from '#server/identity/federation/provider.ts'
import { listenLocally } from '#test/listen.ts'

export type PeerPerson = { sub: string; name: string; email?: string; emailVerified?: boolean }

export const olga: PeerPerson = {
  sub: 'olga-at-acme',
  name: 'Olga Owner',
  email: 'olga@example.org',
  emailVerified: true,
}

/** Behaviour of the provider's next responses; tests change it at any time. */
export type PeerSwitches = {
  /** The person at the browser. */
  person: PeerPerson
  /** The person denies access. */
  deny: boolean
  /** Its pages sever the link to their opener. */
  isolates: boolean
  /** The person must press a button; otherwise the sign-in completes at once. */
  asks: boolean
  /** Every response is a server error. */
  fails: boolean
}

export type OidcPeer = {
  issuer: string
  switches: PeerSwitches
  /** Paths of all requests received. */
  requestedPaths: string[]
  /** Configuration of this provider for the server. */
  provider: IdentityProvider
  /** Goes through the sign-in as a browser would; returns the final URL. */
  follow: (authUri: string) => Promise<URL>
  stop: () => Promise<void>
}

type Options = {
  redirectUris: string[]
  port?: number
  /** Most providers return the e-mail address only from the user info endpoint. */
  claimsInIdToken?: boolean
  trustsEmail?: boolean
}

/** In-memory storage of the provider. */
function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>()
  return (model) => {
    const key = (id: string) => `${model} ${id}`
    return {
      upsert: async (id, payload) => void stored.set(key(id), payload),
      find: async (id) => stored.get(key(id)),
      findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      destroy: async (id) => void stored.delete(key(id)),
      consume: async (id) => void Object.assign(stored.get(key(id)) ?? {}, { consumed: true }),
      revokeByGrantId: async (grantId) => {
        for (const [name, payload] of stored) if (payload.grantId === grantId) stored.delete(name)
      },
    }
  }
}

const client = { clientId: 'sitwell', clientSecret: 'a secret between the two' }

/** Always asks for a sign-in, because the person may have changed since the last one. */
function alwaysPromptPolicy() {
  const policy = interactionPolicy.base()
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check('always', 'Always ask', (ctx) =>
        ctx.oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

type People = Map<string, PeerPerson>

const findAccount =
  (people: People): FindAccount =>
  (_, sub) => {
    const person = people.get(sub)
    if (!person) return undefined
    const { name, email, emailVerified } = person
    return {
      accountId: sub,
      claims: () => ({
        sub,
        name,
        ...(email === undefined ? {} : { email, email_verified: emailVerified ?? false }),
      }),
    }
  }

/** Grants everything that the server asks for. */
const grantEverything: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client!.clientId,
    accountId: oidc.session!.accountId!,
  })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function createProvider(
  issuer: string,
  people: People,
  { redirectUris, claimsInIdToken = false }: Options,
): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'peer', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInIdToken,
    features: { devInteractions: { enabled: false } },
    interactions: { policy: alwaysPromptPolicy(), url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    findAccount: findAccount(people),
    loadExistingGrant: grantEverything,
  })
}

/** Returns what the person decides at the sign-in, or the question that they must answer first. */
function decide(switches: PeerSwitches, uid: string, pressed: string | null) {
  const { person, deny, asks } = switches
  if (asks && pressed === null) return consentPage(uid, person)
  return deny || pressed === 'no'
    ? { error: 'access_denied', error_description: 'The person said no' }
    : { login: { accountId: person.sub, remember: false } }
}

/** A small, correct OpenID provider on its own port. */
export async function startOidcPeer(options: Options): Promise<OidcPeer> {
  const switches: PeerSwitches = { person: olga, deny: false, isolates: false, asks: false, fails: false }
  const requestedPaths: string[] = []
  const people: People = new Map()
  let provider: Provider | undefined
  let answer: ReturnType<Provider['callback']> | undefined

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://peer')
    requestedPaths.push(pathname)
    if (switches.isolates) response.setHeader('cross-origin-opener-policy', 'same-origin')
    if (switches.fails) {
      response.writeHead(503).end('Out of order')
      return
    }
    const uid = /^\/interaction\/([\w-]+)$/.exec(pathname)?.[1]
    if (uid === undefined) {
      await answer!(request, response)
      return
    }
    const decision = decide(switches, uid, searchParams.get('answer'))
    if (typeof decision === 'string') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(decision)
      return
    }
    people.set(switches.person.sub, switches.person)
    await provider!.interactionFinished(request, response, decision, { mergeWithLastSubmission: false })
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const issuer = `http://127.0.0.1:${await listenLocally(server, options.port)}`
  provider = await createProvider(issuer, people, options)
  answer = provider.callback()

  return {
    issuer,
    switches,
    requestedPaths,
    provider: { id: 'oidc.acme', name: 'Acme', issuer, ...client, trustsEmail: options.trustsEmail ?? true },
    follow: (authUri) => follow(authUri, issuer),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const consentPage = (uid: string, { name }: PeerPerson) =>
  `<!doctype html><html lang="en"><title>Acme</title><h1>Sign in to Acme</h1>
<p><a href="/interaction/${uid}?answer=yes">Continue as ${name}</a></p>
<p><a href="/interaction/${uid}?answer=no">Cancel</a></p></html>`

/** Follows redirects with the provider's cookies until they leave its origin. */
async function follow(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let hops = 0; url.origin === issuer; hops++) {
    if (hops > 10) throw new Error(`The provider leads in a circle: ${url}`)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`The provider stopped at ${url}: ${response.status} ${await response.text()}`)
    url = new URL(next, url)
  }
  return url
}
