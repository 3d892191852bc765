import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { readsOf } from '#server/kernel/db/replicas.ts'
import { route } from '#server/kernel/http/http.ts'
import { Problem } from '#server/kernel/problem.ts'
import { createPageApi, type Reading } from '#server/pages/page-api.ts'
import { ApiProblem } from '#web/api.ts'
import { testDeps, unreachableDb } from '#test/build.ts'

const sam = '0190a000-0000-7000-8000-000000000001'
const ines = '0190a000-0000-7000-8000-000000000002'

const common = {
  access: 'public',
  summary: 'For this test',
  response: z.object({ count: z.number(), list: z.array(z.string()) }),
  problems: [],
} as const
const list = endpoint({ ...common, method: 'GET', path: '/v1/ranking' })
const reviews = endpoint({
  ...common,
  method: 'GET',
  path: '/v1/sitters/:sitterId/reviews',
  params: z.object({ sitterId: z.string() }),
})
const price = endpoint({ ...common, method: 'POST', path: '/v1/bookings/calculate-cost', calculates: true })
const sighting = endpoint({ ...common, method: 'POST', path: '/v1/lost/:code/sightings' })
const lost = endpoint({ ...common, method: 'GET', path: '/v1/lost/:code', noStore: true })

/** A page API with a fixed clock, whose answers count the reads and show `content`. */
function setup() {
  const clock = { now: 1_000 }
  const state = { count: 0, content: '', gate: Promise.resolve(), refusal: undefined as Problem | undefined }
  const db = unreachableDb()
  const handle = async () => {
    await state.gate
    if (state.refusal) throw state.refusal
    return { count: ++state.count, list: [state.content] }
  }
  const { read, drop } = createPageApi({
    routes: [list, reviews, price, sighting, lost].map((one) => route(one, handle)),
    deps: testDeps(db),
    reads: readsOf(db),
    ApiProblem,
    now: () => clock.now,
  })
  type Untyped = (name: string, sent: object) => Promise<unknown>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoints of this test have other types than those of the contract
  const readFor = (reading: Reading) => read(reading) as unknown as Untyped
  /** Reads for a page for everybody. */
  const shared = (ages: number[] = [], more: Reading = {}) =>
    readFor({ ...more, onShared: (at) => ages.push(at) })
  return { clock, state, readFor, drop, shared }
}

test('an answer for pages for everybody is read once in two seconds, and its time is told', async () => {
  const { clock, shared } = setup()
  const ages: number[] = []
  const api = shared(ages)
  const first = await api('GET /v1/ranking', {})
  clock.now += 1_999
  expect(await api('GET /v1/ranking', {})).toBe(first)
  clock.now += 1
  expect(await api('GET /v1/ranking', {})).toMatchObject({ count: 2 })
  expect(ages).toEqual([1_000, 1_000, 3_000])
})

test('pages that ask at the same time wait for one read', async () => {
  const { state, shared } = setup()
  const { promise, resolve } = Promise.withResolvers<void>()
  state.gate = promise
  const answers = [1, 2, 3].map(() => shared()('GET /v1/ranking', {}))
  resolve()
  expect(await Promise.all(answers)).toMatchObject([{ count: 1 }, { count: 1 }, { count: 1 }])
})

test('a page for one visitor never gets a cached answer', async () => {
  const { readFor, shared } = setup()
  await shared()('GET /v1/ranking', {})
  expect(await readFor({})('GET /v1/ranking', {})).toMatchObject({ count: 2 })
  expect(await readFor({ needs: { position: 1n } })('GET /v1/ranking', {})).toMatchObject({ count: 3 })
  expect(await shared()('GET /v1/ranking', {})).toMatchObject({ count: 1 })
})

test('a page for a signed-in person reads by itself and may not call anything but reads', async () => {
  const { shared } = setup()
  const viewer = {
    uid: 'olga',
    email: 'olga@sitwell.example',
    emailVerified: true,
    authTime: 0,
    sessionId: 'session',
    accountId: ines,
    roles: [],
  }
  await shared()('GET /v1/ranking', {})
  const personal = shared([], { viewer })
  expect(await personal('GET /v1/ranking', {})).toMatchObject({ count: 2 })
  expect(await shared()('GET /v1/ranking', {})).toMatchObject({ count: 1 })
  const body = { sitterId: sam }
  await expect(personal('POST /v1/bookings/calculate-cost', { body })).rejects.toThrow('for a person')
})

test('a calculation is cached by its input, and a write or an answer that must not be stored never is', async () => {
  const { shared } = setup()
  const counts: unknown[] = []
  const api = shared()
  const one = { body: { sitterId: sam } }
  const other = { body: { sitterId: ines } }
  for (const sent of [one, other, one]) counts.push(await api('POST /v1/bookings/calculate-cost', sent))
  expect(counts).toMatchObject([{ count: 1 }, { count: 2 }, { count: 1 }])
  for (const expected of [3, 4])
    expect(await api('POST /v1/lost/:code/sightings', one)).toMatchObject({ count: expected })
  for (const expected of [5, 6])
    expect(await api('GET /v1/lost/:code', { params: { code: 'rex' } })).toMatchObject({ count: expected })
})

test('a change drops the answers that contain its id or were asked for with it; one without an id drops all', async () => {
  const { state, shared, drop } = setup()
  const api = shared()
  const reviewsOf = (sitterId: string) =>
    api('GET /v1/sitters/:sitterId/reviews', { params: { sitterId }, query: {} })
  state.content = `by ${ines}`
  await api('GET /v1/ranking', {})
  state.content = ''
  await reviewsOf(sam)
  await reviewsOf(ines)
  drop(ines)
  expect(await reviewsOf(sam)).toMatchObject({ count: 2 })
  expect(await reviewsOf(ines)).toMatchObject({ count: 4 })
  expect(await api('GET /v1/ranking', {})).toMatchObject({ count: 5 })
  drop()
  expect(await reviewsOf(sam)).toMatchObject({ count: 6 })
})

test('a request after a change never gets an answer whose read started before the change', async () => {
  const { state, shared, drop } = setup()
  const { promise, resolve } = Promise.withResolvers<void>()
  state.gate = promise
  state.content = sam
  const before = shared()('GET /v1/ranking', {})
  drop(sam)
  state.gate = Promise.resolve()
  const after = await shared()('GET /v1/ranking', {})
  resolve()
  await before
  expect(await shared()('GET /v1/ranking', {})).toBe(after)
})

test('no page can change an answer that others get', async () => {
  const { shared } = setup()
  const given = await shared()('GET /v1/ranking', {})
  expect(Object.isFrozen(given)).toBe(true)
  expect(given).toHaveProperty('list', expect.toSatisfy(Object.isFrozen))
})

test('a refusal reaches every page that waits for it and is not cached', async () => {
  const { state, shared } = setup()
  state.refusal = new Problem('unavailable')
  const refused: string[] = []
  const api = shared([], { onRefused: ({ code }) => refused.push(code) })
  const answers = await Promise.allSettled([api('GET /v1/ranking', {}), api('GET /v1/ranking', {})])
  expect(answers).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }])
  expect(refused).toEqual(['unavailable', 'unavailable'])
  state.refusal = undefined
  expect(await api('GET /v1/ranking', {})).toMatchObject({ count: 1 })
})
