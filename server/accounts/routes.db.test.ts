import { expect, test } from 'vitest'
import * as contract from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { accountOf } from '#server/accounts/commands.ts'
import { accountJobs } from '#server/accounts/jobs.ts'
import { accountRoutes } from '#server/accounts/routes.ts'
import type { TokenViewer } from '#server/kernel/deps.ts'
import type { Invocation } from '#server/kernel/http/http.ts'
import type { Problem } from '#server/kernel/problem.ts'
import { refusalOf } from '#test/booking-fixture.ts'
import { buildAccounts, now, testDeps } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { collide, testDb } from '#test/db.ts'
import { outcomeOf } from '#test/invoke.ts'

const newcomer = { ...olga, accountId: null }
const input = {
  name: 'Olga',
  email: olga.email,
  phoneNumber: '+351912345678',
  location: 'Lisbon',
  externalUserId: olga.uid,
}
const nobodysId = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

async function setup() {
  const deps = testDeps(await testDb())
  const call = <E extends Endpoint>(endpoint: E, request: Partial<Invocation>) =>
    outcomeOf(accountRoutes, endpoint, deps, request)
  return {
    deps,
    create: (viewer: TokenViewer | null, body: unknown, idempotencyKey?: string) =>
      call(contract.createAccount, { viewer, body, idempotencyKey }),
    showByExternalId: (viewer: TokenViewer | null, externalUserId: string) =>
      call(contract.showAccountByExternalId, { viewer, params: { externalUserId } }),
    show: (viewer: TokenViewer | null, accountId: string) =>
      call(contract.showAccount, { viewer, params: { accountId } }),
    update: (viewer: TokenViewer | null, accountId: string, body: unknown, ifMatch?: number) =>
      call(contract.updateAccount, { viewer, params: { accountId }, body, ifMatch }),
  }
}

const refusal = async (answer: Promise<unknown>) => JSON.stringify(await refusalOf(answer))

test('signing up creates an account with the submitted values', async () => {
  const { deps, create } = await setup()

  const { status, body } = await create(newcomer, input)

  expect(status).toBe(201)
  expect(body).toEqual({
    ...input,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    sitterId: null,
    roles: [],
    locale: 'en-GB',
    timeZone: null,
    photoUrl: null,
    version: 1,
    consentsDue: [],
    createdAt: now.toISOString(),
  })
  expect(await accountOf(deps.db, olga.uid)).toEqual({ id: body.id, roles: [] })
})

test('the phone number and the location are optional', async () => {
  const { create } = await setup()
  const { body } = await create(newcomer, { name: 'Olga', email: olga.email, externalUserId: olga.uid })
  expect(body).toMatchObject({ phoneNumber: null, location: null })
})

test('a second creation returns 200 with the first account, unchanged', async () => {
  const { create } = await setup()
  const first = await create(newcomer, input)

  const second = await create(newcomer, { ...input, name: 'Somebody else' })

  expect(second).toEqual({ status: 200, body: first.body })
})

test('twelve concurrent creations create one account, and all of them return it', async () => {
  const { deps, create } = await setup()

  const answers = await Promise.all(Array.from({ length: 12 }, () => create(newcomer, input)))

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(11).fill(200), 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const { count } = await deps.db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe('1')
})

test('a creation repeated with its Idempotency-Key returns 201 again', async () => {
  const { create } = await setup()
  const first = await create(newcomer, input, 'key-1')
  expect(await create(newcomer, input, 'key-1')).toEqual({ ...first, replayed: true })
})

test('creation requires the viewer’s own external id and e-mail address, ignoring case', async () => {
  const { create } = await setup()

  for (const foreign of [
    { ...input, externalUserId: eve.uid },
    { ...input, email: eve.email },
  ])
    await expect(create(newcomer, foreign)).rejects.toMatchObject({ code: 'account-foreign' })
  await expect(create({ ...newcomer, email: null }, input)).rejects.toMatchObject({ code: 'account-foreign' })

  expect(await create(newcomer, { ...input, email: 'OLGA@Example.ORG' })).toMatchObject({ status: 201 })
})

test.each([
  'id',
  'roles',
  'sitterId',
  'version',
  'createdAt',
  'invitedBy',
  'photoUrl',
  'erasedAt',
  '__proto__x',
])('signing up with the field "%s" is refused', async (field) => {
  const { create } = await setup()
  await expect(create(newcomer, { ...input, [field]: 'operator' })).rejects.toMatchObject({
    code: 'request-invalid',
    extra: { errors: [{ path: field, message: 'This is not a known field' }] },
  })
})

test.each([
  [{ ...input, name: '' }],
  [{ ...input, name: '   ' }],
  [{ ...input, name: 'x'.repeat(101) }],
  [{ ...input, name: 'O\u0000lga' }],
  [{ ...input, name: 'O\uD800lga' }],
  [{ ...input, name: 7 }],
  [{ ...input, phoneNumber: '912345678' }],
  [{ ...input, location: 'a\nb' }],
  [{ ...input, email: 'olga' }],
  [{ ...input, externalUserId: undefined }],
  [{}],
  [[]],
  [null],
])('the malformed sign-up %j is refused and creates no account', async (body) => {
  const { deps, create } = await setup()
  await expect(create(newcomer, body)).rejects.toMatchObject({ code: 'request-invalid' })
  expect(await accountOf(deps.db, olga.uid)).toBeUndefined()
})

test('every account route refuses a request without a token', async () => {
  const { create, show, showByExternalId, update } = await setup()
  for (const answer of [
    create(null, input),
    show(null, olga.accountId),
    showByExternalId(null, olga.uid),
    update(null, olga.accountId, { name: 'Olga' }),
  ])
    await expect(answer).rejects.toMatchObject({ code: 'token-missing' })
})

test('users can read their account by account id and by external id', async () => {
  const { deps, show, showByExternalId } = await setup()
  await buildAccounts(deps.db, olga)

  const byId = await show(olga, olga.accountId)

  expect(byId).toMatchObject({ status: 200, body: { id: olga.accountId, email: olga.email } })
  expect(await showByExternalId(olga, olga.uid)).toEqual(byId)
})

test('another user’s account is indistinguishable from one that does not exist, and cannot be changed', async () => {
  const { deps, show, showByExternalId, update } = await setup()
  await buildAccounts(deps.db, olga, eve)
  const change = { name: 'Mine now' }

  expect(await refusal(show(eve, olga.accountId))).toBe(await refusal(show(eve, nobodysId)))
  expect(await refusal(showByExternalId(eve, olga.uid))).toBe(
    await refusal(showByExternalId(eve, 'uid-nobody')),
  )
  expect(await refusal(update(eve, olga.accountId, change))).toBe(
    await refusal(update(eve, nobodysId, change)),
  )
  expect(await refusal(update(eve, olga.accountId, { ...change, version: 99 }))).toBe(
    await refusal(update(eve, nobodysId, change)),
  )
  expect((await show(olga, olga.accountId)).body).toMatchObject({ name: 'Olga' })
})

test('a user’s own missing account gets the same error as another user’s account', async () => {
  const { deps, showByExternalId } = await setup()
  await buildAccounts(deps.db, eve)
  expect(await refusal(showByExternalId(newcomer, olga.uid))).toBe(
    await refusal(showByExternalId(newcomer, eve.uid)),
  )
})

test('a change of name enqueues the rename of the sitter profile; saving the same name does not', async () => {
  const { deps, update } = await setup()
  await buildAccounts(deps.db, olga)

  const { body } = await update(olga, olga.accountId, {
    name: '  Olga Reis ',
    phoneNumber: '+351911111111',
    location: 'Graça',
    timeZone: 'Europe/Lisbon',
    version: 1,
  })

  expect(body).toMatchObject({ name: 'Olga Reis', location: 'Graça', timeZone: 'Europe/Lisbon', version: 2 })
  expect(deps.jobs).toEqual([{ name: 'accounts.rename-sitter', payload: { accountId: olga.accountId } }])

  await update(olga, olga.accountId, { name: 'Olga Reis' })
  expect(deps.jobs).toHaveLength(1)
})

test('a stale version is refused, both in the body and in If-Match', async () => {
  const { deps, update } = await setup()
  await buildAccounts(deps.db, olga)
  await update(olga, olga.accountId, { name: 'First' }, 1)

  await expect(update(olga, olga.accountId, { name: 'Second', version: 1 })).rejects.toMatchObject({
    code: 'version-stale',
  })
  await expect(update(olga, olga.accountId, { name: 'Second' }, 1)).rejects.toMatchObject({
    code: 'version-stale',
  })
})

test('one of five concurrent changes of the same version succeeds; the others get "version-stale"', async () => {
  const { deps, update } = await setup()
  await buildAccounts(deps.db, olga)
  const change = () =>
    update(olga, olga.accountId, { name: 'Olga Reis', version: 1 }).then(
      () => 'made',
      (error: Problem) => error.code,
    )

  const results = await collide(deps.db, 'account', olga.accountId, [change, change, change, change, change])

  expect(results.sort()).toEqual(['made', ...Array<string>(4).fill('version-stale')])
})

test.each(['roles', 'email', 'externalUserId', 'sitterId', 'id', 'erasedAt'])(
  'a change of the field "%s" is refused',
  async (field) => {
    const { deps, update } = await setup()
    await buildAccounts(deps.db, olga)
    await expect(update(olga, olga.accountId, { name: 'Olga', [field]: 'operator' })).rejects.toMatchObject({
      code: 'request-invalid',
    })
  },
)

test.each([{ timeZone: 'Mars/Olympus' }, { locale: 'xx' }, { version: 1.5 }, { phoneNumber: '' }])(
  'the invalid change %j is refused',
  async (change) => {
    const { deps, update } = await setup()
    await buildAccounts(deps.db, olga)
    await expect(update(olga, olga.accountId, { name: 'Olga', ...change })).rejects.toMatchObject({
      code: 'request-invalid',
    })
  },
)

test('a deleted user’s account becomes "Former member", and the same person can sign up again', async () => {
  const { deps, create, show } = await setup()
  await buildAccounts(deps.db, olga, sam)
  const [forget] = accountJobs(deps, [], [])

  await forget!.run({ uid: olga.uid })
  await forget!.run({ uid: olga.uid })

  const row = await deps.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', olga.accountId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row).toLowerCase()).not.toContain('olga')
  expect(row).toMatchObject({ name: 'Former member', erased_at: now, roles: [] })
  await expect(show(olga, olga.accountId)).rejects.toMatchObject({ code: 'account-not-found' })
  expect(await create(newcomer, input)).toMatchObject({ status: 201 })
  expect(await show(sam, sam.accountId)).toMatchObject({ body: { name: 'Sam' } })
})

test('a new e-mail address of the identity user is copied to the account', async () => {
  const { deps, show } = await setup()
  await buildAccounts(deps.db, olga, sam)
  const [, refreshEmail] = accountJobs(deps, [], [])
  await deps.db
    .insertInto('identity.users')
    .values({
      id: olga.uid,
      email: 'new@example.org',
      email_canonical: 'new@example.org',
      created_at: now,
      last_login_at: now,
      last_refresh_at: now,
      valid_since: now,
    })
    .execute()

  for (const uid of [olga.uid, olga.uid, sam.uid, 'uid-nobody']) await refreshEmail!.run({ uid })

  expect((await show(olga, olga.accountId)).body).toMatchObject({ email: 'new@example.org', version: 2 })
  expect((await show(sam, sam.accountId)).body).toMatchObject({ email: sam.email, version: 1 })
})
