import fastify, { type FastifyInstance } from 'fastify'
import { identityDeps } from '#server/identity/deps.ts'
import { defaultLimits, identityOptions } from '#server/identity/options.ts'
import { identityPlugin } from '#server/identity/plugin.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { createLog } from '#server/kernel/log.ts'
import { originalLook } from '#server/kernel/original-look.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { rewriteUrl } from '#test/conformance/addresses.ts'
import { requestClock, runAtItsMoment } from '#test/conformance/clock.ts'
import { mountCalls } from '#test/conformance/dispatch.ts'
import { mountEmulator } from '#test/conformance/emulator.ts'
import type { Entry } from '#test/conformance/entry.ts'
import { unverifiedFederation } from '#test/conformance/provider.ts'
import { defaultSettings } from '#test/conformance/settings.ts'
import { type SessionClaims, unsignedKeyring } from '#test/conformance/tokens.ts'
import { keysOf, recordOf } from '#contract/entries.ts'

const apiKey = 'conformance'
const endless = recordOf(keysOf(defaultLimits), () => ({ points: 1_000_000_000, seconds: 1 }))

export type ConformanceOptions = { db: Db; origin: string; projectId: string }

/** The sign-in service as suites for the official emulator expect it. For tests only: it trusts every request. */
export async function conformanceApp({
  db,
  origin,
  projectId,
}: ConformanceOptions): Promise<FastifyInstance> {
  const deps: Deps = {
    db,
    now: requestClock,
    // Mails are read from the outbox, and no other slice has jobs here.
    enqueue: async () => {},
    log: createLog('silent'),
    storage: openStorage({ folder: '/nowhere' }),
    site: {
      name: 'Conformance',
      configuredName: 'Conformance',
      ...originalLook,
      url: origin,
      description: '',
      operator: { name: '', address: '', email: 'operator@example.org', country: 'PT' },
      secret: 'conformance',
      previousSecrets: [],
      mailConfigured: false,
      needsProvenAddress: false,
    },
  }
  const identity = { projectId, apiKey, keyEncryptionKey: 'conformance', passwordPepper: undefined }
  const options = identityOptions(
    { site: deps.site, identity },
    {
      issuer: `https://securetoken.google.com/${projectId}`,
      authorizedDomains: ['localhost', '127.0.0.1', 'example.com', 'www.example.com'],
      anonymous: true,
      enumerationProtection: false,
      passwords: { minLength: 6, maxBytes: 4_096, refusesGuessable: false },
      hash: { memoryCost: 64, timeCost: 1, parallelism: 1, concurrency: 4, queue: 4_096 },
      limits: endless,
      answerStepMilliseconds: 0,
    },
  )
  const settings = defaultSettings()
  const sessionClaims: SessionClaims = new Map()
  const entry: Entry = {
    ...identityDeps(deps, options, unverifiedFederation(origin, settings)),
    keyring: unsignedKeyring(deps.now, sessionClaims),
    settings,
    sessionClaims,
  }
  const app = fastify({
    rewriteUrl: (request) => rewriteUrl(request, apiKey),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  })
  allowEverySite(app)
  app.addHook('preValidation', (request, _, done) => runAtItsMoment(request, done))
  await app.register(identityPlugin(deps, options, deps, entry))
  await app.register(async (scope) => mountCalls(scope, entry, apiKey))
  await app.register(async (scope) => mountEmulator(scope, entry))
  return app
}

function allowEverySite(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    void reply.headers({
      // Older clients do not accept `*` for origins or headers.
      'access-control-allow-origin': headers.origin ?? '*',
      vary: 'origin',
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      ...(headers['access-control-request-private-network']
        ? { 'access-control-allow-private-network': 'true' }
        : {}),
    })
    if (method === 'OPTIONS') return reply.status(204).send()
    return undefined
  })
}
