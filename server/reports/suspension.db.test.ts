import { expect, test } from 'vitest'
import type { Report } from '#contract/reports.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { signUp, testApp } from '#test/app.ts'
import { buildPlaces } from '#test/build.ts'
import { lisbon } from '#test/cast.ts'

const reason = 'Three owners were asked to pay beside the site.'

test('a suspended account cannot act or sign in, gets the reason by mail, and its profile is hidden', async () => {
  const { app, db, deps } = await testApp()
  await buildPlaces(db)
  const [sam, olga, ada] = [await signUp(app, 'Sam'), await signUp(app, 'Olga'), await signUp(app, 'Ada')]
  await db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where('id', '=', ada.accountId)
    .execute()
  const call = (person: typeof sam | null, method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({
      method,
      url,
      headers: { ...person?.headers, ...(payload ? { 'idempotency-key': url } : {}) },
      ...(payload ? { payload } : {}),
    })
  const identity = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/identity/v1/${path}?key=sitwell-public-key`, payload })).json<{
      refreshToken?: string
      error?: { message: string }
    }>()
  const signIn = (name: string) =>
    identity('accounts:signInWithPassword', {
      email: `${name.toLowerCase()}@example.org`,
      password: `a-${name}-password-1`,
      returnSecureToken: true,
    })
  const listing = await call(sam, 'POST', '/v1/sitters', {
    headline: 'A quiet home',
    placeId: lisbon.id,
    status: 'published',
    services: [{ service: 'boarding', rates: { base: 20_00 } }],
  })
  const { id: sitterId } = listing.json<Sitter>()
  const shown = `/v1/sitters/by-id/${sitterId}`
  const own = `/v1/accounts/by-id/${sam.accountId}`
  expect((await call(null, 'GET', shown)).statusCode).toBe(200)
  expect((await call(sam, 'GET', own)).statusCode).toBe(200)
  const { refreshToken } = await signIn('Sam')
  expect(refreshToken).toBeTruthy()

  const report = { subjectKind: 'person', subjectId: sitterId, reason: 'fraud' }
  const { id } = (await call(olga, 'POST', '/v1/reports', report)).json<Report>()
  const decided = await call(ada, 'POST', `/v1/admin/reports/${id}/decide`, { measure: 'suspended', reason })
  expect(decided.json()).toMatchObject({ status: 'upheld', measure: 'suspended' })

  const refused = await call(sam, 'GET', own)
  expect([refused.statusCode, refused.json()]).toMatchObject([401, { code: 'user-disabled' }])
  const acts = await call(sam, 'POST', '/v1/reports', { ...report, subjectId: olga.accountId })
  expect(acts.json()).toMatchObject({ code: 'user-disabled' })
  const disabled = { error: { message: 'USER_DISABLED' } }
  expect(await signIn('Sam')).toMatchObject(disabled)
  expect(await identity('token', { grant_type: 'refresh_token', refresh_token: refreshToken })).toMatchObject(
    disabled,
  )
  expect((await call(null, 'GET', shown)).statusCode).toBe(404)
  expect(deps.jobs).toContainEqual({ name: 'search.refresh-sitter', payload: { sitterId } })

  const mails = await db.selectFrom('mail').selectAll().execute()
  const mail = mails.find(({ subject }) => subject === 'Your account is suspended')
  expect(JSON.stringify(mail)).toContain(reason)
  expect(mail).toMatchObject({ recipient: 'sam@example.org' })
  // Nobody else is affected.
  expect((await call(olga, 'GET', `/v1/accounts/by-id/${olga.accountId}`)).statusCode).toBe(200)
  expect((await signIn('Olga')).error).toBeUndefined()
})
