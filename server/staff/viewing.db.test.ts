import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Role } from '#contract/staff/codes.ts'
import { isViewable, readOnly } from '#server/kernel/http/viewing.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { signUp, testApp } from '#test/app.ts'

const reason = 'Olga says that a booking is missing from her list.'
type Answer = { code?: string; detail?: string }

async function setup() {
  const { app, db, deps } = await testApp()
  const [sue, olga] = [await signUp(app, 'Sue'), await signUp(app, 'Olga')]
  const setRoles = (accountId: string, roles: Role[]) =>
    db.updateTable('account').set({ roles }).where('id', '=', accountId).execute()
  await setRoles(sue.accountId, ['support'])
  const start = async (by = sue, accountId = olga.accountId) =>
    (
      await app.inject({
        method: 'POST',
        url: `/v1/admin/people/${accountId}/view`,
        headers: by.headers,
        payload: { reason },
      })
    ).json<{ key?: string; endsAt?: string } & Answer>()
  const asOlga = async (key: string, { headers }: { headers: Record<string, string> } = sue) => {
    const answer = await app.inject({
      url: `/v1/accounts/by-id/${olga.accountId}`,
      headers: { ...headers, 'sitwell-view-as': key },
    })
    return { ...answer.json<{ name?: string } & Answer>(), headers: answer.headers }
  }
  return { app, db, deps, sue, olga, setRoles, start, asOlga }
}

test('support sees the account of a person as that person, and who, whom, when and why is written down', async () => {
  const { app, db, sue, olga, start, asOlga } = await setup()
  const { key } = await start()
  const { name, headers } = await asOlga(key!, {
    headers: { ...sue.headers, 'sec-fetch-site': 'same-origin' },
  })
  expect(name).toBe('Olga')
  expect(headers['cache-control']).toBe('private, no-store')
  const end = await app.inject({
    method: 'POST',
    url: `/v1/admin/people/${olga.accountId}/view/end`,
    headers: sue.headers,
    payload: {},
  })
  expect(end.statusCode).toBe(200)
  expect(
    await db
      .selectFrom('staff_act')
      .select(['act', 'account_id', 'concerns', 'reason'])
      .orderBy('act')
      .execute(),
  ).toEqual([
    {
      act: 'POST /v1/admin/people/:accountId/view',
      account_id: sue.accountId,
      concerns: [olga.accountId],
      reason,
    },
    {
      act: 'POST /v1/admin/people/:accountId/view/end',
      account_id: sue.accountId,
      concerns: [olga.accountId],
      reason: null,
    },
  ])
})

test('the person whom staff see has none of their roles', async () => {
  const { app, sue, start } = await setup()
  const { key } = await start()
  for (const url of ['/v1/admin/people', '/v1/admin/desk']) {
    const answer = await app.inject({ url, headers: { ...sue.headers, 'sitwell-view-as': key! } })
    expect(answer.json()).toMatchObject({ code: 'viewing-only' })
  }
})

const someId = '0a000000-0000-7000-8000-000000000001'
type Tested = Awaited<ReturnType<typeof setup>>

/** Sends one request to an endpoint, with ids of Olga where it has room for them. */
async function call(
  { app, olga }: Tested,
  { method, path, bytes }: Endpoint,
  headers: Record<string, string>,
) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const { statusCode, body } = await app.inject({
    method,
    url: path.replace(/:(\w+)/g, (_, name: string) =>
      name === 'accountId' ? olga.accountId : name === 'externalUserId' ? olga.uid : someId,
    ),
    headers: {
      ...headers,
      ...(hasBody && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(hasBody && { payload: bytes ? Buffer.from('x') : '{}' }),
  })
  return { statusCode, body: body.replace(/"requestId":"[^"]*"/, '') }
}

test('no endpoint that changes something, belongs to the desk or shows a secret answers while staff see the site as somebody', async () => {
  const tested = await setup()
  const { sue, start } = tested
  const { key } = await start()
  const refused = endpoints.filter((one) => !isViewable(one))
  for (const one of refused) {
    const { body } = await call(tested, one, { ...sue.headers, 'sitwell-view-as': key! })
    expect(body, `${one.method} ${one.path}`).toContain('"code":"viewing-only"')
  }
  const hidden = refused.filter(({ hiddenFromStaff }) => hiddenFromStaff).map(({ path }) => path)
  expect(hidden.sort()).toEqual([
    '/v1/accounts/:accountId/calendar-address',
    '/v1/accounts/:accountId/exports',
    '/v1/accounts/:accountId/household',
    '/v1/api-keys',
    '/v1/events',
    '/v1/sessions',
    '/v1/webhooks',
    '/v1/webhooks/:webhookId/deliveries',
  ])
  const changing = refused.filter((one) => one.method !== 'GET' && !('calculates' in one))
  expect(changing.length).toBe(
    endpoints.filter((one) => one.method !== 'GET' && !('calculates' in one)).length,
  )
})

test('every other read answers as it does to the person', async () => {
  const tested = await setup()
  const { sue, olga, start } = tested
  const { key } = await start()
  const viewable = endpoints.filter(isViewable)
  expect(viewable.length).toBeGreaterThan(80)
  for (const one of viewable) {
    const own = await call(tested, one, olga.headers)
    const seen = await call(tested, one, { ...sue.headers, 'sitwell-view-as': key! })
    expect(seen, `${one.method} ${one.path}`).toEqual(own)
  }
})

test('a read that would also write fails, and nothing is written', async () => {
  const { db, deps } = await setup()
  const writing = readOnly(deps, ({ db }) => db.updateTable('account').set({ name: 'Mallory' }).execute())
  await expect(writing).rejects.toMatchObject({ code: 'viewing-only' })
  const inTransaction = readOnly(deps, (deps) =>
    ensureTransaction(deps, ({ db }) => db.updateTable('account').set({ name: 'Mallory' }).execute()),
  )
  await expect(inTransaction).rejects.toMatchObject({ code: 'viewing-only' })
  const names = await db.selectFrom('account').select('name').execute()
  expect(names.map(({ name }) => name).sort()).toEqual(['Olga', 'Sue'])
})

test('a key works for fifteen minutes, for one person of the staff, in one session, and while the role is held', async () => {
  const { app, deps, sue, olga, setRoles, start, asOlga } = await setup()
  const ada = await signUp(app, 'Ada')
  await setRoles(ada.accountId, ['operator'])
  const { key, endsAt } = await start()
  expect(new Date(endsAt!).getTime() - deps.now().getTime()).toBeGreaterThan(14 * 60_000)
  expect(await asOlga(key!)).toMatchObject({ name: 'Olga' })

  // Stolen without the token, beside the token of somebody else, and in another session of the same person.
  expect(await asOlga(key!, { headers: { authorization: '' } })).toMatchObject({ code: 'viewing-ended' })
  expect(await asOlga(key!, olga)).toMatchObject({ code: 'viewing-ended' })
  expect(await asOlga(key!, ada)).toMatchObject({ code: 'viewing-ended' })
  const again = await app.inject({
    method: 'POST',
    url: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
    payload: { email: 'sue@example.org', password: 'a-Sue-password-1', returnSecureToken: true },
  })
  const other = { headers: { authorization: `Bearer ${again.json<{ idToken: string }>().idToken}` } }
  expect(await asOlga(key!, other)).toMatchObject({ code: 'viewing-ended' })
  expect(await asOlga('nonsense')).toMatchObject({ code: 'viewing-ended' })

  await setRoles(sue.accountId, ['moderator'])
  expect(await asOlga(key!)).toMatchObject({ code: 'viewing-ended' })
  await setRoles(sue.accountId, ['support'])
  expect(await asOlga(key!)).toMatchObject({ name: 'Olga' })
  deps.clock.set(new Date(endsAt!))
  expect(await asOlga(key!)).toMatchObject({
    code: 'viewing-ended',
    detail: expect.stringContaining('15 minutes are over'),
  })
})

test('people who help to run the site are seen by an owner of the site only, also if they get their role meanwhile', async () => {
  const { db, sue, olga, setRoles, start, asOlga } = await setup()
  const { key } = await start()
  await setRoles(olga.accountId, ['accountant'])
  expect(await asOlga(key!)).toMatchObject({ code: 'viewing-ended' })
  expect(await start()).toMatchObject({ code: 'person-change-refused' })
  await setRoles(sue.accountId, ['instance_owner'])
  const { key: ofOwner } = await start()
  expect(await asOlga(ofOwner!)).toMatchObject({ name: 'Olga' })
  expect(await start(sue, sue.accountId)).toMatchObject({ code: 'person-change-refused' })
  await db.updateTable('account').set({ erased_at: new Date() }).where('id', '=', olga.accountId).execute()
  expect(await asOlga(ofOwner!)).toMatchObject({ code: 'viewing-ended' })
})

test('somebody without the role cannot begin, and an old sign-in has to be confirmed first', async () => {
  const { deps, olga, sue, start } = await setup()
  expect(await start(olga, sue.accountId)).toMatchObject({ code: 'role-missing' })
  deps.clock.set(new Date(deps.now().getTime() + 11 * 60_000))
  expect(await start()).toMatchObject({ code: 'sign-in-too-old' })
})
