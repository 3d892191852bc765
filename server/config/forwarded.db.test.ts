import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'
import { production } from '#test/production.ts'
import { requestFrom, openProxy, type ProxyName } from '#test/proxies.ts'
import { ensureProxies } from '../../scripts/proxies.ts'

const email = 'olga@example.org'
const [client, neighbour] = ['127.0.0.7', '127.0.0.8']

/** Installs the proxies if they are missing. */
beforeAll(() => {
  ensureProxies()
}, 300_000)

/** Starts the production server on a separate port, and reads failed sign-ins from its audit trail. */
async function openSite(TRUST_PROXY: string, options: { believesAll?: true } = {}) {
  const db = await testDb()
  const deps = testDeps(db)
  const read = readConfig({ ...production, TRUST_PROXY }, '/nowhere')
  const config = options.believesAll ? { ...read, trustProxy: () => true } : read
  const app = await createApp({ config, deps, accountLoadDeps: deps, healthDb: db, isStopping: () => false })
  onTestFinished(() => app.close())
  await createUser(deps, {
    email,
    passwordHash: await hashPassword('the right password', undefined),
    name: 'Olga',
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const addresses = async () => {
    const rows = await db
      .selectFrom('identity.audit_events')
      .select('ip')
      .where('kind', '=', 'sign-in-failed')
      .execute()
    return [...new Set(rows.map(({ ip }) => ip))]
  }
  return { port: Number(new URL(url).port), addresses }
}

async function openChain(port: number, names: readonly ProxyName[]): Promise<number> {
  for (const name of names.toReversed()) {
    const proxy = await openProxy(name, port)
    onTestFinished(proxy.close)
    port = proxy.port
  }
  return port
}

const Refused = z.object({ error: z.object({ message: z.string() }) })

/** Tries a wrong password with a forged `X-Forwarded-For`, which differs with `count`. */
const guess = async (port: number, from: string, count: number) => {
  const { text } = await requestFrom(from, {
    port,
    path: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
    headers: {
      host: 'sitwell.example.org',
      'x-forwarded-for': `198.51.100.${count}, 203.0.113.${count}`,
      'x-real-ip': `198.51.100.${count}`,
      forwarded: `for=198.51.100.${count}`,
    },
    body: { email, password: `guess number ${count}`, returnSecureToken: true },
  })
  return Refused.parse(JSON.parse(text)).error.message.split(' : ')[0]!
}

const guesses = async (port: number, from: string, times: number) => {
  const answers: string[] = []
  for (let count = 1; count <= times; count++) answers.push(await guess(port, from, count))
  return answers
}

const wrong = 'INVALID_LOGIN_CREDENTIALS'
const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER'

test.for([
  ['nginx', '1', ['nginx']],
  ['HAProxy', '1', ['haproxy']],
  ['HAProxy before nginx', '2', ['haproxy', 'nginx']],
  ['HAProxy', '127.0.0.1', ['haproxy']],
] as const)(
  'behind %s with TRUST_PROXY=%s, a forged X-Forwarded-For affects neither audit trail nor rate limits',
  async ([, trust, names]) => {
    const site = await openSite(trust)
    const port = await openChain(site.port, names)
    expect(await guesses(port, client, 14)).toEqual([
      ...Array<string>(10).fill(wrong),
      ...Array<string>(4).fill(tooMany),
    ])
    expect(await site.addresses()).toEqual([client])
    // Another client behind the same proxy is counted separately.
    expect(await guess(port, neighbour, 99)).toBe(wrong)
    expect(await site.addresses()).toEqual([client, neighbour])
  },
)

test('a client that bypasses the proxy is identified by its own address if TRUST_PROXY lists addresses', async () => {
  const site = await openSite('127.0.0.1')
  expect((await guesses(site.port, client, 11)).at(-1)).toBe(tooMany)
  expect(await site.addresses()).toEqual([client])
})

test('control: a server that trusts every proxy lets all fourteen guesses through', async () => {
  const site = await openSite('1', { believesAll: true })
  const port = await openChain(site.port, ['haproxy'])
  expect(await guesses(port, client, 14)).toEqual(Array<string>(14).fill(wrong))
  expect(await site.addresses()).not.toContain(client)
})
