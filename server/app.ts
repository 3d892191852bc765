import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { accountOf } from '#server/accounts/commands.ts'
import type { Config } from '#server/config/config.ts'
import { announcementsNow } from '#server/announcements/commands.ts'
import { publicConfig } from '#server/config/public.ts'
import { restrictDevelopment, serveDevelopment } from '#server/development/development.ts'
import { type Metrics, openMetrics, serveHealth, serveMetrics } from '#server/health/health.ts'
import { openOwnMetrics } from '#server/health/own-metrics.ts'
import { openSharedMetrics } from '#server/health/shared-metrics.ts'
import {
  createHostedVerifier,
  createIdTokenVerifier,
  refuseOldStaffSignIn,
  type VerifiedSignIn,
} from '#server/identity/commands.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { closedIdentityPlugin, identityPlugin } from '#server/identity/plugin.ts'
import { hostedSources } from '#server/identity/tokens/hosted-sources.ts'
import { idTokenSeconds } from '#server/identity/tokens/id-token.ts'
import { follow } from '#server/kernel/cache/follow.ts'
import { onChange } from '#server/kernel/cache/changes.ts'
import { type Db } from '#server/kernel/db/db.ts'
import type { OwnWrites } from '#server/kernel/db/own-writes.ts'
import { type Reads, readsOf } from '#server/kernel/db/replicas.ts'
import type { Deps, VerifiedViewer, Viewer } from '#server/kernel/deps.ts'
import { type ApiOptions, mountApi } from '#server/kernel/http/api.ts'
import { clientAddressOf, loggedPathOf } from '#server/kernel/http/logged-address.ts'
import { type Admit, admitByLane, limitByAddress, limitPerMinute } from '#server/kernel/http/limits.ts'
import { openTurns, type TakeTurn } from '#server/kernel/http/turns.ts'
import { isFromThisComputer } from '#server/kernel/http/this-computer.ts'
import { createServer, type EarlyAnswer, logRequest } from '#server/kernel/http/web-server.ts'
import type { Heartbeat } from '#server/kernel/live/http.ts'
import type { Log } from '#server/kernel/log.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { openLiveStreams } from '#server/kernel/live/streams.ts'
import type { Telemetry } from '#server/kernel/telemetry/telemetry.ts'
import { isApiKey } from '#server/kernel/http/keys.ts'
import { verifyKey } from '#server/keys/commands.ts'
import { Problem } from '#server/kernel/problem.ts'
import { readLogo } from '#server/look/commands.ts'
import { serveAppManifest } from '#server/pages/app-manifest.ts'
import { serveBuiltFiles } from '#server/pages/built-files.ts'
import { feedbackPlugin } from '#server/mails/feedback-plugin.ts'
import { sendPageProblem } from '#server/pages/busy-page.ts'
import { serveCalendars } from '#server/pages/calendar-addresses.ts'
import { serveDeletionPage } from '#server/pages/deletion-page.ts'
import { heatMapSources } from '#server/pages/heat-maps.ts'
import { answerFromCache, type KeptPagesOptions } from '#server/pages/kept-pages.ts'
import { createPageApi } from '#server/pages/page-api.ts'
import { createPageCache, isOutage, type PageCache } from '#server/pages/page-cache.ts'
import { openPageSessions, type PageSessions } from '#server/pages/page-session.ts'
import { createPages, entryOf, type PageOptions, type Sources, turnOfPage } from '#server/pages/pages.ts'
import { servePrerendered } from '#server/pages/prerender.ts'
import { serveSiteIcons } from '#server/pages/site-icons.ts'
import { serveSiteMap } from '#server/pages/site-map.ts'
import { staticPages } from '#server/pages/static-pages.ts'
import { serveTexts } from '#server/pages/texts.ts'
import { serveUnsubscribe } from '#server/pages/unsubscribe.ts'
import { serveWidget, type WidgetOptions } from '#server/pages/widget.ts'
import { stripeSources } from '#server/payments/stripe-sources.ts'
import { webhookPlugin } from '#server/payments/webhook-plugin.ts'
import { serveExportArchives } from '#server/pictures/export-archives.ts'
import { mapSources, readTiles, serveTiles } from '#server/pictures/map-tiles.ts'
import { servePictures } from '#server/pictures/pictures.ts'
import { servePortraits } from '#server/pictures/portraits.ts'
import { serveStoredFiles } from '#server/pictures/stored-files.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { identityOf, routes } from '#server/slices.ts'
import { viewedPerson } from '#server/staff/viewing-commands.ts'

type RequestTelemetry = Pick<Telemetry, 'watch' | 'traceKeptPage' | 'notePageCache'>

export type AppOptions = {
  config: Config
  deps: Deps
  accountLoadDeps: Deps
  healthDb: Db
  /** Omitted if only the API is served. */
  pages?: { build: ServerBuild; buildId: string; /** The built browser files. */ clientDir: string }
  isStopping: () => boolean
  /** Omitted if nothing else in this process records metrics. */
  metrics?: Metrics
  /** Omitted if no traces are sent. */
  telemetry?: RequestTelemetry | undefined
  /** Omitted if there is only one database. */
  replicas?: { reads: Reads; ownWrites: OwnWrites }
  /** What a person may do within a minute; benchmarks raise it. */
  perMinute?: { writes: number; reads: number }
  /** The interval of heartbeats on open streams; tests shorten it. */
  beat?: Heartbeat
}

/** Many times what anybody does by hand. */
const defaultPerMinute = { writes: 600, reads: 2_400 }

const personLimits = ({ writes, reads }: typeof defaultPerMinute) => ({
  limitWrites: limitPerMinute(writes, 'You are changing things very fast. Wait a moment, then go on.'),
  limitReads: limitPerMinute(reads, 'You are asking for things very fast. Wait a moment, then go on.'),
})

/** Creates the whole server for one port, not listening yet. */
export async function createApp({
  config,
  deps,
  accountLoadDeps,
  healthDb,
  pages,
  isStopping,
  metrics = openMetrics(openOwnMetrics(config), openSharedMetrics({ ...deps, db: healthDb })),
  telemetry,
  replicas,
  perMinute = defaultPerMinute,
  beat,
}: AppOptions): Promise<FastifyInstance> {
  const early: Early = { answer: () => false }
  const app = createSiteServer(config, deps, early, telemetry)
  restrictDevelopment(app, config)
  const headers = await securityHeaders(config, deps.log)
  await protectAndCompress(app, headers)
  const { takeTurn, admit } = limitLoad(app, config)
  const reads = replicas?.reads ?? readsOf(deps.db)
  const streams = openLiveStreams(deps)
  serveHealth(app, { db: healthDb, isStopping, reads, doctor: { secret: config.site.secret, now: deps.now } })
  serveMetrics(app, metrics, config)

  const identity = identityOf(config)
  await app.register(config.hosted ? closedIdentityPlugin : identityPlugin(deps, identity, accountLoadDeps))
  const { authenticate, authenticateAgain } = authenticationBy(config, deps, identity)
  const pageSessions = pages && pageSessionsOf(config, deps)
  await serveFiles(app, deps, reads, { sites: config.widgetSites, scripts: scriptsOf(pages), takeTurn })
  await app.register(async (api) => {
    await mountApi(api, routes, {
      deps,
      accountLoadDeps,
      authenticate,
      ...personLimits(perMinute),
      viewedPerson,
      takeTurn,
      reads,
      ownWrites: replicas?.ownWrites,
      streams,
      startPageSession: pageSessions?.start,
      ...(beat ? { beat } : {}),
    })
    api.all('/v1/*', () => {
      throw new Problem('not-found')
    })
  })
  if (deps.stripe) await app.register(webhookPlugin(deps, deps.stripe))
  await app.register(feedbackPlugin(deps, config.mailFeedback))
  if (!config.production) await serveDevelopment(app, deps.site, deps.db)
  if (pages && pageSessions) {
    const viewerOf = viewerByPageSession(pageSessions, authenticateAgain)
    const data = { deps, reads, ownWrites: replicas?.ownWrites, viewerOf, takeTurn, telemetry }
    const answerEarly = (source: PageSource) =>
      answerPagesEarly(app, early, { ...source, config, deps, headers, admit, metrics, telemetry })
    await app.register(async (scope) => servePages(scope, config, data, pages, answerEarly))
  }
  return app
}

/** Limits what runs at once, and how much each network may ask for. */
function limitLoad(app: FastifyInstance, { requestsPerAddress }: Config) {
  const turns = openTurns()
  const admit = admitByLane(app, turns)
  limitByAddress(app, requestsPerAddress)
  return { takeTurn: turns.take, admit }
}

function createSiteServer(
  config: Config,
  deps: Deps,
  early: Early,
  telemetry: AppOptions['telemetry'],
): FastifyInstance {
  const app = createServer({
    log: deps.log,
    trustProxy: config.trustProxy,
    answerEarly: (request, response) => early.answer(request, response),
    logsAddresses: config.log.requests,
  })
  telemetry?.watch(app)
  return app
}

/** Returns the folder of the widget's scripts, which are built beside the pages. */
const scriptsOf = (pages: AppOptions['pages']): string => (pages ? join(pages.clientDir, '../widget') : '')

/** Serves texts, plain pages, calendars and pictures, which neither the API nor the build contains. */
async function serveFiles(
  app: FastifyInstance,
  deps: Deps,
  reads: Reads,
  widget: WidgetOptions,
): Promise<void> {
  await app.register(async (scope) => serveWidget(scope, deps, widget))
  await app.register(async (scope) => serveTexts(scope, deps))
  await app.register(async (scope) => serveAppManifest(scope, deps.site))
  await app.register(async (scope) => serveSiteIcons(scope, deps.site, () => readLogo(deps)))
  await app.register(async (scope) => serveSiteMap(scope, deps))
  await app.register(async (scope) => serveUnsubscribe(scope, deps))
  await app.register(async (scope) => serveDeletionPage(scope, deps))
  await app.register(async (scope) => serveCalendars(scope, deps))
  await app.register(async (scope) => servePortraits(scope))
  await app.register(async (scope) => servePictures(scope, deps, reads))
  await app.register(async (scope) => serveStoredFiles(scope, deps))
  await app.register(async (scope) => serveExportArchives(scope, deps))
}

/** Returns the security headers, which are the same for every answer; their plugin would build them anew for each. */
async function securityHeaders(config: Config, log: Log): Promise<Record<string, string>> {
  const answering = createServer({ log, trustProxy: undefined })
  await answering.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    // Sign-in with an external provider opens a popup and checks whether the person closes it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    hsts: config.site.url.startsWith('https:') && { maxAge: 31_536_000 },
  })
  answering.get('/', (_request, reply) => reply.raw.getHeaders())
  const answer = await answering.inject('/')
  await answering.close()
  return answer.json()
}

/** Sets the security headers and the compression of every answer. */
async function protectAndCompress(app: FastifyInstance, headers: Record<string, string>): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  await app.register(fastifyCompress, {
    global: true,
    threshold: 1_024,
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  })
}

/** Returns the functions that verify a token, or a sign-in verified before, and read its account. */
function authenticationBy(config: Config, deps: Deps, identity: IdentityOptions) {
  const verifier = config.hosted
    ? createHostedVerifier(deps, config.hosted, config.hostedAddresses)
    : createIdTokenVerifier(deps, identity)
  const viewerFor = async (
    signIn: Awaited<ReturnType<typeof verifier.verifyAgain>>,
    { db, now }: Deps,
  ): Promise<VerifiedViewer> => {
    const { uid, email, emailVerified, authTime, sessionId, issuedAt } = signIn
    const account = signIn.account === undefined ? await accountOf(db, uid) : signIn.account
    refuseOldStaffSignIn(account?.roles ?? [], authTime, now())
    return {
      uid,
      email,
      emailVerified,
      authTime,
      sessionId,
      issuedAt,
      accountId: account?.id ?? null,
      roles: account?.roles ?? [],
    }
  }
  const signsInHere = config.hosted === undefined
  const authenticate: ApiOptions['authenticate'] = async (token, callDeps, isWrite) =>
    isApiKey(token)
      ? verifyKey(callDeps, token, { signsInHere })
      : viewerFor(await verifier.verify(token, { db: callDeps.db, isWrite }), callDeps)
  const authenticateAgain = async (signIn: VerifiedSignIn): Promise<VerifiedViewer> =>
    viewerFor(await verifier.verifyAgain(signIn, deps.db), deps)
  return { authenticate, authenticateAgain }
}

/** Longest time without an account load after which pages are still rendered for a person. */
const pageSessionDays = 14

function pageSessionsOf({ site, hosted }: Config, { now }: Deps): PageSessions {
  return openPageSessions({
    keys: site,
    now,
    isSecure: site.url.startsWith('https:'),
    // Whether a session of the hosted service has ended is known only by its tokens.
    seconds: hosted ? idTokenSeconds : pageSessionDays * 86_400,
  })
}

/**
 * Returns the signed-in person for whom the server may render a page: the sign-in must still be valid, and its account
 * must be the one that the browser shows as signed in.
 */
const viewerByPageSession =
  (sessions: PageSessions, authenticateAgain: (signIn: VerifiedSignIn) => Promise<VerifiedViewer>) =>
  async (cookies: string | undefined, hintedAccountId: string): Promise<Viewer | null> => {
    const signIn = sessions.read(cookies)
    if (!signIn) return null
    try {
      const { accountId, ...viewer } = await authenticateAgain(signIn)
      return accountId === hintedAccountId ? { ...viewer, accountId } : null
    } catch (error) {
      // The page then loads its data with a token, and shows why this is refused.
      if (error instanceof Problem) return null
      throw error
    }
  }

/** What is asked before routing; replaced once the pages can be served. */
type Early = { answer: EarlyAnswer }
type PageSource = Pick<KeptPagesOptions, 'cache' | 'needsOf' | 'route'>
type EarlyPages = PageSource & {
  config: Config
  deps: Deps
  headers: Record<string, string>
  admit: Admit
  metrics: Metrics
  telemetry: AppOptions['telemetry']
}

/** Answers cached pages before routing, with the checks, headers, log lines and metrics of the hooks. */
function answerPagesEarly(app: FastifyInstance, early: Early, options: EarlyPages): void {
  const { config, deps, admit, metrics, telemetry, ...source } = options
  early.answer = answerFromCache({
    ...source,
    isOpenTo: (raw) =>
      config.production || isFromThisComputer({ headers: raw.headers, socket: raw.socket, raw }),
    admit: (response) => admit('pages', response),
    onAnswered({ ms, ...answered }, raw) {
      metrics.record({ ...answered, ms })
      telemetry?.traceKeptPage({ ...answered, ms })
      if (!deps.log.isLevelEnabled('info')) return
      const client = config.log.requests
        ? { ip: clientAddressOf(raw, config.trustProxy), path: loggedPathOf(raw.url ?? '') }
        : {}
      logRequest(deps.log.child({ reqId: randomUUID() }), { ...answered, ...client, ms })
    },
  })
  // During shutdown the framework closes the connection with the answer.
  app.addHook('preClose', (done) => {
    early.answer = () => false
    done()
  })
}

type PageData = {
  deps: Deps
  reads: Reads
  ownWrites: OwnWrites | undefined
  viewerOf: PageOptions['viewerOf']
  takeTurn: TakeTurn
  telemetry: AppOptions['telemetry']
}

const openPageCache = (config: Config, { deps, reads, telemetry }: PageData): PageCache =>
  createPageCache({
    bytes: config.pageCacheBytes,
    lagMs: reads.maxLagMs,
    ...(telemetry ? { onRequest: telemetry.notePageCache } : {}),
    onError(error) {
      if (isOutage(error))
        logCause(deps.log, 'warn', { err: error }, 'a kept page stays as it is: the server is busy')
      else logCause(deps.log, 'error', { err: error }, 'a kept page could not be rendered anew')
    },
  })

async function servePages(
  app: FastifyInstance,
  config: Config,
  data: PageData,
  { build, buildId, clientDir }: NonNullable<AppOptions['pages']>,
  answerEarly: (source: PageSource) => void,
): Promise<void> {
  app.setErrorHandler(sendPageProblem(data.deps.site))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  await serveBuiltFiles(app, clientDir)
  const cache = openPageCache(config, data)
  const tiles = config.map ? readTiles(config.map) : null
  if (config.map && 'file' in config.map.tiles) await serveTiles(app, config.map.tiles.file)
  const api = createPageApi({
    routes,
    deps: data.deps,
    reads: data.reads,
    ApiProblem: entryOf(build).ApiProblem,
  })
  const drop = (id?: string) => {
    api.drop(id)
    cache.drop(id)
  }
  const needsOf: PageOptions['needsOf'] = (cookie) => data.ownWrites?.needsOfBrowser(cookie) ?? {}
  const readConfig = async () => {
    const { settings } = await currentSettings(data.deps.db)
    return publicConfig(config, data.deps.site, buildId, { map: tiles, open: settings.open })
  }
  const sent = { config: await readConfig() }
  const pages = createPages({
    cache,
    build,
    api: api.read,
    viewerOf: data.viewerOf,
    takeTurn: data.takeTurn,
    needsOf,
    config: () => ({ ...sent.config, announcements: announcementsNow(data.deps) }),
    site: data.deps.site,
    sources: mergeSources([
      config.hotjar ? heatMapSources(config.hotjar.id) : {},
      config.hosted ? hostedSources(config.hosted.firebase.authDomain) : {},
      config.stripe ? stripeSources(config.stripe) : {},
      tiles ? mapSources(tiles) : {},
    ]),
  })
  const prerendered = servePrerendered(app, pages, staticPages(data.deps), { lagMs: data.reads.maxLagMs })
  const unsubscribers = await dropOnChange(data.deps, drop, prerendered.drop, async () => {
    sent.config = await readConfig()
  })
  app.addHook('onClose', async () => unsubscribers.forEach((unsubscribe) => unsubscribe()))
  app.all(
    '/*',
    { config: { lane: 'pages', turn: turnOfPage({ needsOf, cache }) }, compress: false },
    pages.answer,
  )
  answerEarly({ cache, needsOf, route: '/*' })
}

/**
 * Drops pages when something changes that they show; with the look and the settings, the configuration that they are
 * sent with is renewed.
 */
async function dropOnChange(
  deps: Deps,
  drop: (id?: string) => void,
  dropPrerendered: () => void,
  renewConfig: () => Promise<void>,
): Promise<(() => void)[]> {
  const dropAll = () => {
    drop()
    dropPrerendered()
  }
  const renew = async () => {
    await renewConfig()
    dropAll()
  }
  return [
    onChange('sitter', drop),
    onChange('holidays', () => drop()),
    onChange('content', dropAll),
    onChange('announcements', dropAll),
    await follow(deps, 'look', renew),
    await follow(deps, 'settings', renew),
  ]
}

/** Merges the policy sources that several parts of the product need. */
function mergeSources(all: Sources[]): Sources {
  const names = new Set(all.flatMap((sources) => Object.keys(sources)))
  return Object.fromEntries([...names].map((name) => [name, all.flatMap((sources) => sources[name] ?? [])]))
}
