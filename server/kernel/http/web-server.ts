import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { problemOf } from '#server/kernel/db/errors.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import { loggedPathOf, withoutPorts } from '#server/kernel/http/logged-address.ts'
import type { Log } from '#server/kernel/log.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { Problem } from '#server/kernel/problem.ts'

export type ServerOptions = {
  log: Log
  /** Proxies whose `X-Forwarded-*` headers are trusted, see `FastifyServerOptions`; undefined means none. */
  trustProxy: ((address: string, hop: number) => boolean) | undefined
  /** Called for every request before routing. */
  answerEarly?: EarlyAnswer
  /** The log names the address and the path of every request. */
  logsAddresses?: boolean
}

/** Answers a request before routing and hooks; returns false for a request that goes on to them. */
export type EarlyAnswer = (request: RawRequest, response: RawResponse) => boolean
export type RawRequest = IncomingMessage
export type RawResponse = ServerResponse

const requestTimeout = 15_000
const keepAliveTimeout = 20_000

/** Creates the server with the timeouts of promises rules 14 and 15, so that slow or endless requests are cut off. */
export function createServer({
  log,
  trustProxy,
  answerEarly,
  logsAddresses = false,
}: ServerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: defaultBodyBytes,
    // A start on a busy machine may be slow without being faulty.
    pluginTimeout: 120_000,
    serverFactory: (handle) =>
      createHttpServer(
        { requestTimeout, keepAliveTimeout, headersTimeout: 5_000, connectionsCheckingInterval: 2_000 },
        (request, response) => {
          if (!answerEarly?.(request, response)) handle(request, response)
        },
      ),
    forceCloseConnections: 'idle',
    // A request on an open connection is still answered during shutdown, and then closes the connection.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  if (trustProxy)
    app.addHook('onRequest', (request, _, done) => {
      const header = request.raw.headers['x-forwarded-for']
      if (header) request.raw.headers['x-forwarded-for'] = withoutPorts(String(header))
      done()
    })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request.log, {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ...(logsAddresses ? { ip: request.ip, path: loggedPathOf(request.url) } : {}),
      ms: reply.elapsedTime,
    })
    done()
  })
  return app
}

/** `route` is its pattern. */
export type AnsweredRequest = { method: string; route: string; status: number; ms: number }

/** Writes the line of an answered request; `log` names the request. */
export const logRequest = (
  log: Pick<Log, 'info'>,
  { ms, ...request }: AnsweredRequest & { ip?: string; path?: string },
): void => log.info({ ...request, ms: Math.round(ms) }, 'request')

const defaultBodyBytes = 256 * 1024

const fastifyProblems: Record<
  string,
  [code: 'body-too-large' | 'media-type-unsupported', detail: (maxBytes: number | undefined) => string]
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'body-too-large',
    (maxBytes = defaultBodyBytes) => `Send at most ${Math.round(maxBytes / 1024)} KB.`,
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'media-type-unsupported',
    (maxBytes = defaultBodyBytes) =>
      `Send the body as ${maxBytes > defaultBodyBytes ? 'application/octet-stream' : 'application/json'}.`,
  ],
}

/** The only place where errors become responses. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error) ?? problemOfFramework(error, request)
  if (!problem) request.log.error({ err: error }, 'unexpected')
  if (problem) logUnavailable(error, problem, request)
  const answer = problem ?? new Problem('unexpected')
  if (answer.status === 401) void reply.header('www-authenticate', `Bearer error="invalid_token"`)
  if (answer.retryAfterSeconds) void reply.header('retry-after', answer.retryAfterSeconds)
  return reply
    .status(answer.status)
    .header('cache-control', 'private, no-store')
    .type('application/problem+json')
    .send(JSON.stringify(answer.toBody(request.id)))
}

/**
 * Logs why a request is answered with 503. Health checks ask all the time, so what they are told on purpose is left out.
 */
export function logUnavailable(
  error: unknown,
  { status }: { status: number },
  request: FastifyRequest,
): void {
  if (status !== 503 || (error instanceof Problem && request.routeOptions.config.lane === 'health')) return
  const cause = error instanceof Problem && error.cause !== undefined ? error.cause : error
  logCause(request.server.log, 'warn', { err: cause }, 'unavailable')
}

function problemOfFramework(error: unknown, { routeOptions }: FastifyRequest): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const known = fastifyProblems[codeOf(error)]
  if (known) return new Problem(known[0], { detail: known[1](routeOptions.bodyLimit) })
  const status = 'statusCode' in error ? Number(error.statusCode) : 0
  if (status >= 400 && status < 500)
    return new Problem('request-invalid', { detail: 'The request could not be read. Send well-formed JSON.' })
  return undefined
}

const limits = { depth: 32, keys: 1_000 }

/** Refuses JSON that no legitimate client sends: too deep, too many members, malformed Unicode, or NUL. */
export function checkJson(value: unknown): void {
  let keys = 0
  const visit = (node: unknown, depth: number): void => {
    if (typeof node === 'string') {
      if (!node.isWellFormed() || node.includes('\0'))
        throw new Problem('request-invalid', {
          detail: 'The text contains characters that cannot be stored.',
        })
      return
    }
    if (typeof node !== 'object' || node === null) return
    if (depth > limits.depth)
      throw new Problem('request-invalid', {
        detail: `The JSON is nested deeper than ${limits.depth} levels.`,
      })
    for (const [key, child] of Object.entries(node)) {
      if (++keys > limits.keys)
        throw new Problem('request-invalid', { detail: `The JSON has more than ${limits.keys} members.` })
      visit(key, depth)
      visit(child, depth + 1)
    }
  }
  visit(value, 1)
}
