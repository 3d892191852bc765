// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProblemCode } from '#contract/problem.ts'
import type { Queued } from '#web/care/care-db.ts'
import { careQueue, sync, recordEntry } from '#web/care/sync.ts'
import { configureApi } from '#web/api.ts'
import { z } from 'zod'

/** A mock of the device's storage, because happy-dom has no IndexedDB. */
const stored = vi.hoisted(() => new Map<string, Queued>())
vi.mock('#web/care/care-db.ts', () => ({
  readAll: async (store: string) =>
    [...stored].flatMap(([key, row]) => (key.startsWith(`${store} `) ? [row] : [])),
  read: async (store: string, key: string) => stored.get(`${store} ${key}`),
  change: async (store: string, { put = [], drop = [] }: { put?: Queued[]; drop?: string[] }) => {
    for (const row of put) stored.set(`${store} ${row.id}`, structuredClone(row))
    for (const key of drop) stored.delete(`${store} ${key}`)
  },
  clearAll: async () => stored.clear(),
}))
vi.mock('#web/persisted.ts', async (original) => ({ ...(await original<object>()), readHint: () => 'sam' }))

const bookingId = '0c000000-0000-7000-8000-000000000001'
const report = { bookingId, items: [], handovers: [], writable: true, routeDays: 30, claim: null }

const Sent = z.object({ entries: z.array(z.object({ id: z.string() })) })
type Answer = (entries: { id: string }[]) => [status: number, body: object]
let answer: Answer
const sentBatches: string[][] = []

const takes: Answer = (entries) => [200, { accepted: entries.map(({ id }) => id), refused: [], report }]
const refuses =
  (status: number, code: ProblemCode): Answer =>
  () => [status, { type: '', code, title: code, status }]

beforeEach(() => {
  stored.clear()
  sentBatches.length = 0
  careQueue.setState({ queue: null, sending: false, trouble: null })
  configureApi({ baseUrl: 'http://sitwell', session: { token: async () => 'token', ended: async () => {} } })
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const { entries } = Sent.parse(await new Request(input, init).json())
    sentBatches.push(entries.map(({ id }) => id))
    const [status, body] = answer(entries)
    return new Response(JSON.stringify(body), {
      status,
      // Longer than the client's longest wait, so that it does not retry by itself.
      headers: { 'content-type': 'application/json', 'retry-after': '30' },
    })
  })
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, __: object, work: (lock: object) => Promise<void>) => work({}) },
  })
})
afterEach(() => vi.unstubAllGlobals())

const storedRows = () => [...stored.values()]
const idle = () =>
  vi.waitFor(() => expect([sentBatches.length > 0, careQueue.getState().sending]).toEqual([true, false]))
const note = () => recordEntry(bookingId, { kind: 'note', unit: 0, text: 'Rex sleeps.' })

test.each([
  [401, 'token-revoked', 'signed_out'],
  [409, 'request-running', 'busy'],
  [429, 'rate-limited', 'busy'],
  [500, 'unexpected', 'busy'],
  [503, 'unavailable', null],
] as const)(
  'an entry answered with %i stays in the queue and is resent unchanged',
  async (status, code, trouble) => {
    answer = refuses(status, code)
    await note()
    await idle()
    const before = storedRows()
    expect(before).toMatchObject([{ refusal: null, entry: { text: 'Rex sleeps.' } }])
    expect(careQueue.getState().trouble).toBe(trouble)
    answer = takes
    await sync()
    expect(sentBatches.at(-1)).toEqual(before.map(({ id }) => id))
    expect(storedRows()).toEqual([])
    expect(careQueue.getState()).toMatchObject({ queue: [], trouble: null })
  },
)

test('a permanently refused entry keeps its reason and does not block later entries', async () => {
  answer = ([first, ...others]) => [
    200,
    { accepted: others.map(({ id }) => id), refused: [{ id: first!.id, detail: 'It was changed.' }], report },
  ]
  await note()
  await idle()
  expect(storedRows()).toMatchObject([{ refusal: 'It was changed.' }])
  answer = takes
  await note()
  await vi.waitFor(() => expect(storedRows()).toHaveLength(1))
  expect(storedRows()).toMatchObject([{ refusal: 'It was changed.' }])
  answer = refuses(422, 'booking-action-not-allowed')
  await note()
  await vi.waitFor(() => expect(storedRows().map(({ refusal }) => refusal !== null)).toEqual([true, true]))
})

test('offline, no request is made and entries stay queued until the network is back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer = takes
  await note()
  await sync()
  expect([sentBatches, storedRows().length]).toEqual([[], 1])
  vi.restoreAllMocks()
  await sync()
  expect([sentBatches.length, storedRows()]).toEqual([1, []])
})
