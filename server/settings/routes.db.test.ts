import { expect, test } from 'vitest'
import type { Viewer } from '#server/kernel/deps.ts'
import { invoke } from '#server/kernel/http/http.ts'
import { createLog } from '#server/kernel/log.ts'
import { settingsRejected } from '#server/kernel/metrics/metrics.ts'
import { changeSettings, checkSettings, currentSettings } from '#server/settings/commands.ts'
import { settingRoutes } from '#server/settings/routes.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'

async function setup() {
  const deps = testDeps(await testDb())
  const [showSettings, calculateFees] = settingRoutes
  const show = () => invoke(showSettings!, deps, { viewer: null, ip: '127.0.0.1' })
  const fees = (query: unknown) => invoke(calculateFees!, deps, { query, viewer: null, ip: '127.0.0.1' })
  return { deps, show, fees }
}

test('the initial settings are the defaults, have version 0 and contain no secret', async () => {
  const { show } = await setup()

  const { status, body } = await show()

  expect(status).toBe(200)
  expect(body).toMatchObject({
    site: { name: 'Sitwell', language: 'en-GB' },
    operator: { name: 'Test Operator' },
    settingsVersion: 0,
    settings: { currency: 'EUR', fees: { ownerBasisPoints: 1000, ownerCap: 4000 } },
  })
  expect(JSON.stringify(body)).not.toContain('a secret of the tests')
})

test('a change creates a new version that is read at once', async () => {
  const { deps, show } = await setup()
  await show()

  await changeSettings(deps, { fees: { ownerBasisPoints: 800 } })

  expect((await show()).body).toMatchObject({
    settingsVersion: 1,
    settings: { fees: { ownerBasisPoints: 800, sitterBasisPoints: 1000 } },
  })
})

test('a rolled-back change leaves the previous settings in force', async () => {
  const { deps } = await setup()

  const rolledBack = deps.db.transaction().execute(async (tx) => {
    await changeSettings({ ...deps, db: tx }, { currency: 'USD' })
    expect((await currentSettings(tx)).settings.currency).toBe('USD')
    throw new Error('no')
  })

  await expect(rolledBack).rejects.toThrow('no')
  expect(await currentSettings(deps.db)).toMatchObject({ version: 0, settings: { currency: 'EUR' } })
})

test('of two concurrent changes based on the same version, one is refused as stale', async () => {
  const { deps } = await setup()
  const change = (currency: string) => changeSettings(deps, { currency }, 0)

  const results = await Promise.allSettled([change('USD'), change('GBP')])

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'version-stale' },
  })
})

test('an invalid settings row is logged and skipped in favour of the last valid one', async () => {
  const { deps, show } = await setup()
  await changeSettings(deps, { currency: 'USD' })
  await deps.db
    .insertInto('setting')
    .values({ document: JSON.stringify({ currency: 7 }), created_at: deps.now() })
    .execute()
  const logged: unknown[][] = []
  const log = Object.assign(createLog('silent'), { error: (...words: unknown[]) => void logged.push(words) })

  expect((await show()).body).toMatchObject({ settingsVersion: 1, settings: { currency: 'USD' } })
  await checkSettings({ db: deps.db, log })
  expect(logged).toMatchObject([
    [{ rejectedVersion: 2, versionInForce: 1, mistakes: [{ path: 'currency' }] }, expect.any(String)],
  ])
  expect((await settingsRejected.get()).values).toMatchObject([{ value: 2 }])

  await changeSettings(deps, { currency: 'GBP' }, 1)
  expect((await show()).body).toMatchObject({ settingsVersion: 3, settings: { currency: 'GBP' } })
  await checkSettings({ db: deps.db, log })
  expect(logged).toHaveLength(1)
  expect((await settingsRejected.get()).values).toMatchObject([{ value: 0 }])
})

test.each([
  [{ fees: { ownerBasisPoints: 20_000 } }, 'fees.ownerBasisPoints'],
  [{ currency: 'euro' }, 'currency'],
  [{ fees: { ownerFee: 5 } }, 'fees.ownerFee'],
  [{ colour: 'red' }, 'colour'],
  ['everything', ''],
  [null, ''],
])('the document %j is refused with an error at "%s"', async (document, path) => {
  const { deps, show } = await setup()

  await expect(changeSettings(deps, document)).rejects.toMatchObject({
    code: 'request-invalid',
    extra: { errors: [{ path }] },
  })
  expect((await show()).body).toMatchObject({ settingsVersion: 0 })
})

test('enabling the check of new sitters changes no other setting; only operators can change it', async () => {
  const { deps, show } = await setup()
  await buildAccounts(deps.db, eve)
  await changeSettings(deps, { currency: 'USD' })
  const operator = withFreshSignIn({ ...eve, roles: ['operator'] }, deps.now())
  const change = async (viewer: Viewer, body: unknown) =>
    (await invoke(settingRoutes[2]!, deps, { viewer, body, ip: '127.0.0.1' })).body

  expect(await change(operator, { enabled: true, version: 1 })).toEqual({ enabled: true, version: 2 })
  expect((await show()).body).toMatchObject({
    settingsVersion: 2,
    settings: { sitterReview: true, currency: 'USD' },
  })
  await expect(change(operator, { enabled: false, version: 1 })).rejects.toMatchObject({
    code: 'version-stale',
  })
  await expect(change(eve, { enabled: false, version: 2 })).rejects.toMatchObject({ code: 'role-missing' })
})

test('the calculated fees are capped for the owner and lower on both sides for a repeat pair', async () => {
  const { fees } = await setup()

  expect((await fees({ subtotal: '58700' })).body).toMatchObject({
    currency: 'EUR',
    subtotal: 58_700,
    ownerFee: 40_00,
    total: 627_00,
    sitterFee: 58_70,
    sitterPayout: 528_30,
  })
  expect((await fees({ subtotal: '58700', repeat: 'true' })).body).toMatchObject({
    ownerFee: 29_35,
    total: 616_35,
    sitterPayout: 557_65,
  })
})

test.each([
  {},
  { subtotal: '-1' },
  { subtotal: '1.5' },
  { subtotal: 'x' },
  { subtotal: '1', repeat: 'maybe' },
])('the fee query %j is refused', async (query) => {
  const { fees } = await setup()
  await expect(fees(query)).rejects.toMatchObject({ code: 'request-invalid' })
})
