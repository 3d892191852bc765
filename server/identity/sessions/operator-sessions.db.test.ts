import { expect, test } from 'vitest'
import { signUp, testApp } from '#test/app.ts'
import { later } from '#test/identity.ts'

const minute = 60
const hour = 60 * minute

/** An operator, and a helper that sends requests with tokens of another time. */
async function operator() {
  const { app, db, deps } = await testApp()
  const ada = await signUp(app, 'Ada')
  await db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where('id', '=', ada.accountId)
    .execute()
  const identity = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/identity/v1/${path}?key=sitwell-public-key`, payload })).json<
      Record<string, string> & { error?: { message: string } }
    >()
  const signIn = () =>
    identity('accounts:signInWithPassword', {
      email: 'ada@example.org',
      password: 'a-Ada-password-1',
      returnSecureToken: true,
    })
  const refresh = async (refreshToken: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/identity/v1/token?key=sitwell-public-key',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `grant_type=refresh_token&refresh_token=${refreshToken}`,
      })
    ).json<Record<string, string> & { error?: { message: string } }>()
  const request = async (token: string, method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
    return { status: response.statusCode, code: response.json<{ code?: string }>().code }
  }
  const act = (token: string) =>
    request(token, 'POST', '/v1/admin/promo-codes/0b000000-0000-7000-8000-000000000001/end', {})
  const sessionsSeenBy = async (token: string) => {
    const answer = await app.inject({
      url: '/v1/sessions',
      headers: { authorization: `Bearer ${token}` },
    })
    return answer.json<{ items: unknown[] }>().items.length
  }
  return { app, deps, ada, signIn, refresh, request, act, sessionsSeenBy }
}

test('an operator’s action requires a sign-in within ten minutes; a token refresh does not count', async () => {
  const { deps, signIn, refresh, request, act } = await operator()
  const { idToken, refreshToken } = await signIn()
  later(deps, 10 * minute)
  expect((await act(idToken!)).code).toBe('promo-not-found')
  later(deps, 1)
  expect(await act(idToken!)).toEqual({ status: 403, code: 'sign-in-too-old' })
  const renewed = await refresh(refreshToken!)
  expect((await act(renewed['id_token']!)).code).toBe('sign-in-too-old')
  expect((await request(idToken!, 'GET', '/v1/admin/promo-codes')).status).toBe(200)
  expect((await act((await signIn())['idToken']!)).code).toBe('promo-not-found')
})

test('an operator’s session expires 12 hours after the sign-in, for the API and for token refreshes', async () => {
  const { deps, ada, signIn, refresh, request, sessionsSeenBy } = await operator()
  const own = `/v1/accounts/by-id/${ada.accountId}`
  let { refreshToken } = await signIn()
  later(deps, 12 * hour - minute)
  const last = await refresh(refreshToken!)
  refreshToken = last['refresh_token']!
  expect((await request(last['id_token']!, 'GET', own)).status).toBe(200)
  later(deps, minute)
  expect(await request(last['id_token']!, 'GET', own)).toEqual({ status: 401, code: 'token-revoked' })
  expect((await refresh(refreshToken)).error?.message).toBe('TOKEN_EXPIRED')
  const again = await signIn()
  expect((await request(again['idToken']!, 'GET', own)).status).toBe(200)
  expect(await sessionsSeenBy(again['idToken']!), 'those that are over are not shown').toBe(1)
})

test('other users can still refresh their session after 24 hours', async () => {
  const { app, deps, refresh, request } = await operator()
  const olga = await signUp(app, 'Olga')
  const { refreshToken } = (
    await app.inject({
      method: 'POST',
      url: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
      payload: { email: 'olga@example.org', password: 'a-Olga-password-1', returnSecureToken: true },
    })
  ).json<{ refreshToken: string }>()
  later(deps, 24 * hour)
  const renewed = await refresh(refreshToken)
  expect((await request(renewed['id_token']!, 'GET', `/v1/accounts/by-id/${olga.accountId}`)).status).toBe(
    200,
  )
})
