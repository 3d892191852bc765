import { lazy, Suspense } from 'react'
import {
  createRequestHandler,
  Outlet,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
  useLoaderData,
} from 'react-router'
import { expect, test, vi } from 'vitest'
import * as entry from '#web/entry.server.tsx'
import type { Rendering } from '#web/layout/contexts.ts'

const data = { name: 'Sam’s <b>home</b>' }

function Shell() {
  return (
    <html lang="en-GB">
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}

const Failure = () => <p>This cannot be shown</p>

/** Returns a function that renders a page with this component, with what it wrote and its status. */
function rendererOf(Part: React.ComponentType) {
  function Page() {
    const { name } = useLoaderData<typeof data>()
    return (
      <main>
        <h1>{name}</h1>
        <Suspense fallback={<p>Loading</p>}>
          <Part />
        </Suspense>
      </main>
    )
  }
  const manifest = { module: '/page.js', hasAction: false, hasLoader: true, hasClientAction: false }
  const client = { ...manifest, hasClientLoader: false, hasClientMiddleware: false, hasErrorBoundary: false }
  const parts = {
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  }
  const build: ServerBuild = {
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: { default: Shell, ErrorBoundary: Failure } },
      page: { id: 'page', parentId: 'root', path: '*', module: { default: Page, loader: () => data } },
    },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: {
        root: { ...client, ...parts, id: 'root', hasLoader: false, hasErrorBoundary: true },
        page: { ...client, ...parts, id: 'page', parentId: 'root', path: '*' },
      },
      url: '/manifest.js',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
  const handle = createRequestHandler(build, 'production')
  return async (method = 'GET', rendering: Rendering = {}) => {
    const context = new RouterContextProvider()
    context.set(entry.contexts.renderingContext, rendering)
    context.set(entry.contexts.nonceContext, undefined)
    const { status } = await handle(new Request('https://sitwell.example/sitters', { method }), context)
    return { status, html: rendering.html?.toString() ?? '' }
  }
}

const bodyOf = (html: string) => html.slice(0, html.indexOf('<script'))

test('a page is complete even if some of its code is loaded only for it, and stays the same once it is', async () => {
  const render = rendererOf(lazy(async () => ({ default: () => <p>Free tomorrow</p> })))
  const [first, second] = [await render(), await render()]
  expect(first.html).toContain('<p>Free tomorrow</p>')
  expect(first.html).not.toContain('Loading')
  expect(first.html).toMatch(/^<!DOCTYPE html><html lang="en-GB"/)
  expect(bodyOf(second.html)).toBe(bodyOf(first.html))
})

test('the loader data is in the page once, escaped, and its end is marked', async () => {
  const render = rendererOf(() => <p>Free tomorrow</p>)
  const { html } = await render()
  const scripts = html.match(/<script type="application\/json">.*?<\/script><script>.*?<\/script>/gs)!
  expect(scripts).toHaveLength(1)
  expect(scripts[0]).toContain('Sam’s \\u003cb>home')
  expect(scripts[0]).toMatch(
    /c\.enqueue\(document\.currentScript\.previousSibling\.text\);c\.close\(\)<\/script>$/,
  )
})

test('a page shows and sends the data that was kept from the router', async () => {
  const render = rendererOf(() => <p>Free tomorrow</p>)
  const { html } = await render('GET', { data: new Map([['page', { name: 'Inês' }]]) })
  expect(html).toContain('<h1>Inês</h1>')
  expect(html).toContain('"Inês"')
  expect(html).not.toContain('Sam')
})

test('a part that fails is reported once and left to the browser', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const render = rendererOf(() => {
    throw new Error('no part')
  })
  const { status, html } = await render()
  expect(status).toBe(200)
  expect(html).toContain('<p>Loading</p>')
  expect(error.mock.calls).toEqual([[new Error('no part')]])
})

test('a method that the page does not have is refused without a line in the log', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const { status } = await rendererOf(() => null)('POST')
  expect(status).toBe(405)
  expect(error.mock.calls).toEqual([])
})
