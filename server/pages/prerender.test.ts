import fastify from 'fastify'
import { expect, test } from 'vitest'
import { problemOf } from '#server/kernel/db/errors.ts'
import { Problem } from '#server/kernel/problem.ts'
import { pageFor, sharedPage } from '#server/pages/page.ts'
import type { Pages } from '#server/pages/pages.ts'
import { servePrerendered } from '#server/pages/prerender.ts'

const help = { path: '/help', routeId: 'help', params: {} }

/** Serves a page that shows how often it has been rendered, after this many failed attempts. */
function served({ failures = 0, lagMs = 0 } = {}) {
  const renderCounts = { page: 0, payload: 0, at: 0, edition: 'first' }
  const pages: Pages = {
    answer: async (_, reply) => reply.status(404).send('Rendered for this request'),
    render: () => {
      const body = Buffer.from(`Help ${++renderCounts.page}`)
      return Promise.resolve(
        renderCounts.page > failures
          ? sharedPage({ headers: [], body })
          : pageFor({ status: 503, headers: [], body }),
      )
    },
    loadData: () =>
      ++renderCounts.payload > failures
        ? Promise.resolve({ title: `Help ${renderCounts.payload}` })
        : Promise.reject(new Error('The database is busy')),
  }
  const app = fastify()
  const away = { is: false, attempts: 0 }
  const setAway = (is: boolean) => {
    away.is = is
    return () => away.attempts
  }
  const list = {
    patterns: ['/help', '/help/:name'],
    find(path: string) {
      if (!away.is) return Promise.resolve(path === '/help' ? help : undefined)
      away.attempts++
      return Promise.reject(new Problem('unavailable'))
    },
    edition: () => renderCounts.edition,
  }
  const { drop } = servePrerendered(app, pages, list, { lagMs, now: () => renderCounts.at })
  return { app, renderCounts, drop, setAway, get: (path: string) => app.inject(path) }
}

test('a page is rendered once, on the first request', async () => {
  const { renderCounts, get } = served()
  expect(renderCounts).toMatchObject({ page: 0, payload: 0 })
  const answers = await Promise.all([get('/help'), get('/help'), get('/help/_payload.json')])
  expect(answers.map(({ body }) => body)).toEqual(['Help 1', 'Help 1', '{"title":"Help 1"}'])
  expect((await get('/help')).body).toBe('Help 1')
  expect((await get('/help/_payload.json')).json()).toEqual({ title: 'Help 1' })
})

test('a page that is not listed is rendered for each request, and so is one with a query', async () => {
  const { renderCounts, get } = served()
  for (const path of ['/help/none', '/help/none/_payload.json', '/help?audience=owner'])
    expect((await get(path)).body).toBe('Rendered for this request')
  expect((await get('/help/_payload.json?again')).json()).toEqual({ title: 'Help 1' })
  expect(renderCounts).toMatchObject({ page: 0, payload: 1 })
})

test('once the time has come for a planned text, the page is rendered again', async () => {
  const { renderCounts, get } = served()
  await get('/help')
  renderCounts.edition = 'second'
  expect((await get('/help')).body).toBe('Help 2')
  expect((await get('/help')).body).toBe('Help 2')
})

test('a failed render is retried on the next request', async () => {
  const { get } = served({ failures: 1 })
  expect((await get('/help')).statusCode).toBe(503)
  expect((await get('/help')).body).toBe('Help 2')
  expect((await get('/help')).body).toBe('Help 2')
  expect((await get('/help/_payload.json')).statusCode).toBe(500)
  expect((await get('/help/_payload.json')).json()).toEqual({ title: 'Help 2' })
})

test('after a change, the page is rendered again', async () => {
  const { get, drop } = served()
  await get('/help')
  drop()
  expect((await get('/help')).body).toBe('Help 2')
  expect((await get('/help')).body).toBe('Help 2')
})

test('while the database is away, a dropped page is served for ten minutes, and only the first request waits', async () => {
  const { app, renderCounts, get, drop, setAway } = served()
  app.setErrorHandler((error, _, reply) => reply.status(problemOf(error)?.status ?? 500).send())
  await get('/help')
  drop()
  const attempts = setAway(true)
  expect((await get('/help')).body).toBe('Help 1')
  expect((await get('/help')).body).toBe('Help 1')
  expect((await get('/help/_payload.json')).statusCode).toBe(503)
  expect(attempts()).toBe(3)
  renderCounts.at = 599_999
  expect((await get('/help')).body).toBe('Help 1')
  renderCounts.at = 602_000
  expect((await get('/help')).statusCode).toBe(503)
  setAway(false)
  expect((await get('/help')).body).toBe('Help 2')
})

test('after a change, nothing is cached until the replica lag has passed', async () => {
  const { renderCounts, get, drop } = served({ lagMs: 1_000 })
  expect((await get('/help')).body).toBe('Help 1')
  drop()
  renderCounts.at = 999
  expect((await get('/help')).body).toBe('Help 2')
  expect((await get('/help')).body).toBe('Help 3')
  renderCounts.at = 1_000
  expect((await get('/help')).body).toBe('Help 4')
  expect((await get('/help')).body).toBe('Help 4')
})
