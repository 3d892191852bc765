import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { sharedPage } from '#server/page.ts'
import type { Pages } from '#server/pages.ts'
import { servePrerendered } from '#server/prerender.ts'

const list = [{ path: '/help', routeId: 'help', params: {} }]

/** Pages that cannot be rendered before so many attempts. */
function pagesAfter(failures: number): Pages {
  let asked = 0
  return {
    answer: () => Promise.reject(new Error('Only pages rendered in advance are asked for')),
    render: () =>
      Promise.resolve(
        ++asked > failures ? sharedPage({ headers: [], body: Buffer.from('<h1>Help</h1>') }) : undefined,
      ),
    loadData: () => Promise.resolve({ title: 'Help' }),
  }
}

async function served(failures: number) {
  vi.useFakeTimers()
  const app = fastify()
  const outcome = servePrerendered(app, pagesAfter(failures), list).then(
    () => app,
    (error: Error) => error.message,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  return outcome
}

afterEach(() => void vi.useRealTimers())

test('a page that a busy start could not render is tried again', async () => {
  const app = await served(3)
  if (typeof app === 'string') throw new Error(app)
  const answer = await app.inject('/help')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('<h1>Help</h1>')
  expect((await app.inject('/help/_payload.json')).json()).toEqual({ title: 'Help' })
})

test('a page that can never be rendered is named, and the server does not start', async () => {
  expect(await served(100)).toBe('The page /help could not be rendered in advance')
})
