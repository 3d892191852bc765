import { globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { loggedPathOf } from '#server/kernel/http/logged-address.ts'
import { testDeps, unreachableDb } from '#test/build.ts'
import { testDb } from '#test/db.ts'
import { recordLog } from '#test/log-lines.ts'
import { production } from '#test/production.ts'

/** The production server behind one proxy, with an account of Olga. */
async function openSite(environment: Record<string, string>) {
  const db = await testDb()
  const recorded = recordLog()
  const deps = { ...testDeps(db), log: recorded.log }
  const config = readConfig({ ...production, TRUST_PROXY: '1', ...environment }, '/nowhere')
  const app = await createApp({ config, deps, accountLoadDeps: deps, healthDb: db, isStopping: () => false })
  onTestFinished(() => app.close())
  const passwordHash = await hashPassword('the right password', undefined)
  await createUser(deps, { email: 'olga@example.org', passwordHash, name: 'Olga' })
  const signIn = async (password: string, from: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
        headers: { 'x-forwarded-for': `192.0.2.1, ${from}` },
        payload: { email: 'olga@example.org', password, returnSecureToken: true },
      })
    ).statusCode
  return { app, signIn, ...recorded }
}

/** The example in OPERATING.md, in which fail2ban replaces `<ADDR>` by a pattern of addresses. */
function filterOfGuide() {
  const [, text] = /^failregex = (.*)$/m.exec(readFileSync('OPERATING.md', 'utf8')) ?? []
  const pattern = new RegExp(text!.replace('<ADDR>', String.raw`([\d.]+|[\da-f:]+)`))
  return (line: string) => pattern.exec(line)?.[1]
}

test('the filter for fail2ban in OPERATING.md finds the addresses of failed sign-ins behind the proxy, and only those', async () => {
  const { app, signIn, texts } = await openSite({ LOG_REQUESTS: 'on' })
  expect(await signIn('a wrong password', '203.0.113.7')).toBe(400)
  expect(await signIn('another one', '2001:db8::7')).toBe(400)
  expect(await signIn('the right password', '203.0.113.8')).toBe(200)
  const forged =
    '"POST","route":"x","status":400,"ip":"203.0.113.9","path":"/identity/v1/accounts:signInWithPassword",'
  await app.inject({
    url: `/v1/${encodeURIComponent(forged)}`,
    headers: { 'x-forwarded-for': '203.0.113.10' },
  })
  await app.inject({ url: `/v1/x${forged}`, headers: { 'x-forwarded-for': '203.0.113.10' } })
  expect(texts.map(filterOfGuide()).filter(Boolean)).toEqual(['203.0.113.7', '2001:db8::7'])
})

test('lines of requests name neither address nor path unless LOG_REQUESTS is on', async () => {
  const { app, lines } = await openSite({})
  await app.inject({ url: '/v1/sitters?placeId=1', headers: { 'x-forwarded-for': '203.0.113.7' } })
  const [line] = lines('request').filter(({ route }) => route === '/v1/sitters')
  expect(Object.keys(line!).sort().join()).toBe('level,method,ms,msg,reqId,route,status,time')
})

/** The patterns of all addresses, as the contract, the server and the web write them. */
const patterns = [
  ...endpoints.map(({ path }) => path),
  ...globSync(['server/**/*.ts', 'web/routes.ts'], { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'(\/?[\w/-]*\/:\w+[\w/:-]*)'/g)].map(([, path]) => `/${path!}`),
  ),
]

test('a logged path has no query and nothing that opens something', () => {
  expect(loggedPathOf('/sitters/lisbon?start=2026-12-01')).toBe('/sitters/lisbon')
  expect(loggedPathOf('/unsubscribe/abc.def/done')).toBe('/unsubscribe/…/done')
  expect(loggedPathOf('/wp-login.php')).toBe('/wp-login.php')
  const secrets = patterns.filter(
    (path) => /:(code|token)\b|calendars\/:file/.test(path) && !path.includes('/problems/'),
  )
  expect(secrets).toEqual(
    expect.arrayContaining(['/v1/lists/:code', '/circle/join/:token', '//deletion/:code']),
  )
  for (const path of secrets) expect(loggedPathOf(path.replaceAll(/:\w+/g, 'SECRET'))).not.toContain('SECRET')
})

test('the cause of answers with 503 is logged once, and not what health checks are told on purpose', async () => {
  const { lines, log } = recordLog()
  const deps = { ...testDeps(unreachableDb()), log }
  const busy = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const config = readConfig(production, '/nowhere')
  const app = await createApp({
    config,
    deps,
    accountLoadDeps: deps,
    healthDb: deps.db,
    isStopping: () => true,
  })
  app.get('/busy', () => Promise.reject(busy))
  onTestFinished(() => app.close())
  for (let count = 0; count < 100; count++) expect((await app.inject('/busy')).statusCode).toBe(503)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect(lines('unavailable')).toMatchObject([{ err: { code: 'ECONNREFUSED' } }])
})
