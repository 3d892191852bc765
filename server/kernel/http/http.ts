import type { z } from 'zod'
import { freshSignInMinutes } from '#contract/codes.ts'
import type { EndpointResponse, Endpoint, HandlerInput } from '#contract/endpoint.ts'
import type { SiteReadName } from '#contract/keys/scopes.ts'
import { isPermission, mayDo } from '#contract/staff/codes.ts'
import type { Deps, TokenViewer, Viewer } from '#server/kernel/deps.ts'
import { type Outcome, runOnce } from '#server/kernel/http/idempotency.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { checkSiteKey } from '#server/kernel/http/keys.ts'
import { compileSerializer, type Serializer } from '#server/kernel/http/serializer.ts'
import { isStaffAct, recordStaffAct } from '#server/kernel/http/staff-acts.ts'
import { Problem } from '#server/kernel/problem.ts'

/** What a key of the site reaches has to answer a viewer without an account. */
type ViewerFor<E extends Endpoint> = E['access'] extends 'public'
  ? TokenViewer | null
  : E['access'] extends 'token'
    ? TokenViewer
    : `${E['method']} ${E['path']}` extends SiteReadName
      ? TokenViewer
      : Viewer

export type Call<E extends Endpoint> = HandlerInput<E> & {
  /** The body if it is binary. */
  bytes: E['bytes'] extends number ? Buffer : undefined
  deps: Deps
  viewer: ViewerFor<E>
  ip: string
  /** Sets another status than the endpoint's own, for example 200 if the record already existed. */
  answerWith: (status: number) => void
  /** On the desk: names a person or record that the act touches, besides those in the address. */
  concern: (id: string) => void
}
export type Route = {
  endpoint: Endpoint
  handle: (call: never) => Promise<unknown>
  /** Runs before any transaction begins, for example to call another server. */
  before?: (call: never) => Promise<void>
  /** Serialiser of a public read; over HTTP it replaces validation by the response schema. */
  serialize?: Serializer
}

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<EndpointResponse<E>>,
  before?: (call: HandlerInput<E> & { deps: Deps; viewer: ViewerFor<E> }) => Promise<void>,
): Route {
  return { endpoint, handle, ...(before ? { before } : {}) }
}

/** Defines a frequently read route, whose response is written by a serialiser compiled from its schema (decision 41). */
export function hotRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<EndpointResponse<E>>,
): Route {
  return { endpoint, handle, serialize: compileSerializer(endpoint.response) }
}

/** Defines an endpoint that is mounted separately, because its response never ends. */
export const streamRoute = (endpoint: Endpoint): Route => ({
  endpoint,
  handle: () => Promise.reject(new Problem('not-found')),
})

/** One request to one endpoint, either over HTTP or from server-side rendering. */
export type Invocation = {
  params?: unknown
  query?: unknown
  body?: unknown
  viewer: TokenViewer | null
  idempotencyKey?: string | undefined
  /** The version named by `If-Match`. */
  ifMatch?: number | undefined
  ip: string
}

/** Returns true for public reads. They have no side effects, so a replica may answer them, and they may be run twice. */
export const isPublicRead = ({ method, access }: Endpoint): boolean => method === 'GET' && access === 'public'

/**
 * Checks access, validates the input, runs the handler, and removes everything from the answer that the response schema
 * does not name.
 */
export const invoke = (route: Route, deps: Deps, request: Invocation): Promise<Outcome> =>
  execute(route, deps, request, (answer) => route.endpoint.response.parse(answer))

/** `text` is the body as JSON; absent for other content types. */
export type SerializedOutcome = Outcome & { text?: string }

/**
 * Like `invoke`, but with the body as JSON text. An answer that is stored for retries is still validated by the schema.
 */
export async function invokeForText(
  route: Route,
  deps: Deps,
  request: Invocation,
): Promise<SerializedOutcome> {
  const { serialize, endpoint } = route
  const isStored = request.idempotencyKey !== undefined
  if (endpoint.contentType || !serialize || isStored) {
    const outcome = await invoke(route, deps, request)
    return endpoint.contentType ? outcome : { ...outcome, text: JSON.stringify(outcome.body) }
  }
  const outcome = await execute(route, deps, request, (answer) => answer)
  return { ...outcome, text: serialize(outcome.body) }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `route` ties the handler to the schemas of its endpoint, and `execute` parses and checks access by these
const asCall = (call: object): never => call as never

async function execute(
  { endpoint, handle, before }: Route,
  deps: Deps,
  request: Invocation,
  shape: (answer: unknown) => unknown,
): Promise<Outcome> {
  checkAccess(endpoint, request, deps.now())
  const received = {
    params: parse('', endpoint.params, request.params),
    query: parse('', endpoint.query, request.query),
    body: parse('', endpoint.body, withVersion(endpoint, request)),
  }
  await before?.(asCall({ ...received, deps, viewer: request.viewer }))
  const run = (callDeps: Deps) => runHandler({ endpoint, handle }, callDeps, { request, received, shape })
  const { idempotencyKey, viewer } = request
  if (endpoint.method !== 'POST' || !viewer || endpoint.answersSecret) return run(deps)
  if (!idempotencyKey) {
    if (endpoint.idempotencyKey === 'required')
      throw new Problem('request-invalid', {
        detail: 'Send an Idempotency-Key header, so that a repeated request has one effect.',
        errors: [{ path: 'Idempotency-Key', message: 'Send a key of 1 to 255 printable characters' }],
      })
    return run(deps)
  }
  const name = `${endpoint.method} ${endpoint.path} ${JSON.stringify(received.params ?? {})}`
  return runOnce(
    deps.db,
    { principal: viewer.uid, route: name, key: idempotencyKey, body: request.body, at: deps.now() },
    (tx) => run({ ...deps, db: tx }),
  )
}

type Received = { params: unknown; query: unknown; body: unknown }
type Work = { request: Invocation; received: Received; shape: (answer: unknown) => unknown }

/** Runs the handler; what staff change is written down in the same transaction. */
async function runHandler(
  { endpoint, handle }: Pick<Route, 'endpoint' | 'handle'>,
  deps: Deps,
  { request, received, shape }: Work,
): Promise<Outcome> {
  const { viewer, ip } = request
  let status: number = endpoint.status ?? 200
  const answerWith = (other: number) => {
    status = other
  }
  const concerned: string[] = []
  const concern = (id: string) => void concerned.push(id)
  const bytes = endpoint.bytes ? request.body : undefined
  const answer = (callDeps: Deps) =>
    handle(asCall({ ...received, bytes, deps: callDeps, viewer, ip, answerWith, concern }))
  if (!viewer?.accountId || !isStaffAct(endpoint)) return { body: shape(await answer(deps)), status }
  const { accountId } = viewer
  const body = await ensureTransaction(deps, async (deps) => {
    const given = await answer(deps)
    await recordStaffAct(deps.db, { endpoint, accountId, sent: received, concerned, ip, at: deps.now() })
    return shape(given)
  })
  return { status, body }
}

function checkAccess(endpoint: Endpoint, { viewer, query }: Invocation, at: Date): void {
  if (endpoint.access === 'public') return
  if (!viewer)
    throw new Problem('token-missing', { detail: 'Send your sign-in token as "Authorization: Bearer …".' })
  if (viewer.key?.isOfSite) return checkSiteKey(endpoint, viewer, query)
  if (endpoint.access === 'token') return
  if (!viewer.accountId)
    throw new Problem('account-missing', { detail: 'Create the account with POST /v1/accounts.' })
  if (isPermission(endpoint.access) && !mayDo(viewer.roles, endpoint.access))
    throw new Problem('role-missing')
  if (endpoint.freshSignIn && at.getTime() / 1000 - viewer.authTime > freshSignInMinutes * 60)
    throw new Problem('sign-in-too-old', {
      detail: `This needs a sign-in within the last ${freshSignInMinutes} minutes. Nothing was changed.`,
    })
}

function withVersion(endpoint: Endpoint, { body, ifMatch }: Invocation): unknown {
  if (endpoint.method !== 'PUT' || ifMatch === undefined || typeof body !== 'object' || body === null)
    return body
  return { version: ifMatch, ...body }
}

function parse(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const errors = result.error.issues.flatMap((issue) => {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    const message = issue.code === 'unrecognized_keys' ? 'This is not a known field' : issue.message
    return paths.map((path) => ({ path: [part, ...path].filter((step) => step !== '').join('.'), message }))
  })
  throw new Problem('request-invalid', {
    detail: 'Correct the fields named in "errors" and send it again.',
    errors,
  })
}
