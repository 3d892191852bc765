import { createContext, data, redirect, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { keepLoaderData } from '#server/pages/keep-loader-data.ts'
import type { Rendering } from '#web/layout/contexts.ts'

const renderingContext = createContext<Rendering>()

/** Runs a loader that gives this result, and returns what the router gets. */
async function load(give: () => unknown, rendering: Rendering): Promise<unknown> {
  const page = { id: 'page', path: '/', module: { default: () => null, loader: give } }
  const root = { id: 'root', path: '', module: { default: () => null } }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the routes of the build are read
  const build = { routes: { root, page } } as unknown as ServerBuild
  const { routes } = keepLoaderData(build, renderingContext)
  expect(routes['root']).toBe(root)
  const context = new RouterContextProvider()
  context.set(renderingContext, rendering)
  const request = new Request('https://sitwell.example/')
  return routes['page']!.module.loader!({
    request,
    context,
    params: {},
    pattern: '/',
    url: new URL(request.url),
  })
}

test('the data of a page is kept for its entry, and the router gets nothing', async () => {
  const rendering = { data: new Map<string, unknown>() }
  const found = { name: 'Sam' }
  expect(await load(() => found, rendering)).toBeNull()
  expect([...rendering.data]).toEqual([['page', found]])
})

test.each([
  ['data with a status', data({ name: 'Sam' }, { status: 202 })],
  ['an answer', redirect('/sitters')],
  ['nothing', null],
  ['a list', [1]],
])('the router gets %s itself', async (_, result) => {
  const rendering = { data: new Map<string, unknown>() }
  expect(await load(() => result, rendering)).toBe(result)
  expect(rendering.data.size).toBe(0)
})

test('the router gets the data if only data was requested', async () => {
  const found = { name: 'Sam' }
  expect(await load(() => found, {})).toBe(found)
})

test('what a loader throws reaches the router', async () => {
  const thrown = redirect('/sitters')
  const failing = () => {
    throw thrown
  }
  await expect(load(failing, { data: new Map() })).rejects.toBe(thrown)
})
