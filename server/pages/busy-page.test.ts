import fastify from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { paletteOf } from '#contract/palette.ts'
import { admitByLane, type Lane } from '#server/kernel/http/limits.ts'
import { openTurns } from '#server/kernel/http/turns.ts'
import { createServer } from '#server/kernel/http/web-server.ts'
import { originalLook } from '#server/kernel/original-look.ts'
import { Problem } from '#server/kernel/problem.ts'
import { sendPageProblem } from '#server/pages/busy-page.ts'
import { portOf } from '#test/listen.ts'

const log = pino({ level: 'silent' })

/** Returns a server that reports this event loop delay, and whose requests to `/held` wait until they are released. */
async function delayedServer(delay: number) {
  const app = createServer({ log, trustProxy: undefined })
  admitByLane(app, openTurns(), () => delay)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: allHeld, resolve: arrived } = Promise.withResolvers<void>()
  let held = 0
  app.get('/held', async () => {
    if (++held === 16) arrived()
    await released
    return 'done'
  })
  const served: Lane[] = ['health', 'account-load', 'writes', 'reads']
  for (const lane of served) app.get(`/${lane}`, { config: { lane } }, async () => lane)
  await app.register(async (pages) => {
    pages.setErrorHandler(sendPageProblem(originalLook))
    pages.get('/page', { config: { lane: 'pages' } }, async () => 'page')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const url = `http://127.0.0.1:${portOf(app.server)}`
  const request = (path: string, accept = '*/*') => fetch(`${url}${path}`, { headers: { accept } })
  return { request, allHeld, release }
}

test('the page of a busy server has the colours and the heading font of the site', async () => {
  const app = fastify()
  const palette = paletteOf({ main: '#7a1f5c', accent: null, custom: '' })
  const site = { palette, properties: {} }
  app.setErrorHandler(sendPageProblem(site))
  app.get('/', async () => {
    throw new Problem('unavailable')
  })
  onTestFinished(() => app.close())
  const get = () => app.inject({ url: '/', headers: { accept: 'text/html' } })
  const { statusCode, body } = await get()
  expect(statusCode).toBe(503)
  expect(body).toContain('a{color:light-dark(#7a1f5c,')
  expect(body).toMatch(/h1\{font:[^}]*Georgia,serif\}/)
  site.properties = { '--heading-font': 'var(--text-font)' }
  expect((await get()).body).toMatch(/h1\{font:[^}]*system-ui,sans-serif\}/)
})

test('event loop delay alone does not refuse requests', async () => {
  const { request } = await delayedServer(5_000)
  expect((await request('/page')).status).toBe(200)
})

test.each([
  { delay: 100, refused: [] },
  { delay: 800, refused: ['page'] },
  { delay: 1_200, refused: ['page', 'reads'] },
  { delay: 5_000, refused: ['page', 'reads', 'writes'] },
])('with 16 open requests, $delay ms of event loop delay refuse $refused', async ({ delay, refused }) => {
  const { request, allHeld, release } = await delayedServer(delay)
  const heldRequests = Array.from({ length: 16 }, () => request('/held'))
  await allHeld
  const statuses = await Promise.all(
    ['page', 'reads', 'writes', 'account-load', 'health'].map(
      async (path) => [path, (await request(`/${path}`)).status] as const,
    ),
  )
  release()
  expect(statuses.filter(([, status]) => status === 503).map(([path]) => path)).toEqual(refused)
  expect((await Promise.all(heldRequests)).map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect((await request('/page')).status).toBe(200)
})

test('a busy server sends a 503 with an HTML message to a browser and with a problem to a program', async () => {
  const { request, allHeld, release } = await delayedServer(5_000)
  const heldRequests = Array.from({ length: 16 }, () => request('/held'))
  await allHeld
  const [person, program] = [await request('/page', 'text/html'), await request('/page')]
  release()
  await Promise.all(heldRequests)
  for (const { status, headers } of [person, program]) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
  expect(await person.text()).toContain('One moment, please')
  expect(await program.json()).toMatchObject({ code: 'unavailable', status: 503 })
})
