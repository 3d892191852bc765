// The measured process of `bench/identity.ts`: the sign-in service over HTTP, and the limits without HTTP, in turn.
import { hash, verify } from '@node-rs/argon2'
import fastify from 'fastify'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { createKeyring } from '#server/identity/tokens/keyring.ts'
import { defaultHash, defaultLimits, identityOptions } from '#server/identity/options.ts'
import { maxConcurrentHashes } from '#server/identity/passwords/hash.ts'
import { identityPlugin } from '#server/identity/plugin.ts'
import { createIdTokenVerifier } from '#server/identity/tokens/verifier.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { createLog } from '#server/kernel/log.ts'
import { originalLook } from '#server/kernel/original-look.ts'
import { keysOf, recordOf } from '#contract/entries.ts'
import { apiKey, emailOf, password, people, type WorkRequest } from './identity-plan.ts'
import { inParallel } from './measure.ts'
import { openStorage } from '#server/kernel/storage/open.ts'

const db = openDb(process.argv[2]!, { max: 16 })
const deps: Deps = {
  db,
  now: systemClock,
  enqueue: async () => {},
  log: createLog('silent'),
  storage: openStorage({ folder: '/nowhere' }),
  site: {
    name: 'Bench',
    configuredName: 'Bench',
    ...originalLook,
    url: 'http://localhost:3000',
    description: '',
    operator: { name: '', address: '', email: 'operator@example.org', country: 'PT' },
    secret: 'bench',
    previousSecrets: [],
    mailConfigured: false,
    needsProvenAddress: false,
  },
}
const limits = recordOf(keysOf(defaultLimits), () => ({ points: 1_000_000_000, seconds: 1 }))
const identity = { projectId: 'sitwell', apiKey, keyEncryptionKey: 'bench', passwordPepper: undefined }
const options = identityOptions({ site: deps.site, identity }, { limits })
const keyring = createKeyring(deps, options)
const verifier = createIdTokenVerifier(deps, options, keyring)

const passwordHash = await hashPassword(password)
for (let number = 0; number < people; number++)
  await createUser(deps, { email: emailOf(number), passwordHash, name: `Person ${number}` })

const app = fastify({ forceCloseConnections: true })
await app.register(identityPlugin(deps, options))
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const { memoryCost, timeCost, parallelism } = defaultHash
const bareHash = await hash(password, { memoryCost, timeCost, parallelism })
const keySet = createLocalJWKSet(await keyring.jwks())
let token = ''

/** Each performs one operation; a wrong result ends the measurement. */
const works: Record<WorkRequest['work'], () => Promise<boolean>> = {
  argon2: () => verify(bareHash, password),
  jose: async () => (await jwtVerify(token, keySet, { algorithms: ['RS256'] })).payload.sub !== undefined,
  check: async () => 'claims' in (await keyring.check(token)),
  verifier: async () => (await verifier.verify(token)).uid !== '',
}

process.on('message', (workRequest: WorkRequest) => {
  token = workRequest.token
  const work = async () => {
    if (!(await works[workRequest.work]()))
      throw new Error(`The work "${workRequest.work}" gave a wrong answer.`)
  }
  const clients =
    workRequest.clients === 'as the service' ? maxConcurrentHashes(defaultHash) : workRequest.clients
  const before = process.cpuUsage()
  const secondsComputed = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
  }
  void inParallel(clients, workRequest.seconds, work).then(
    ({ milliseconds }) => process.send!({ perCore: milliseconds.length / secondsComputed() }),
    (error: unknown) => process.send!({ failure: messageOf(error) }),
  )
})
process.on('disconnect', () => void app.close().then(() => db.destroy()))
process.send!({ url, readyMs: performance.now() })
