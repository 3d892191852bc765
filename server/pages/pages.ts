import { hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  type LoaderFunctionArgs,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Needs } from '#server/kernel/db/freshness.ts'
import type { Site, Viewer } from '#server/kernel/deps.ts'
import type { Kind, TakeTurn } from '#server/kernel/http/turns.ts'
import type { Problem } from '#server/kernel/problem.ts'
import type { Reading } from '#server/pages/page-api.ts'
import { pageSessionPath } from '#server/pages/page-session.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { keepLoaderData } from '#server/pages/keep-loader-data.ts'
import { lookHead } from '#server/pages/look-head.ts'
import { type Header, type Page, pageFor, revalidated, sendPage, sharedPage } from '#server/pages/page.ts'
import type { Api } from '#web/api.ts'
import type { PublicConfig, Rendering } from '#web/layout/contexts.ts'
import { paths } from '#web/paths.ts'
import { hintCookie } from '#web/persisted.ts'
import { viewingFolder, viewingScript } from '#web/viewing/handoff.ts'

export type Entry = ServerBuild['entry']['module'] &
  Pick<typeof import('#web/entry.server.tsx'), 'contexts' | 'ApiProblem'>

/** Returns the entry of the build with what it exports for this server. */
export const entryOf = (build: ServerBuild): Entry =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry of every build is `web/entry.server.tsx`
  build.entry.module as Entry

/** Further sources to be added to the directives of a page's policy. */
export type Sources = Readonly<Record<string, readonly string[]>>
export type PageOptions = {
  build: ServerBuild
  /** Returns the API for one page. */
  api: (reading: Reading) => Api
  /** Returns the person for whom personal pages may be rendered, if the browser shows this account as signed in. */
  viewerOf: (cookie: string | undefined, hintedAccountId: string) => Promise<Viewer | null>
  /** Returns how recent the data must be for the browser that sent this cookie header. */
  needsOf: (cookie: string | undefined) => Needs
  /** Returns the settings to be sent with the page; they change with the look of the site. */
  config: () => PublicConfig
  /** Its look is read for every page. */
  site: Pick<Site, 'palette' | 'logo' | 'start' | 'properties'>
  sources: Sources
  cache: PageCache
  takeTurn: TakeTurn
}

type Loader = (
  args: Pick<LoaderFunctionArgs<Readonly<RouterContextProvider>>, 'request' | 'params' | 'context'>,
) => Promise<unknown>

const noStore = 'private, no-store'

/** Runs before the app, which then shows the page as somebody sees it (decision 135). */
const viewingHead = `<script src="${viewingScript}"></script>`

/** What a page is rendered with; without a viewer, as for an anonymous visitor. */
type RenderOptions = Reading & { nonce?: string; /** Below `/view-as`. */ isViewing?: boolean }

/** The documents of the desk start with a file that lists its pages too (`scripts/join-files.ts`). */
const deskBuild = (build: ServerBuild): ServerBuild => {
  const { assets } = build
  if (!('deskModule' in assets) || typeof assets.deskModule !== 'string') return build
  return { ...build, assets: { ...assets, entry: { ...assets.entry, module: assets.deskModule } } }
}

/** Lets React Router answer requests with the build. */
function openRenderer({ build, api, config, site }: PageOptions) {
  const { contexts } = entryOf(build)
  const kept = keepLoaderData(build, contexts.renderingContext)
  const answerSite = createRequestHandler(kept, 'production')
  const answerDesk = createRequestHandler(deskBuild(kept), 'production')
  const answerViewing = createRequestHandler({ ...kept, basename: viewingFolder }, 'production')
  const handlerFor = (path: string) =>
    isBelow(viewingFolder, path) ? answerViewing : isBelow('/admin', path) ? answerDesk : answerSite

  const contextFor = ({ nonce, isViewing = false, ...reading }: RenderOptions) => {
    const context = new RouterContextProvider()
    context.set(contexts.apiContext, api(reading))
    context.set(contexts.viewerContext, reading.viewer ?? null)
    context.set(contexts.nonceContext, nonce)
    context.set(contexts.publicConfigContext, config())
    context.set(contexts.headContext, lookHead(site) + (isViewing ? viewingHead : ''))
    context.set(contexts.startPictureContext, site.start)
    return context
  }

  async function write(
    request: Request,
    options: RenderOptions,
  ): Promise<{ response: Response; body: Buffer }> {
    // Requests for the data alone are answered by the router.
    const rendering: Rendering = /\.data(\?|$)/.test(request.url) ? {} : { data: new Map() }
    let busy: Problem | undefined
    const context = contextFor({
      ...options,
      onRefused(problem) {
        if (problem.code === 'unavailable') busy = problem
      },
    })
    context.set(contexts.renderingContext, rendering)
    const response = await handlerFor(new URL(request.url).pathname)(request, context)
    // The router turns everything that a loader throws into a 500, but a busy server must answer 503 with a retry time.
    if (busy && response.status >= 500) throw busy
    return { response, body: rendering.html ?? Buffer.from(await response.arrayBuffer()) }
  }

  return { contextFor, write }
}

async function viewerFor(
  { method, url, headers }: FastifyRequest,
  viewerOf: PageOptions['viewerOf'],
): Promise<Viewer | null> {
  const isRead = method === 'GET' || method === 'HEAD'
  const accountId = hintedAccountId(headers.cookie)
  if (!isRead || !opensDocument(headers) || !accountId || !isBelow(pageSessionPath, url)) return null
  return viewerOf(headers.cookie, accountId)
}

/** Renders the pages of one build: personal pages for the signed-in person, all others as for an anonymous visitor. */
export function createPages(options: PageOptions) {
  const { build, needsOf, viewerOf, config, sources, cache, takeTurn } = options
  const { contextFor, write } = openRenderer(options)

  async function renderShared(address: string, reading: Reading): Promise<Page> {
    // The request contains nothing of the visitor, so that nothing of one visitor can reach another.
    const { response, body } = await write(new Request(new URL(address, config().site.url)), reading)
    const policy = contentSecurityPolicy(inlineScriptHashes(body), sources)
    const { status } = response
    const headers: Header[] = [...response.headers, ['content-security-policy', policy]]
    if (!response.headers.has('cache-control'))
      headers.push(...(status === 200 ? revalidated : [['cache-control', noStore] as const]))
    return status === 200 ? sharedPage({ headers, body }) : pageFor({ status, headers, body })
  }

  /** Renders from cached answers too, which count towards the age of the page. */
  async function renderFromShared(address: string): Promise<Page> {
    let dataReadAt = Infinity
    const onShared = (at: number) => (dataReadAt = Math.min(dataReadAt, at))
    const page = await renderShared(address, { onShared })
    return { ...page, dataReadAt }
  }

  async function renderFor(request: FastifyRequest, reply: FastifyReply): Promise<Page> {
    const nonce = randomBytes(16).toString('base64')
    const needs = needsOf(request.headers.cookie)
    const isViewing = isBelow(viewingFolder, request.url)
    const viewer = isViewing ? null : await viewerFor(request, viewerOf)
    const { response, body } = await write(toRequest(request, reply), { needs, nonce, viewer, isViewing })
    const headers = [...response.headers]
    if (isViewing) headers.push(['x-robots-tag', 'noindex'])
    headers.push(['content-security-policy', contentSecurityPolicy([`'nonce-${nonce}'`], sources)])
    if (!response.headers.has('cache-control')) headers.push(['cache-control', noStore])
    return pageFor({ status: response.status, headers, body })
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method, url } = request
    if ((method === 'GET' || method === 'HEAD') && isShared(url)) {
      const needs = needsOf(request.headers.cookie)
      // A visitor who has just changed something must not get a page cached before the change.
      if (needs.position !== undefined)
        return sendPage(request, reply, await takeTurn('ownPages', () => renderShared(url, { needs })))
      const render = () => takeTurn('pages', () => renderFromShared(url))
      return sendPage(request, reply, await cache.get(url, render))
    }
    const needed = needsSignIn(request)
    if (needed) return reply.header('cache-control', noStore).redirect(needed, 302)
    return sendPage(request, reply, await takeTurn('ownPages', () => renderFor(request, reply)))
  }

  /** Renders a page that is the same for everybody, from new data, because it may be kept for long. */
  const render = (path: string): Promise<Page> => renderShared(path, {})

  /** Runs the loader of a page. */
  async function loadData(routeId: string, path: string, params: Record<string, string>): Promise<unknown> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our loaders read only these three arguments
    const loader = build.routes[routeId]?.module.loader as Loader | undefined
    if (!loader) throw new Error(`The route ${routeId} has no loader`)
    return loader({
      request: new Request(new URL(path, config().site.url)),
      params,
      context: contextFor({}),
    })
  }

  return { answer, render, loadData }
}

/**
 * Returns the kind of work that a request for a page is. A page that is kept needs no turn, because the kept one can be
 * sent if it cannot be rendered anew.
 */
export const turnOfPage =
  ({ needsOf, cache }: Pick<PageOptions, 'needsOf' | 'cache'>) =>
  (request: FastifyRequest): Kind | undefined => {
    const { method, url, headers } = request
    if ((method === 'GET' || method === 'HEAD') && isShared(url)) {
      if (needsOf(headers.cookie).position !== undefined) return 'ownPages'
      return cache.has(url) ? undefined : 'pages'
    }
    return needsSignIn(request) ? undefined : 'ownPages'
  }

export type Pages = ReturnType<typeof createPages>

/** True for public pages and their data, which are the same for everybody; the browser fills in who is signed in. */
const isShared = (url: string): boolean =>
  /^\/(?:$|_root|_|how-it-works|(?:sitters|blog|help|legal)(?:\/[^/]*)?|pet-sitters\/.*?)(?:\.data)?$/.test(
    url.split('?')[0]!,
  )

/** Returns the sign-in address for a visitor without the signed-in hint, before any account page is rendered. */
function needsSignIn({ url, headers }: FastifyRequest): string | undefined {
  if (!isBelow('/account', url) && !isBelow('/admin', url)) return undefined
  if (url.split('?')[0]!.endsWith('.data') || hintedAccountId(headers.cookie)) return undefined
  return paths.signIn(url)
}

/** True if a browser opens the answer as a document of its own. Our service worker passes such requests on as `empty`. */
const opensDocument = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && ['document', 'empty'].includes(`${headers['sec-fetch-dest']}`)

const isBelow = (folder: string, url: string): boolean => {
  const path = url.split('?')[0]!
  return path === folder || path.startsWith(`${folder}/`)
}

/**
 * Returns the account that the browser shows as signed in. Use it for redirects only: security comes from the bearer
 * token and the page session.
 */
const hintedAccountId = (cookies = ''): string | undefined =>
  /"accountId":"([0-9a-f-]{36})"/.exec(parseCookie(cookies)[hintCookie] ?? '')?.[1]

function toRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ''])
      if (!name.startsWith(':')) headers.append(name, one)
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(new URL(request.url, `${request.protocol}://${request.host}`), {
    method: request.method,
    headers,
    signal: controller.signal,
    ...(hasBody ? { body: bodyOf(request), duplex: 'half' } : {}),
  })
}

const bodyOf = ({ raw }: FastifyRequest): BodyInit =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node accepts its own streams, but `Request` has the types of the DOM
  Readable.toWeb(raw) as unknown as BodyInit

/** Most inline scripts are the same in many pages. */
const knownHashes = new Map<string, string>()
const mostKnownHashes = 1_000

function hashOf(script: string): string {
  const known = knownHashes.get(script)
  if (known) return known
  const source = `'sha256-${hash('sha256', Buffer.from(script, 'latin1'), 'base64')}'`
  if (knownHashes.size < mostKnownHashes) knownHashes.set(script, source)
  return source
}

/** Returns the hashes of the inline scripts in the page, so that the policy allows no others; data needs none. */
function inlineScriptHashes(html: Buffer): string[] {
  const hashes = new Set<string>()
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const opened = html.indexOf('>', at) + 1
    const tag = html.toString('latin1', at, opened)
    const closed = html.indexOf('</script>', opened)
    if (opened === 0 || closed < 0) break
    if (!/\s(src=|type="application\/)/.test(tag)) hashes.add(hashOf(html.toString('latin1', opened, closed)))
    at = closed
  }
  return [...hashes]
}

/** The sources that every page may use; inline styles are allowed for the libraries that set them. */
const ownSources: Sources = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': [],
  'worker-src': ["'self'"],
  'object-src': [],
  'base-uri': [],
  'form-action': ["'self'"],
  'frame-ancestors': [],
}

/** Builds a policy that allows only these inline scripts, and resources only from the listed sources. */
function contentSecurityPolicy(scripts: string[], further: Sources): string {
  const all = { ...ownSources, 'script-src': [...ownSources['script-src']!, ...scripts] }
  return Object.entries(all)
    .map(([directive, sources]) => {
      const allowed = [...sources, ...(further[directive] ?? [])]
      return `${directive} ${allowed.length > 0 ? allowed.join(' ') : "'none'"}`
    })
    .join('; ')
}
