import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as drafts from '#contract/sitters/drafts.ts'
import * as contract from '#contract/sitters/sitters.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import type { Invocation } from '#server/kernel/http/http.ts'
import { distanceKm } from '#server/search/cells.ts'
import { refreshSitter } from '#server/search/commands.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { eraseFromSitters, renameSitter } from '#server/sitters/account-commands.ts'
import { sitterRoutes } from '#server/sitters/routes.ts'
import { actorsOf, buildPet, refusalOf, weekend } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, now, testDeps } from '#test/build.ts'
import { dublin, eve, leaving, lisbon, olga, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const nobody = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
const boarding = { service: 'boarding', rates: { base: 30_00 } } as const
const published: contract.SitterInput = {
  headline: 'A calm home near the river',
  placeId: lisbon.id,
  status: 'published',
  services: [boarding],
}

async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildAccounts(db, olga, { ...sam, name: 'Sam da Silva' }, eve)
  const send = <E extends Endpoint>(
    endpoint: E,
    viewer: Viewer | null,
    parts: Pick<Invocation, 'params' | 'query' | 'body' | 'ifMatch'> = {},
  ) => answerOf(sitterRoutes, endpoint, deps, { viewer, ...parts })
  const create = (viewer: Viewer, body: unknown) => send(contract.createSitter, viewer, { body })
  const change = (viewer: Viewer, sitterId: string, body: unknown, ifMatch?: number) =>
    send(contract.updateSitter, viewer, { params: { sitterId }, body, ifMatch })
  const show = (viewer: Viewer | null, sitterId: string) =>
    send(contract.showSitter, viewer, { params: { sitterId } })
  return { db, deps, send, create, change, show }
}

test('a new profile gets defaults for omitted fields and queues its holidays and search refresh', async () => {
  const { deps, create } = await setup()

  const sitter = await create(sam, {
    ...published,
    services: [boarding, { service: 'dog_walking', rates: { base: 12_00 }, policy: 'strict', capacity: 3 }],
  })

  expect(sitter).toMatchObject({
    name: 'Sam S.',
    status: 'published',
    timeZone: 'Europe/Lisbon',
    currency: 'EUR',
    homeCeiling: 3,
    place: { id: lisbon.id, name: 'Lisbon', country: 'PT' },
    rating: { average: null, count: 0 },
    badges: ['newcomer'],
    calendarConfirmedOn: '2026-12-01',
    memberSinceOn: '2026-12-01',
    version: 1,
    own: { accountId: sam.accountId, missing: [], exact: { lat: lisbon.lat, lng: lisbon.lng } },
  })
  expect(sitter.services).toMatchObject([
    { service: 'boarding', capacity: 2, noticeHours: 24, policy: 'moderate', maxPets: 2 },
    {
      service: 'dog_walking',
      weekdayCapacity: [3, 3, 3, 3, 3, 3, 3],
      noticeHours: 3,
      policy: 'per_unit_24h',
    },
  ])
  expect(deps.jobs).toEqual([
    { name: 'holidays.generate', payload: { country: 'PT', subdivision: null } },
    { name: 'search.refresh-sitter', payload: { sitterId: sitter.id } },
  ])
})

test('an account has one profile, even if it is created twice concurrently', async () => {
  const { create } = await setup()

  const results = await Promise.allSettled([create(sam, published), create(sam, published)])

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await refusalOf(create(sam, published))).toMatchObject({ code: 'sitter-exists', status: 422 })
})

test('strangers see a stable blurred position and no private fields', async () => {
  const { create, change, show } = await setup()
  const { id } = await create(sam, { ...published, lat: 38.73, lng: -9.15 })

  const seen = await show(null, id)

  const away = distanceKm({ lat: 38.73, lng: -9.15 }, seen.place!)
  expect(away).toBeGreaterThan(0.1)
  expect(away).toBeLessThan(0.5)
  expect(seen.own).toBeUndefined()
  expect(JSON.stringify(seen)).not.toContain(sam.accountId)
  await change(sam, id, { ...published, lat: 38.73, lng: -9.15 })
  expect((await show(eve, id)).place).toEqual(seen.place)
})

test('an inactive service is shown only to its sitter', async () => {
  const { create, show } = await setup()
  const resting = { service: 'drop_in', active: false, rates: { base: 10_00 } }
  const { id } = await create(sam, { ...published, services: [boarding, resting] })

  const names = async (viewer: Viewer | null) =>
    (await show(viewer, id)).services.map(({ service }) => service)

  expect(await names(sam)).toEqual(['boarding', 'drop_in'])
  expect(await names(null)).toEqual(['boarding'])
})

test.each([
  [{ headline: '' }, ['headline']],
  [{ services: [] }, ['services']],
  [{ headline: '', services: [{ ...boarding, active: false }] }, ['headline', 'services']],
])('publishing with %j is refused with a list of the missing fields', async (change, fields) => {
  const { create } = await setup()

  const refusal = await refusalOf(create(sam, { ...published, ...change }))

  expect(refusal).toMatchObject({ code: 'sitter-incomplete', status: 422 })
  expect(refusal.errors!.map(({ path }) => path)).toEqual(fields)
  const draft = await create(sam, { ...published, ...change, status: 'draft' })
  expect(draft.own!.missing.map(({ field }) => field)).toEqual(fields)
})

test.each([
  [{ placeId: 99 }, 'place-not-found', undefined],
  [{ placeId: dublin.id, lat: lisbon.lat, lng: lisbon.lng }, 'request-invalid', 'lat'],
  [{ services: [{ ...boarding, rates: { base: 50 } }] }, 'request-invalid', 'services.0.rates.base'],
  [
    { services: [{ ...boarding, rates: { base: 500, extraPet: 99_999 } }] },
    'request-invalid',
    'services.0.rates.extraPet',
  ],
  [
    { services: [{ ...boarding, accepts: { minWeightKg: 9, maxWeightKg: 5 } }] },
    'request-invalid',
    'services.0.accepts.maxWeightKg',
  ],
  [{ services: [{ ...boarding, policy: 'per_unit_24h' }] }, 'request-invalid', 'services.0.policy'],
  [{ services: [boarding, boarding] }, 'request-invalid', 'services'],
  [{ trusted: true }, 'request-invalid', 'trusted'],
  [{ accountId: eve.accountId }, 'request-invalid', 'accountId'],
  [{ headline: 'a\u0000b' }, 'request-invalid', 'headline'],
])('the profile with %j is refused with %s', async (change, code, path) => {
  const { create } = await setup()

  const refusal = await refusalOf(create(sam, { ...published, ...change }))

  expect(refusal.code).toBe(code)
  expect(refusal.errors?.map((error) => error.path)).toEqual(path && [path])
})

test('a rate above the configured maximum of the instance is refused', async () => {
  const { deps, create } = await setup()
  await changeSettings(deps, { rate: { max: 25_00 } })

  expect(await refusalOf(create(sam, published))).toMatchObject({
    errors: [{ path: 'services.0.rates.base', message: 'Ask at most €25.00' }],
  })
})

test('a change replaces the whole profile, and a stale version is refused', async () => {
  const { create, change } = await setup()
  const { id } = await create(sam, { ...published, bio: 'Long walks', skills: ['first_aid'] })

  const changed = await change(sam, id, { ...published, headline: 'A new headline', version: 1 })

  expect(changed).toMatchObject({ headline: 'A new headline', bio: '', skills: [], version: 2 })
  expect(await refusalOf(change(sam, id, { ...published, version: 1 }))).toMatchObject({
    code: 'version-stale',
    status: 412,
    version: 2,
  })
  expect(await refusalOf(change(sam, id, published, 1))).toMatchObject({ code: 'version-stale' })
})

test('Eve gets the same refusals for a hidden profile as for one that does not exist', async () => {
  const { create, change, show, send } = await setup()
  const { id } = await create(sam, { ...published, status: 'paused' })

  expect(await refusalOf(show(eve, id))).toEqual(await refusalOf(show(eve, nobody)))
  expect(await refusalOf(show(null, id))).toEqual(await refusalOf(show(null, nobody)))
  expect(await refusalOf(change(eve, id, published))).toEqual(await refusalOf(change(eve, nobody, published)))
  for (const endpoint of [contract.listSitterPets, contract.listSitterReviews]) {
    const list = (sitterId: string) => refusalOf(send(endpoint, eve, { params: { sitterId } }))
    expect(await list(id)).toEqual(await list(nobody))
  }
  const ofAccount = (accountId: string) =>
    refusalOf(send(contract.showSitterByAccount, eve, { params: { accountId } }))
  expect(await ofAccount(sam.accountId)).toEqual(await ofAccount(nobody))
  expect(await ofAccount(eve.accountId)).toEqual(await ofAccount(nobody))
})

test('a paused profile stays visible to its sitter and to owners with a booking', async () => {
  const { db, deps, create, change, show, send } = await setup()
  const { id } = await create(sam, published)
  const rex = await buildPet(db, olga, { name: 'Rex' })
  await actorsOf(deps).request(olga, weekend({ sitterId: id, rex }))
  await change(sam, id, { ...published, status: 'paused' })

  expect(await show(olga, id)).toMatchObject({ id, status: 'paused' })
  expect(
    await send(contract.showSitterByAccount, sam, { params: { accountId: sam.accountId } }),
  ).toMatchObject({
    id,
    own: { accountId: sam.accountId },
  })
  expect(await refusalOf(show(eve, id))).toMatchObject({ code: 'sitter-not-found' })
})

test('a profile draft is saved on the server, refuses stale versions and is deleted on creation', async () => {
  const { send, create } = await setup()
  const show = () => send(drafts.showSitterDraft, sam)
  const save = (body: object) => send(drafts.saveSitterDraft, sam, { body })

  expect(await show()).toEqual({ step: '', data: {}, savedAt: null, version: 0 })
  expect(await save({ step: 'home', data: { type: 'flat' }, version: 0 })).toMatchObject({ version: 1 })
  expect(await save({ step: 'prices', data: { type: 'farm' }, version: 1 })).toMatchObject({ version: 2 })
  expect(await refusalOf(save({ step: 'home', data: {}, version: 1 }))).toMatchObject({
    code: 'version-stale',
  })
  expect(await refusalOf(save({ step: 'home', data: {}, version: 0 }))).toMatchObject({
    code: 'version-stale',
  })
  expect(await show()).toMatchObject({ step: 'prices', data: { type: 'farm' }, savedAt: now.toISOString() })
  expect(await send(drafts.showSitterDraft, eve)).toMatchObject({ version: 0 })

  await create(sam, published)
  expect(await show()).toMatchObject({ version: 0 })
})

test('renaming the account renames the profile, and erasing it empties and hides the profile', async () => {
  const { db, deps, create, show } = await setup()
  const { id } = await create(sam, { ...published, bio: 'I live at 1 Main Street' })
  const account = db.updateTable('account').where('id', '=', sam.accountId)

  await account.set({ name: 'Samuel Öz' }).execute()
  await renameSitter(deps, sam.accountId)
  expect(await show(null, id)).toMatchObject({ name: 'Samuel Ö.' })

  const person = { ...leaving(sam), sitterId: id }
  await db.transaction().execute((tx) => eraseFromSitters({ ...deps, db: tx }, person))
  expect(await show(sam, id)).toMatchObject({
    status: 'draft',
    bio: '',
    headline: '',
    place: null,
    services: [],
  })
  expect(deps.jobs.at(-1)).toMatchObject({ name: 'search.refresh-sitter' })
})

test('a rate median requires three sitters of the service near the place', async () => {
  const { db, deps, create, send } = await setup()
  const people = [sam, olga, eve]
  const rates = [20_00, 35_00, 24_00]
  for (const [index, person] of people.entries()) {
    const walks = { service: 'dog_walking', rates: { base: 10_00 } }
    const services = [{ ...boarding, rates: { base: rates[index] } }, ...(index === 0 ? [walks] : [])]
    const { id } = await create(person, { ...published, services })
    await db.transaction().execute((tx) => refreshSitter(tx, id, deps.now()))
  }

  const medians = (placeId: number) =>
    send(contract.showRateMedians, null, { query: { placeId: `${placeId}` } })

  expect(await medians(lisbon.id)).toMatchObject({
    currency: 'EUR',
    items: [
      { service: 'boarding', base: 24_00, sitters: 3 },
      { service: 'house_sitting', base: null, sitters: 0 },
      { service: 'drop_in', base: null, sitters: 0 },
      { service: 'day_care', base: null, sitters: 0 },
      { service: 'dog_walking', base: null, sitters: 1 },
    ],
  })
  expect(await medians(dublin.id)).toMatchObject({
    items: Array.from({ length: 5 }, () => ({ base: null, sitters: 0 })),
  })
  expect(await refusalOf(medians(7))).toMatchObject({ code: 'place-not-found' })
})

test('the public list of a sitter’s pets contains only the sitter’s own', async () => {
  const { db, create, send } = await setup()
  const { id } = await create(sam, published)
  await buildPet(db, sam, { name: 'Mog', species: 'cat' })
  await buildPet(db, olga, { name: 'Rex' })

  expect(await send(contract.listSitterPets, null, { params: { sitterId: id } })).toMatchObject({
    items: [{ name: 'Mog', species: 'cat', ageYears: 5 }],
    nextCursor: null,
  })
})
