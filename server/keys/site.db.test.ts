import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { showAdminBooking } from '#contract/bookings/case-desk.ts'
import { endpoints } from '#contract/endpoints.ts'
import { keyScopes, siteScopes } from '#contract/keys/codes.ts'
import * as desk from '#contract/keys/desk.ts'
import * as own from '#contract/keys/keys.ts'
import { siteReadOf, siteReads } from '#contract/keys/scopes.ts'
import { listStaffActs } from '#contract/staff/acts.ts'
import { isPermission, type Role } from '#contract/staff/codes.ts'
import { showDesk } from '#contract/staff/desk.ts'
import { createApp } from '#server/app.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { storeMeasurements } from '#server/kernel/metrics/measurements.ts'
import { verifyKey } from '#server/keys/commands.ts'
import { routes } from '#server/slices.ts'
import { openApp } from '#test/app.ts'
import { refusalOf } from '#test/booking-fixture.ts'
import { caseFixture, contacted, words } from '#test/case-fixture.ts'
import { eve, olga, withFreshSignIn } from '#test/cast.ts'
import { collide } from '#test/collide.ts'
import { answerOf, refusalCodesOf } from '#test/invoke.ts'

const dayMs = 86_400_000
const bookings = '/v1/admin/bookings'
const Refusal = z.looseObject({ code: z.string(), detail: z.string() })

async function setup() {
  const fixture = await caseFixture()
  const tested = await openApp(fixture.db)
  onTestFinished(() => tested.app.close())
  const { deps, app } = tested
  const setRoles = (...roles: Role[]) =>
    deps.db.updateTable('account').set({ roles }).where('id', '=', eve.accountId).execute()
  await setRoles('operator')
  const as = (...roles: Role[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const add = (more: object = {}, viewer = as('operator')) =>
    answerOf(routes, desk.addSiteKey, deps, {
      viewer,
      body: { name: 'Accounting', scopes: siteScopes, ...more },
    })
  const list = async () => (await answerOf(routes, desk.listSiteKeys, deps, { viewer: as('operator') })).items
  const remove = (keyId: string, viewer = as('operator')) =>
    answerOf(routes, desk.removeSiteKey, deps, { viewer, params: { keyId } })
  const call = (secret: string, url: string) =>
    app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
  const refusedWith = async (secret: string, url: string) => Refusal.parse((await call(secret, url)).json())
  const codeOf = async (secret: string, url: string) => (await refusedWith(secret, url)).code
  return { ...fixture, ...tested, setRoles, as, add, list, remove, call, codeOf, refusedWith }
}

test('a key of the site reads the bookings of everybody, is shown once, and names who created it', async () => {
  const site = await setup()
  const { apiKey, secret } = await site.add()
  const read = await site.call(secret, bookings)
  expect([read.statusCode, read.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(read.json()).toMatchObject({ items: [{ id: site.booking.id, ownerName: 'Olga' }] })
  expect(await site.list()).toEqual([
    {
      ...apiKey,
      name: 'Accounting',
      ending: secret.slice(-4),
      state: 'active',
      usedAt: '2026-12-01T09:00:00.000Z',
      expiresAt: '2027-12-01T09:00:00.000Z',
      createdBy: { name: 'Eve', isInCharge: true },
    },
  ])
  const stored = JSON.stringify([
    await site.db.selectFrom('api_key').selectAll().execute(),
    await site.db.selectFrom('staff_act').selectAll().execute(),
  ])
  expect(stored).not.toContain(secret)
})

test('it reaches exactly its table, which has only reads of the desk', async () => {
  const site = await setup()
  const { secret } = await site.add()
  const nameOf = ({ method, path }: (typeof endpoints)[number]) => `${method} ${path}`
  const reached: string[] = []
  for (const one of endpoints.filter(({ access }) => access !== 'public')) {
    const isRead = one.method === 'GET' || one.method === 'DELETE'
    const type = one.bytes ? 'application/octet-stream' : 'application/json'
    const answer = await site.app.inject({
      method: one.method,
      url: one.path.replaceAll(/:\w+/g, site.booking.id),
      headers: { authorization: `Bearer ${secret}`, ...(!isRead && { 'content-type': type }) },
      ...(!isRead && { payload: '{}' }),
    })
    const refused = Refusal.safeParse(answer.body.startsWith('{') ? answer.json() : null)
    if (refused.data?.code !== 'api-key-refused') reached.push(nameOf(one))
    else expect(answer.statusCode, nameOf(one)).toBe(403)
  }
  expect(reached.sort()).toEqual(Object.keys(siteReads).sort())
  const listed = endpoints.filter((one) => siteReadOf(one))
  expect(listed.map(nameOf).sort()).toEqual(Object.keys(siteReads).sort())
  expect(listed.filter(({ method, access }) => method !== 'GET' || !isPermission(access))).toEqual([])
})

test('each endpoint of the table needs its scope', async () => {
  const site = await setup()
  for (const scope of siteScopes) {
    const { secret } = await site.add({ scopes: siteScopes.filter((one) => one !== scope) })
    for (const [name, read] of Object.entries(siteReads)) {
      const url = name.replace('GET ', '').replace(':bookingId', site.booking.id).replace(':month', '2026-12')
      const answer = await site.call(secret, url)
      if (read.scope === scope)
        expect(answer.json(), name).toMatchObject({ code: 'api-key-scope-missing', scope })
      else expect(answer.statusCode, name).toBe(200)
    }
  }
})

test('it reads nothing that people have written, no address and no e-mail address', async () => {
  const site = await setup()
  const { id } = await site.disputed()
  site.deps.clock.set(new Date('2026-12-13T12:00:00Z'))
  const { secret } = await site.add()
  const read = async (url: string) => (await site.call(secret, url)).body
  // The PDF has the same figures as the month, in a form that cannot be searched.
  for (const name of Object.keys(siteReads).filter((one) => !one.endsWith('.pdf'))) {
    const body = await read(name.replace('GET ', '').replace(':bookingId', id).replace(':month', '2026-12'))
    expect(body.length, name).toBeGreaterThan(20)
    for (const hidden of [words, contacted, '@', 'Test Street']) expect(body, name).not.toContain(hidden)
  }
  const seen = JSON.stringify(
    await answerOf(routes, showAdminBooking, site.deps, {
      viewer: site.as('operator'),
      params: { bookingId: id },
    }),
  )
  expect(seen, 'staff read it').toContain(words)
})

test('the examples in the documentation work as they stand', async () => {
  const site = await setup()
  const { secret } = await site.add()
  const page = readFileSync('docs/integrations.md', 'utf8')
  const examples = [...page.matchAll(/"\$SITE(\/v1\/[^"]+)"/g)].map(([, url = '']) => url)
  expect(examples).toHaveLength(4)
  for (const url of examples) expect((await site.call(secret, url)).statusCode, url).toBe(200)
  for (const scope of siteScopes) expect(page).toContain(`| \`${scope}\` |`)
})

test('it cannot search by names, because the search finds e-mail addresses too', async () => {
  const site = await setup()
  const { secret } = await site.add()
  for (const url of [`${bookings}?q=olga%40example.org`, `${bookings}.csv?q=`])
    expect(await site.refusedWith(secret, url)).toMatchObject({
      code: 'api-key-refused',
      detail: expect.stringContaining('Leave it out.'),
    })
  expect((await site.call(secret, `${bookings}?status=confirmed`)).statusCode).toBe(200)
})

test('it acts as no person: what is personal is refused with what to do, and public pages answer a visitor', async () => {
  const site = await setup()
  const { secret } = await site.add()
  expect(await site.refusedWith(secret, `/v1/accounts/${olga.accountId}/bookings`)).toMatchObject({
    status: 403,
    code: 'api-key-refused',
    detail: expect.stringContaining('“For developers”'),
  })
  expect(await site.refusedWith(secret, '/v1/admin/people')).toMatchObject({
    status: 403,
    detail: expect.stringContaining('on the desk'),
  })
  expect((await site.call(secret, '/v1/settings')).statusCode).toBe(200)
  expect(await verifyKey(site.deps, secret, { signsInHere: true })).toMatchObject({
    accountId: null,
    email: null,
    roles: [],
    authTime: 0,
  })
})

test('the figures are all there, although the key has no role', async () => {
  const site = await setup()
  const { secret } = await site.add({ scopes: ['site.figures:read'] })
  const figures = z.object({ weeks: z.array(z.object({ requested: z.int(), money: z.object({}) })) })
  const { weeks } = figures.parse((await site.call(secret, '/v1/admin/desk')).json())
  expect(weeks.at(-1)).toMatchObject({ requested: 1 })
})

test('it is told when a backup failed, but not why, because the cause names folders and machines', async () => {
  const site = await setup()
  const { secret } = await site.add({ scopes: ['site.figures:read'] })
  const at = site.deps.now()
  const cause = 'connect ECONNREFUSED 10.0.0.7:9000'
  const names = ['backup_failure', 'backup_verify_failure', 'uploads_failure', 'wal_failure']
  await storeMeasurements(
    site.deps.db,
    names.map((name) => ({ name, labels: { cause }, value: 1, at })),
  )
  const read = await site.call(secret, '/v1/admin/desk')
  const failed = { at: at.toISOString(), cause: null }
  expect(read.json()).toMatchObject({
    health: {
      backupFailure: failed,
      backupVerifyFailure: failed,
      uploadsFailure: failed,
      logFailure: failed,
    },
  })
  expect(read.body).not.toContain('10.0.0.7')
  const { health } = await answerOf(routes, showDesk, site.deps, { viewer: site.as('support') })
  expect(health.backupFailure).toEqual({ at: at.toISOString(), cause })
})

test('a deleted, an expired and a mistyped key are refused', async () => {
  const site = await setup()
  const [first, second] = [await site.add(), await site.add({ expiresInDays: 1 })]
  const mistyped = second.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  expect(await site.codeOf(mistyped, bookings)).toBe('token-invalid')
  await site.remove(first.apiKey.id)
  expect(await site.codeOf(first.secret, bookings)).toBe('token-invalid')
  expect(await refusalOf(site.remove(first.apiKey.id))).toMatchObject({ code: 'api-key-not-found' })
  expect((await site.call(second.secret, bookings)).statusCode).toBe(200)
  site.deps.clock.set(new Date(site.deps.now().getTime() + dayMs))
  expect(await site.codeOf(second.secret, bookings)).toBe('token-expired')
  expect(await site.list()).toMatchObject([{ state: 'expired' }])
})

test('it stays when the person who created it leaves the team, and the desk says so', async () => {
  const site = await setup()
  const { secret } = await site.add()
  await site.setRoles('support')
  expect((await site.call(secret, bookings)).statusCode).toBe(200)
  expect(await site.list()).toMatchObject([{ createdBy: { name: 'Eve', isInCharge: false } }])
})

test('keys of the site and of people are lists of their own, with scopes of their own', async () => {
  const site = await setup()
  const ofSite = await site.add()
  const body = { name: 'My script', scopes: keyScopes }
  const { secret } = await answerOf(routes, own.addApiKey, site.deps, {
    viewer: site.as('operator'),
    body,
  })
  expect((await site.list()).map(({ id }) => id)).toEqual([ofSite.apiKey.id])
  const { items } = await answerOf(routes, own.listApiKeys, site.deps, { viewer: eve })
  expect(items.map(({ ending }) => ending)).toEqual([secret.slice(-4)])
  const params = { keyId: ofSite.apiKey.id }
  for (const attempt of [
    site.remove(items[0]!.id),
    answerOf(routes, own.removeApiKey, site.deps, { viewer: eve, params }),
  ])
    expect(await refusalOf(attempt)).toMatchObject({ code: 'api-key-not-found' })
  expect(await refusalOf(site.add({ scopes: ['bookings:read'] }))).toMatchObject({ code: 'request-invalid' })
})

test('only owners of the site and operators with a recent sign-in create and delete keys', async () => {
  const site = await setup()
  const { apiKey } = await site.add()
  const stale = { ...eve, roles: ['operator'] }
  for (const attempt of [
    (viewer: Viewer) => site.add({}, viewer),
    (viewer: Viewer) => site.remove(apiKey.id, viewer),
  ]) {
    for (const role of ['support', 'moderator', 'accountant'] as const)
      expect(await refusalOf(attempt(site.as(role))), role).toMatchObject({ code: 'role-missing' })
    expect(await refusalOf(attempt(stale))).toMatchObject({ code: 'sign-in-too-old' })
  }
  await site.add({}, site.as('instance_owner'))
})

test('of two requests at once, one adds the last key', async () => {
  const site = await setup()
  for (let count = 1; count < 20; count += 1) await site.add()
  const both = await collide(
    site.db,
    'account',
    [site.add, site.add].map((add) => () => Promise.allSettled([add()])),
  )
  expect(refusalCodesOf(both.flat())).toEqual(['api-keys-too-many'])
  expect(await site.list()).toHaveLength(20)
})

test('what staff do with a key is among their acts', async () => {
  const site = await setup()
  const { apiKey } = await site.add()
  site.deps.clock.set(new Date(site.deps.now().getTime() + 1_000))
  await site.remove(apiKey.id)
  const acts = await answerOf(routes, listStaffActs, site.deps, {
    viewer: site.as('operator'),
    query: { permission: 'integrations.change' },
  })
  expect(acts.items.map(({ act }) => act)).toEqual([
    'DELETE /v1/admin/api-keys/:keyId',
    'POST /v1/admin/api-keys',
  ])
  expect(JSON.stringify(acts.items[1])).toContain('site.ledger:read')
})

test('each key has a limit of its own', async () => {
  const site = await setup()
  const app = await createApp({
    config: site.config,
    deps: site.deps,
    accountLoadDeps: site.deps,
    healthDb: site.db,
    isStopping: () => false,
    perMinute: { writes: 1, reads: 2 },
  })
  onTestFinished(() => app.close())
  const [first, second] = [await site.add(), await site.add()]
  const statusOf = async ({ secret }: typeof first) =>
    (await app.inject({ url: bookings, headers: { authorization: `Bearer ${secret}` } })).statusCode
  expect([await statusOf(first), await statusOf(first), await statusOf(first)]).toEqual([200, 200, 429])
  expect(await statusOf(second)).toBe(200)
})
