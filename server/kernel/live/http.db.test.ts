import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { signUp } from '#test/app.ts'
import { testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'

const soon = { timeout: 30_000 }
const beat = { everyMs: 40, checks: 2 }

async function setup() {
  const deps = testDeps(await testDb())
  const environment = {
    SECRET: 's'.repeat(32),
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    SITE_URL: deps.site.url,
  }
  const app = await createApp({
    config: readConfig(environment, '/nowhere'),
    deps,
    accountLoadDeps: deps,
    healthDb: deps.db,
    isStopping: () => false,
    beat,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  let isClosed = false
  const close = async () => {
    isClosed = true
    await app.close()
  }
  onTestFinished(async () => {
    if (!isClosed) await app.close()
  })
  const olga = await signUp(app, 'Olga')
  const sendLiveEvent = (place: number) =>
    ensureTransaction(deps, (deps) => notifyLive(deps, [olga.accountId], { topic: 'message', place }))
  return { app, deps, olga, sendLiveEvent, close, request: request(url) }
}

const request = (url: string) => (headers: Record<string, string>, path: string, signal?: AbortSignal) =>
  fetch(`${url}${path}`, { headers, ...(signal ? { signal } : {}) })

/** Collects everything the stream sends. */
function follow(response: Response) {
  const state = { text: '', ended: false }
  const read = async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) state.text += piece
    state.ended = true
  }
  read().catch(() => (state.ended = true))
  return state
}

test('the stream sends heartbeats and events, and resumes after Last-Event-ID', async () => {
  const { olga, sendLiveEvent, request } = await setup()
  const cut = new AbortController()
  const response = await request(olga.headers, '/v1/events', cut.signal)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  const received = follow(response)
  await sendLiveEvent(1)
  await vi.waitUntil(() => received.text.includes('{"place":1}') && received.text.includes(': beat'), soon)
  cut.abort()

  await sendLiveEvent(2)
  const again = follow(await request({ ...olga.headers, 'last-event-id': '1' }, '/v1/events'))
  await vi.waitUntil(() => again.text.includes('{"place":2}'), soon)
  expect(again.text).not.toContain('{"place":1}')
})

test('the token is accepted only in the Authorization header; a refusal is a 401 problem response', async () => {
  const { olga, request } = await setup()
  const token = olga.headers.authorization.slice('Bearer '.length)
  for (const [headers, path] of [
    [{}, '/v1/events'],
    [{}, `/v1/events?access_token=${token}&token=${token}`],
    [{ authorization: 'Bearer x' }, '/v1/events'],
  ] as const) {
    const response = await request(headers, path)
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  }
})

test('disabling a user ends the user’s open stream', async () => {
  const { deps, olga, request } = await setup()
  const received = follow(await request(olga.headers, '/v1/events'))
  await vi.waitUntil(() => received.text.includes(': beat'), soon)
  expect(received.ended).toBe(false)
  await deps.db.updateTable('identity.users').set({ disabled: true }).where('id', '=', olga.uid).execute()
  await vi.waitUntil(() => received.ended, soon)
  expect(received.text).toMatch(/event: end\ndata: {"why":"token"}\n\n$/)
})

test('a server stop ends open streams, which the metrics count, instead of waiting for them', async () => {
  const { olga, request, close } = await setup()
  const received: ReturnType<typeof follow>[] = []
  for (let place = 0; place < 5; place++) received.push(follow(await request(olga.headers, '/v1/events')))
  const metrics = await (await request({}, '/metrics')).text()
  expect(metrics).toMatch(/sitwell_live_streams 5/)
  const stopped = close()
  await Promise.race([stopped, pause(5_000).then(() => expect.fail('it waits for the streams'))])
  await vi.waitUntil(() => received.every(({ ended }) => ended), soon)
  expect(received.every(({ text }) => text.includes('{"why":"stopping"}'))).toBe(true)
})
