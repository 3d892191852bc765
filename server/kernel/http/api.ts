import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { viewAsHeader } from '#contract/staff/codes.ts'
import { refuseToWrite } from '#server/kernel/db/errors.ts'
import type { OwnWrites } from '#server/kernel/db/own-writes.ts'
import type { Reads } from '#server/kernel/db/replicas.ts'
import type { Deps, TokenViewer, VerifiedViewer } from '#server/kernel/deps.ts'
import {
  type Invocation,
  invokeForText,
  isPublicRead,
  type Route,
  type SerializedOutcome,
} from '#server/kernel/http/http.ts'
import { isIdempotencyKey } from '#server/kernel/http/idempotency.ts'
import { admitByScope } from '#server/kernel/http/keys.ts'
import type { Limit } from '#server/kernel/http/limits.ts'
import type { Kind, TakeTurn } from '#server/kernel/http/turns.ts'
import { isViewable, readOnly, refuseToShow } from '#server/kernel/http/viewing.ts'
import { checkJson } from '#server/kernel/http/web-server.ts'
import { type Heartbeat, serveEvents, defaultHeartbeat } from '#server/kernel/live/http.ts'
import type { LiveStreams } from '#server/kernel/live/streams.ts'
import { Problem } from '#server/kernel/problem.ts'

export type ApiOptions = {
  deps: Deps
  /** The account load has its own connection pool, so that overload cannot sign anybody out. */
  accountLoadDeps: Deps
  authenticate: (token: string, deps: Deps, isWrite: boolean) => Promise<VerifiedViewer>
  limitWrites: Limit
  limitReads: Limit
  /** Returns the person as whom a member of staff sees the site with this key, or throws. */
  viewedPerson: (deps: Deps, staff: TokenViewer, key: string) => Promise<TokenViewer>
  takeTurn: TakeTurn
  /** Routes public reads to a database. */
  reads: Reads
  /** Absent on instances with a single database. */
  ownWrites?: OwnWrites | undefined
  streams: LiveStreams
  /** Returns the cookies with which the server renders pages for this person; absent if it renders no pages. */
  startPageSession?: ((viewer: VerifiedViewer) => string[]) | undefined
  beat?: Heartbeat
}

/** Mounts every route of the contract on the given scope. */
export async function mountApi(app: FastifyInstance, routes: Route[], options: ApiOptions): Promise<void> {
  mountRoutes(
    app,
    routes.filter(({ endpoint }) => endpoint.bytes === undefined),
    options,
  )
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    mountRoutes(
      scope,
      routes.filter(({ endpoint }) => endpoint.bytes !== undefined),
      options,
    )
  })
}

function mountRoutes(app: FastifyInstance, routes: Route[], options: ApiOptions): void {
  for (const route of routes) {
    const { endpoint } = route
    const deps = endpoint.lane === 'account-load' ? options.accountLoadDeps : options.deps
    const turn = turnOf(endpoint)
    if (endpoint.contentType === 'text/event-stream') {
      mountStream(app, endpoint, options)
      continue
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bytes ? { bodyLimit: endpoint.bytes } : {}),
      config: { lane: endpoint.lane ?? (endpoint.method === 'GET' ? 'reads' : 'writes'), turn },
      async handler(request, reply) {
        if (!endpoint.bytes) checkJson(request.body)
        checkJson(request.query)
        const isRequired = endpoint.access !== 'public'
        const isWrite = isRequired && endpoint.method !== 'GET'
        const viewer = await viewerOf(request, options, deps, { endpoint, isRequired, isWrite })
        if (viewer) await limitPerson(viewer, endpoint, options)
        if (endpoint.method === 'DELETE' && viewer) refuseBody(request)
        void reply.header('cache-control', cacheControlOf(endpoint, viewer))
        const key = viewingKeyOf(request)
        if (key !== undefined)
          return send(
            request,
            reply,
            endpoint,
            await answerAs({ route, deps, request, options, viewer, key }),
          )
        const invocation = invocationOf(request, endpoint, viewer)
        const answer = () =>
          isPublicRead(endpoint)
            ? read(route, deps, invocation, options, request.headers.cookie)
            : write(route, deps, invocation, options, isWrite ? reply : undefined)
        const outcome = await (turn ? options.takeTurn(turn, answer) : answer())
        if (viewer && endpoint.lane === 'account-load') startPageSession(request, reply, viewer, options)
        return send(request, reply, endpoint, outcome)
      },
    })
  }
}

/**
 * Each key has the limits of a person, so that a busy program does not stop its person. Reading one's own account is
 * never limited, because that would sign people out.
 */
async function limitPerson(
  { uid, key }: TokenViewer,
  endpoint: Endpoint,
  { limitWrites, limitReads }: ApiOptions,
): Promise<void> {
  const who = key?.id ?? uid
  if (endpoint.method !== 'GET') await limitWrites(who)
  else if (turnOf(endpoint)) await limitReads(who)
}

/** Lists as files are long and nobody waits for them in front of a page, so they are the first to wait. */
function turnOf({ method, lane, contentType }: Endpoint): Kind | undefined {
  if (method !== 'GET' || lane === 'account-load') return undefined
  return contentType === undefined ? 'reads' : 'exports'
}

function viewingKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[viewAsHeader]
  return Array.isArray(key) ? key.join() : key
}

type AnswerAs = {
  route: Route
  deps: Deps
  request: FastifyRequest
  options: ApiOptions
  viewer: TokenViewer | null
  key: string
}

/** Answers a member of staff who sees the site as somebody: what reads, as that person, and nothing else (decision 135). */
async function answerAs({
  route,
  deps,
  request,
  options,
  viewer,
  key,
}: AnswerAs): Promise<SerializedOutcome> {
  if (!viewer) throw new Problem('viewing-ended', { detail: 'Sign in again.' })
  if (viewer.key) throw new Problem('api-key-refused', { detail: 'A key acts as its own person only.' })
  const person = await options.viewedPerson(deps, viewer, key)
  if (!isViewable(route.endpoint)) throw refuseToShow(route.endpoint)
  // What is calculated is not stored for retries, because that would be a write.
  const invocation = { ...invocationOf(request, route.endpoint, person), idempotencyKey: undefined }
  return readOnly(deps, (deps) => invokeForText(route, deps, invocation))
}

const cacheControlOf = ({ access, noStore }: Endpoint, viewer: TokenViewer | null): string =>
  viewer || access !== 'public' || noStore ? 'private, no-store' : 'public, max-age=0, must-revalidate'

/** Only for pages of this site, whose requests browsers mark with a header that scripts cannot set. */
function startPageSession(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  viewer: VerifiedViewer,
  options: ApiOptions,
): void {
  if (viewer.key || headers['sec-fetch-site'] !== 'same-origin') return
  for (const cookie of options.startPageSession?.(viewer) ?? []) void reply.header('set-cookie', cookie)
}

const invocationOf = (
  request: FastifyRequest,
  endpoint: Endpoint,
  viewer: TokenViewer | null,
): Invocation => ({
  params: request.params,
  query: request.query,
  body: endpoint.bytes ? bytesOf(request) : bodyOf(request),
  viewer,
  idempotencyKey: keyOf(request),
  ifMatch: ifMatchOf(request),
  ip: request.ip,
})

/** Sends the answer, or 304 if the caller already has this version. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, contentTag }: Endpoint,
  { status, body, text }: SerializedOutcome,
): FastifyReply {
  const etag = contentTag ? contentTagOf(text ?? body) : etagOf(body)
  if (etag) void reply.header('etag', etag)
  // Whoever compresses the answer on its way marks the tag as weak.
  if (etag && request.method === 'GET' && request.headers['if-none-match']?.replace(/^W\//, '') === etag)
    return reply.status(304).send()
  if (contentType) return reply.status(status).type(contentType).send(body)
  return reply.status(status).type('application/json; charset=utf-8').send(text)
}

/** The events of a person would tell staff what the person does from minute to minute. */
function requireNotViewing(request: FastifyRequest): FastifyRequest {
  if (viewingKeyOf(request) !== undefined) throw refuseToWrite()
  return request
}

function mountStream(app: FastifyInstance, endpoint: Endpoint, options: ApiOptions): void {
  const { deps, streams, beat = defaultHeartbeat } = options
  app.route({
    method: 'GET',
    url: endpoint.path,
    exposeHeadRoute: false,
    config: { lane: 'streams' },
    handler: (request, reply) =>
      serveEvents(
        requireNotViewing(request),
        reply,
        streams,
        () => viewerOf(request, options, deps, { endpoint, isRequired: true, isWrite: false }),
        beat,
      ),
  })
  // Open streams never end by themselves, so a graceful stop has to close them.
  app.addHook('preClose', async () => streams.stop())
}

/** The person is authenticated on the primary; the data may come from a replica. */
async function read(
  route: Route,
  deps: Deps,
  invocation: Invocation,
  { reads, ownWrites }: ApiOptions,
  cookie: string | undefined,
): Promise<SerializedOutcome> {
  const { viewer } = invocation
  const needs = viewer ? await ownWrites?.needsOf(viewer.uid, cookie) : ownWrites?.needsOfBrowser(cookie)
  return reads.read((db) => invokeForText(route, { ...deps, db }, invocation), needs)
}

/** The position is also recorded after a refusal, because the refusal may state facts that no replica has yet. */
async function write(
  route: Route,
  deps: Deps,
  invocation: Invocation,
  { ownWrites }: ApiOptions,
  reply: FastifyReply | undefined,
): Promise<SerializedOutcome> {
  const { viewer } = invocation
  const recordWrite = async () => {
    if (ownWrites && reply && viewer) void reply.header('set-cookie', await ownWrites.record(viewer.uid))
  }
  try {
    const outcome = await invokeForText(route, deps, invocation)
    await recordWrite()
    return outcome
  } catch (error) {
    if (error instanceof Problem) await recordWrite()
    throw error
  }
}

async function viewerOf(
  request: FastifyRequest,
  { authenticate }: ApiOptions,
  deps: Deps,
  { endpoint, isRequired, isWrite }: { endpoint: Endpoint; isRequired: boolean; isWrite: boolean },
): Promise<VerifiedViewer | null> {
  const header = request.headers.authorization
  if (!header) return null
  const token = /^Bearer (\S+)$/i.exec(header)?.[1]
  if (!token) throw new Problem('token-invalid', { detail: 'Send the token as "Authorization: Bearer …".' })
  try {
    return admitByScope(endpoint, await authenticate(token, deps, isWrite))
  } catch (error) {
    // A public page stays readable with an expired token; endpoints that require a person refuse it.
    if (!isRequired && error instanceof Problem && error.code === 'token-expired') return null
    throw error
  }
}

function bodyOf(request: FastifyRequest): unknown {
  if (request.method === 'GET' || request.method === 'DELETE') return undefined
  if (
    request.body === undefined ||
    request.body === null ||
    typeof request.body !== 'object' ||
    Array.isArray(request.body)
  )
    throw new Problem('request-invalid', { detail: 'Send a JSON object as the body.' })
  return request.body
}

/** Refuses a body, because the sender would expect it to have an effect and it would be ignored. */
function refuseBody({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined)
    throw new Problem('request-invalid', { detail: 'Send no body with a DELETE.' })
}

function bytesOf({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new Problem('request-invalid', { detail: 'Send the bytes of the part as the body.' })
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && isIdempotencyKey(key)) return key
  throw new Problem('request-invalid', {
    detail: 'The Idempotency-Key must have 1 to 255 printable characters.',
    errors: [{ path: 'Idempotency-Key', message: 'Send 1 to 255 printable characters' }],
  })
}

function ifMatchOf({ headers }: FastifyRequest): number | undefined {
  const tag = headers['if-match']
  if (tag === undefined || tag === '*') return undefined
  const version = /^"v(\d{1,9})"$/.exec(tag)?.[1]
  if (!version)
    throw new Problem('version-stale', {
      detail: 'If-Match is not a version of this resource. Read it again.',
    })
  return Number(version)
}

const contentTagOf = (content: unknown): string | undefined =>
  typeof content === 'string' ? `"${hash('sha256', content).slice(0, 32)}"` : undefined

const etagOf = (body: unknown): string | undefined =>
  typeof body === 'object' &&
  body !== null &&
  'version' in body &&
  typeof body.version === 'number' &&
  'id' in body
    ? `"v${body.version}"`
    : undefined
