import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { type IdentityDeps, identityDeps } from '#server/identity/deps.ts'
import { errorBody, IdentityError } from '#server/identity/error.ts'
import { serveHandler } from '#server/identity/handler/routes.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { identityRoutes } from '#server/identity/routes.ts'
import { problemOf } from '#server/kernel/db/errors.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Lane } from '#server/kernel/http/limits.ts'
import { checkJson, logUnavailable } from '#server/kernel/http/web-server.ts'
import { Problem } from '#server/kernel/problem.ts'

const bodyLimit = 32 * 1024

const laneOf = (method: 'GET' | 'POST', quiet: true | undefined): Lane =>
  quiet ? 'account-load' : method === 'GET' ? 'reads' : 'writes'

/**
 * The sign-in service below `/identity`. Requests made on every page load use the connections reserved for loading
 * accounts.
 */
export function identityPlugin(
  deps: Deps,
  options: IdentityOptions,
  accountLoadDeps: Deps = deps,
  identity: IdentityDeps = identityDeps(deps, options),
): FastifyPluginCallback {
  const quietIdentity = { ...identity, db: accountLoadDeps.db }
  return (app, _, done) => {
    app.register(
      (scope, _, ready) => {
        setUpProtocol(scope)
        for (const { url, method, open, quiet, handle } of identityRoutes) {
          scope.route({
            url,
            method,
            bodyLimit,
            config: { lane: laneOf(method, quiet), quiet: quiet === true },
            async handler(request, reply) {
              if (!open) checkApiKey(request, options.apiKey)
              return handle(quiet ? quietIdentity : identity, request, reply)
            },
          })
        }
        ready()
      },
      { prefix: '/identity' },
    )
    reserveHandlerPaths(app, true)
    done()
  }
}

/** Reserves the addresses of the embedded service if a hosted one is used, so that no other route can answer there. */
export const closedIdentityPlugin: FastifyPluginCallback = (app, _, done) => {
  app.register(async (scope) => setUpProtocol(scope), { prefix: '/identity' })
  reserveHandlerPaths(app, false)
  done()
}

const reserveHandlerPaths = (app: FastifyInstance, isEmbedded: boolean) =>
  app.register(async (scope) => serveHandler(scope, isEmbedded), { prefix: '/__' })

function setUpProtocol(scope: FastifyInstance): void {
  readBodies(scope)
  scope.addHook('onRequest', (request, reply, next) => {
    void reply.header('cache-control', 'no-store')
    next(crossSiteRefusal(request))
  })
  scope.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  scope.all('/*', { config: { lane: 'reads' } }, (request, reply) =>
    sendError(new IdentityError('NOT_FOUND'), request, reply),
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True if refusals for overload and outage must be plain text: a JSON one would make the client sign the user
     * out.
     */
    quiet?: boolean
  }
}

/** Accepts only JSON and forms, parsed here so that the outer server's limits do not apply. */
function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_, body, done) => {
    try {
      const value: unknown = body === '' ? {} : JSON.parse(String(body))
      checkJson(value)
      done(null, value)
    } catch {
      done(new IdentityError('INVALID_ARGUMENT', 'The body is not well-formed JSON.'))
    }
  })
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
}

/** Browsers state which site sends a request; only our own pages are allowed. */
function crossSiteRefusal({ headers }: FastifyRequest): IdentityError | undefined {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined
  return new IdentityError('PERMISSION_DENIED', 'Requests from other sites are not allowed.')
}

function checkApiKey({ query, headers }: FastifyRequest, apiKey: string): void {
  const inQuery = typeof query === 'object' && query !== null && 'key' in query ? query.key : undefined
  const given = inQuery ?? headers['x-goog-api-key']
  if (given === undefined || given === '')
    throw new IdentityError('PERMISSION_DENIED', 'The request is missing a valid API key.')
  if (given !== apiKey) throw new IdentityError('INVALID_API_KEY')
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected')
  logUnavailable(error, refusal, request)
  if (refusal.retryAfterSeconds) void reply.header('retry-after', refusal.retryAfterSeconds)
  void reply.status(refusal.status)
  if (request.routeOptions.config.quiet && (refusal.status === 429 || refusal.status >= 500))
    return reply.type('text/plain; charset=utf-8').send('Please try again in a moment.')
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(errorBody(refusal)))
}

/** Converts any error into a refusal of the protocol. */
function refusalOf(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  const problem = problemOf(error)
  if (problem) return ofProblem(problem)
  const statusCode = statusCodeOf(error)
  if (statusCode === 413) return new IdentityError('INVALID_ARGUMENT', 'The body is larger than 32 KB.')
  if (statusCode >= 400 && statusCode < 500)
    return new IdentityError('INVALID_ARGUMENT', 'The request could not be read.')
  return new IdentityError('INTERNAL')
}

/** Returns the status that Fastify gives an error; 0 if there is none. */
const statusCodeOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 0

function ofProblem({ status, retryAfterSeconds }: Problem): IdentityError {
  if (status === 429) return new IdentityError('RESOURCE_EXHAUSTED', undefined, retryAfterSeconds)
  if (status >= 500) return new IdentityError('UNAVAILABLE', undefined, retryAfterSeconds)
  return new IdentityError('INVALID_ARGUMENT')
}
