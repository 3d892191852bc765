import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { keyScopes } from '#contract/keys/codes.ts'
import { scopeOf } from '#contract/keys/scopes.ts'
import { disableUser, enableUser } from '#server/identity/admin-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { verifyKey } from '#server/keys/commands.ts'
import { signUp, type TestApp, testApp, type TestPerson } from '#test/app.ts'

const Made = z.object({ apiKey: z.looseObject({ id: z.string(), ending: z.string() }), secret: z.string() })
const all: readonly string[] = keyScopes
const codeOf = (answer: { body: string }): unknown =>
  z.looseObject({ code: z.string().optional() }).parse(JSON.parse(answer.body)).code

const addKey = ({ app }: TestApp, { headers }: TestPerson, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/v1/api-keys',
    headers,
    payload: { name: 'My script', scopes: all, ...more },
  })

const made = async (tested: TestApp, person: TestPerson, more: object = {}) => {
  const { apiKey, secret } = Made.parse((await addKey(tested, person, more)).json())
  return { id: apiKey.id, ending: apiKey.ending, secret, headers: { authorization: `Bearer ${secret}` } }
}

const accountBy = ({ app }: TestApp, { accountId }: TestPerson, headers: { authorization: string }) =>
  app.inject({ url: `/v1/accounts/by-id/${accountId}`, headers })

test('a key acts as its person, is shown once, and is stored only as a hash', async () => {
  const tested = await testApp()
  const olga = await signUp(tested.app, 'Olga')
  const key = await made(tested, olga)
  const answer = await accountBy(tested, olga, key.headers)
  expect(answer.json()).toMatchObject({ id: olga.accountId, name: 'Olga' })
  expect(answer.headers['set-cookie']).toBeUndefined()
  const listed = await tested.app.inject({ url: '/v1/api-keys', headers: olga.headers })
  expect(listed.body).not.toContain(key.secret)
  expect(listed.json()).toMatchObject({
    items: [
      {
        name: 'My script',
        ending: key.secret.slice(-4),
        state: 'active',
        usedAt: '2026-12-01T09:00:00.000Z',
        expiresAt: '2027-12-01T09:00:00.000Z',
      },
    ],
  })
  const rows = JSON.stringify(await tested.db.selectFrom('api_key').selectAll().execute())
  expect(rows).not.toContain(key.secret)
  // The person is told by mail, even if they have switched the mails off that may be switched off.
  const mails = await tested.db
    .selectFrom('mail')
    .select(['subject', 'text_body'])
    .where('kind', '=', 'api-key')
    .execute()
  expect(mails).toMatchObject([{ subject: 'A new API key can act as you on Sitwell' }])
  expect(mails[0]!.text_body).not.toContain(key.secret)
})

test('the key is not kept with an Idempotency-Key either', async () => {
  const tested = await testApp()
  const olga = await signUp(tested.app, 'Olga')
  const headers = { ...olga.headers, 'idempotency-key': 'once' }
  const { secret } = await made(tested, { ...olga, headers })
  const kept = JSON.stringify(await tested.db.selectFrom('idempotency').selectAll().execute())
  expect(kept).not.toContain(secret)
})

test('each endpoint is reached only with its scope, and what has none is never reached with a key', async () => {
  const tested = await testApp()
  const olga = await signUp(tested.app, 'Olga')
  const full = await made(tested, olga)
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const anyId = '0a000000-0000-7000-8000-0000000000ff'
  const call = (one: (typeof endpoints)[number], headers: { authorization: string }) =>
    tested.app.inject({
      method: one.method,
      url: one.path.replaceAll(/:\w+/g, anyId),
      headers: { ...headers, ...(one.bytes && { 'content-type': 'application/octet-stream' }) },
      ...(one.method === 'GET' || one.method === 'DELETE'
        ? {}
        : { payload: one.bytes ? Buffer.from('x') : {} }),
    })
  const refusedByKey = ['api-key-refused', 'api-key-scope-missing']
  const narrow = new Map<string, { authorization: string }>()
  for (const scope of keyScopes) {
    const others = keyScopes.filter((one) => one !== scope)
    narrow.set(scope, (await made(tested, olga, { scopes: others })).headers)
  }
  for (const one of endpoints) {
    const scope = scopeOf(one)
    const code = codeOf(await call(one, full.headers))
    if (scope !== undefined || one.access === 'public') expect(refusedByKey, nameOf(one)).not.toContain(code)
    else expect(code, nameOf(one)).toBe('api-key-refused')
    if (scope === undefined || one.access === 'public') continue
    expect(codeOf(await call(one, narrow.get(scope)!)), `${nameOf(one)} without ${scope}`).toBe(
      'api-key-scope-missing',
    )
  }
})

test('a key never gives a role, a page session, or the view of another person', async () => {
  const tested = await testApp()
  const ada = await signUp(tested.app, 'Ada')
  await tested.db
    .updateTable('account')
    .set({ roles: ['instance_owner'] })
    .where('id', '=', ada.accountId)
    .execute()
  const key = await made(tested, ada)
  expect(codeOf(await tested.app.inject({ url: '/v1/admin/desk', headers: key.headers }))).toBe(
    'api-key-refused',
  )
  expect(await verifyKey(tested.deps, key.secret, { signsInHere: true })).toMatchObject({
    roles: [],
    authTime: 0,
  })
  const viewing = { ...key.headers, 'sitwell-view-as': 'anything' }
  expect(codeOf(await accountBy(tested, ada, viewing))).toBe('api-key-refused')
  const own = await tested.app.inject({
    url: `/v1/accounts/by-id/${ada.accountId}`,
    headers: { ...key.headers, 'sec-fetch-site': 'same-origin' },
  })
  expect([own.statusCode, own.headers['set-cookie']]).toEqual([200, undefined])
})

test('a deleted, expired or mistyped key is refused at once', async () => {
  const tested = await testApp()
  const olga = await signUp(tested.app, 'Olga')
  const [first, second] = [await made(tested, olga), await made(tested, olga, { expiresInDays: 1 })]
  const eve = await signUp(tested.app, 'Eve')
  const remove = ({ headers }: TestPerson) =>
    tested.app.inject({ method: 'DELETE', url: `/v1/api-keys/${first.id}`, headers })
  expect(codeOf(await remove(eve))).toBe('api-key-not-found')
  expect((await accountBy(tested, olga, first.headers)).statusCode).toBe(200)
  expect((await remove(olga)).statusCode).toBe(200)
  expect(codeOf(await accountBy(tested, olga, first.headers))).toBe('token-invalid')
  const mistyped = {
    authorization: `Bearer ${second.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
  }
  expect(codeOf(await accountBy(tested, olga, mistyped))).toBe('token-invalid')
  expect((await accountBy(tested, olga, second.headers)).statusCode).toBe(200)
  tested.deps.clock.set(new Date(tested.deps.now().getTime() + 86_400_000))
  expect(codeOf(await accountBy(tested, olga, second.headers))).toBe('token-expired')
})

test('a suspension, or whatever else ends all sign-ins of a person, ends the keys', async () => {
  const tested = await testApp()
  const olga = await signUp(tested.app, 'Olga')
  const pass = (minutes: number) =>
    tested.deps.clock.set(new Date(tested.deps.now().getTime() + minutes * 60_000))
  const key = await made(tested, olga)
  pass(1)
  await ensureTransaction(tested.deps, (deps) => disableUser(deps, olga.uid))
  expect(codeOf(await accountBy(tested, olga, key.headers))).toBe('user-disabled')
  await ensureTransaction(tested.deps, (deps) => enableUser(deps, olga.uid))
  expect(codeOf(await accountBy(tested, olga, key.headers))).toBe('token-revoked')
  const sam = await signUp(tested.app, 'Sam')
  const sams = await made(tested, sam)
  expect((await accountBy(tested, sam, sams.headers)).statusCode).toBe(200)
  pass(1)
  const payload = { all: true }
  await tested.app.inject({ method: 'POST', url: '/v1/sessions/end', headers: sam.headers, payload })
  expect(codeOf(await accountBy(tested, sam, sams.headers))).toBe('token-revoked')
})

test('a key needs a fresh sign-in, has a limit, and cannot make another key', async () => {
  const tested = await testApp()
  const olga = await signUp(tested.app, 'Olga')
  const key = await made(tested, olga)
  expect(codeOf(await addKey(tested, { ...olga, headers: key.headers }))).toBe('api-key-refused')
  for (let count = 1; count < 20; count += 1) expect((await addKey(tested, olga)).statusCode).toBe(201)
  expect(codeOf(await addKey(tested, olga))).toBe('api-keys-too-many')
  tested.deps.clock.set(new Date(tested.deps.now().getTime() + 11 * 60_000))
  expect(codeOf(await addKey(tested, olga))).toBe('sign-in-too-old')
})
