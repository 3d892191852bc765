import { expect, test } from 'vitest'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { changeSearch, checkSearch, ownSearches, queueSearches } from '#server/favourites/search-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { refreshSitter } from '#server/search/commands.ts'
import { signUp, testApp, type TestPerson } from '#test/app.ts'
import { buildPlaces } from '#test/build.ts'
import { dublin } from '#test/cast.ts'

const dayMs = 86_400_000

async function setup() {
  const tested = await testApp()
  await buildPlaces(tested.db)
  const olga = await signUp(tested.app, 'Olga')
  const become = async (name: string) => {
    const person = await signUp(tested.app, name)
    const answer = await tested.app.inject({
      method: 'POST',
      url: '/v1/sitters',
      headers: person.headers,
      payload: {
        headline: 'Quiet house with a garden',
        bio: 'At home all day.',
        placeId: dublin.id,
        status: 'published',
        services: [{ service: 'boarding', rates: { base: 30_00 } }],
      },
    })
    const { id } = answer.json<{ id: string }>()
    await inTransaction(tested.db, (tx) => refreshSitter(tx, id, tested.deps.now()))
    return id
  }
  const ask = async <T>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    as: TestPerson,
    payload?: object,
  ) => {
    const answer = await tested.app.inject({ method, url, headers: as.headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json<T>() }
  }
  const save = (query: object = {}, address = `place=${dublin.id}`) =>
    ask<SavedSearch>('POST', '/v1/saved-searches', olga, {
      name: 'Near Dublin',
      address,
      query: { place: dublin.id, ...query },
    })
  // The viewer is built directly, because an access token would expire within the time that these tests simulate.
  const viewer: Viewer = {
    accountId: olga.accountId,
    uid: olga.uid,
    email: null,
    emailVerified: true,
    authTime: 0,
    roles: [],
  }
  const own = () => ownSearches(tested.deps, viewer)
  const told = () => tested.db.selectFrom('notice').select(['title', 'path']).orderBy('told_at').execute()
  return { ...tested, olga, viewer, become, ask, save, own, told }
}

test('a saved search sends one notice about a new matching sitter and none about earlier ones', async () => {
  const { become, save, own, told, deps, clock } = await withClock()
  await become('Sam')
  const { body: search } = await save()
  deps.clock.set(clock(1))
  await checkSearch(deps, search.id)
  expect(await told()).toEqual([])
  await become('Rui')
  deps.clock.set(clock(2))
  await checkSearch(deps, search.id)
  await checkSearch(deps, search.id)
  expect(await told()).toEqual([
    { title: 'Rui now matches “Near Dublin”', path: `/sitters?place=${dublin.id}` },
  ])
  expect(await own()).toMatchObject([{ fresh: 1 }])
})

test('two concurrent runs of a saved search send one notice', async () => {
  const { become, save, told, deps, clock } = await withClock()
  const { body: search } = await save()
  await become('Rui')
  deps.clock.set(clock(1))
  await Promise.all([checkSearch(deps, search.id), checkSearch(deps, search.id)])
  expect(await told()).toHaveLength(1)
})

test('viewing a saved search resets its new-sitter count, and one with notices off is never run', async () => {
  const { become, save, own, told, viewer, deps, clock } = await withClock()
  const { body: search } = await save()
  await become('Rui')
  deps.clock.set(clock(1))
  expect(await queueSearches(deps)).toEqual({ queued: 1 })
  await checkSearch(deps, search.id)
  expect(await queueSearches(deps)).toEqual({ queued: 0 })
  await changeSearch(deps, viewer, search.id, { looked: true, tells: false, name: 'The city' })
  expect(await own()).toMatchObject([{ name: 'The city', fresh: 0, tells: false }])
  await become('Ines')
  deps.clock.set(clock(3))
  expect(await queueSearches(deps)).toEqual({ queued: 0 })
  await checkSearch(deps, search.id)
  expect(await told()).toHaveLength(1)
})

test('saving the same search twice stores it once; an invalid search and a 21st one are refused', async () => {
  const { save, own } = await setup()
  expect((await save()).status).toBe(201)
  expect((await save()).status).toBe(200)
  expect(await save({ start: '2020-01-01', end: '2020-01-03' }, 'start=2020-01-01')).toMatchObject({
    status: 422,
  })
  for (let index = 1; index < 20; index++) await save({}, `place=${dublin.id}&radiusKm=${index}`)
  expect(await own()).toHaveLength(20)
  expect(await save({}, 'one=more')).toMatchObject({ status: 422, body: { code: 'saved-searches-full' } })
})

test('a saved search whose dates have passed is marked as over and sends no notice', async () => {
  const { become, save, own, told, deps, clock } = await withClock()
  const { body: search } = await save({ start: '2026-12-10', end: '2026-12-12' })
  expect(search.over).toBe(false)
  await become('Rui')
  deps.clock.set(clock(30))
  await checkSearch(deps, search.id)
  expect(await own()).toMatchObject([{ over: true }])
  expect(await told()).toEqual([])
})

test('another account’s saved search cannot be changed or deleted', async () => {
  const { app, save, ask, own } = await setup()
  const { body: search } = await save()
  const eve = await signUp(app, 'Eve')
  const url = `/v1/saved-searches/${search.id}`
  expect((await ask('PUT', url, eve, { tells: false })).status).toBe(404)
  await ask('DELETE', url, eve)
  expect(await own()).toMatchObject([{ id: search.id, tells: true }])
})

async function withClock() {
  const built = await setup()
  const startMs = built.deps.now().getTime()
  return { ...built, clock: (days: number) => new Date(startMs + days * dayMs) }
}
