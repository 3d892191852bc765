import { FetchError, type FetchOptions, ofetch } from 'ofetch'
import type { EndpointResponse, RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ProblemBody } from '#contract/problem.ts'
import {
  ApiProblem,
  apiSettings,
  type CallOptions,
  type EndpointName,
  freshSignIn,
  NetworkProblem,
} from '#web/api.ts'

export const retriedStatuses = [408, 409, 425, 429, 500, 502, 503, 504]
const longestWaitMilliseconds = 5_000

/**
 * Typed HTTP client for the contract. Retries POST and PATCH once on the statuses in `retriedStatuses`, with the same
 * Idempotency-Key; never retries GET, HEAD, PUT or DELETE. Throws on a status from 400 to 599.
 */
export async function callApi<K extends EndpointName>(
  name: K,
  sent: RequestInput<Endpoints[K]>,
  options: CallOptions = {},
): Promise<EndpointResponse<Endpoints[K]>> {
  const [method = '', template = ''] = name.split(' ')
  const { params, query, body }: Parts = sent
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
  const mayRepeat = method === 'POST' || method === 'PATCH'
  const key = mayRepeat ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
  const request: Request = {
    method,
    retry: mayRepeat ? 1 : 0,
    retryStatusCodes: retriedStatuses,
    retryDelay: ({ response }) => waitBeforeRetry(response) ?? 0,
    onResponseError(context) {
      if (waitBeforeRetry(context.response) === null) context.options.retry = false
    },
    ...(query ? { query: defined(query) } : {}),
    ...(body ? { body } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }
  if (options.anonymous) return answerOf<K>(await send(path, request, key, 'nobody'))
  return answerOf<K>(await sendWithReauthentication((tokenMode) => send(path, request, key, tokenMode)))
}

const answerOf = <K extends EndpointName>(answer: unknown) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks each answer by the schema of its endpoint
  answer as EndpointResponse<Endpoints[K]>

const withTokenRenewal = (attempt: (tokenMode: TokenMode) => Promise<unknown>): Promise<unknown> =>
  attempt('known').catch((error: unknown) => {
    if (codeOf(error) === 'token-expired') return attempt('renewed')
    throw error
  })

/** Repeats a call with a renewed token if the old one has expired, and after the person has confirmed their sign-in. */
async function sendWithReauthentication(
  attempt: (tokenMode: TokenMode) => Promise<unknown>,
  hasReauthenticated = false,
): Promise<unknown> {
  try {
    return await withTokenRenewal(attempt)
  } catch (error) {
    const canReauthenticate = codeOf(error) === 'sign-in-too-old' && !hasReauthenticated
    if (canReauthenticate && (await freshSignIn.ask?.())) return sendWithReauthentication(attempt, true)
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof ApiProblem ? error.problem.code : undefined)

type SendPart = 'PUT /v1/files/:fileId/parts/:offset'

/** Uploads a part of a file to its address. Retrying is left to the caller, except once with a renewed token. */
export async function sendBytes(
  path: string,
  bytes: Blob,
  signal: AbortSignal,
): Promise<EndpointResponse<Endpoints[SendPart]>> {
  const headers = { 'content-type': 'application/octet-stream' }
  const request = { method: 'PUT', retry: 0, body: bytes, signal, headers }
  return answerOf<SendPart>(await withTokenRenewal((tokenMode) => send(path, request, undefined, tokenMode)))
}

/** Sends a file to an endpoint of the desk, which may ask the person to confirm their sign-in. */
export const postFile = (path: string, file: Blob): Promise<unknown> => {
  const headers = { 'content-type': 'application/octet-stream' }
  const request = { method: 'POST', retry: 0, body: file, headers }
  return sendWithReauthentication((tokenMode) => send(path, request, undefined, tokenMode))
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object }
/** Whose token is sent: none, the signed-in person's, or theirs after a forced renewal. */
type TokenMode = 'nobody' | 'known' | 'renewed'
type Request = FetchOptions<'json'> & { method: string; headers?: Record<string, string> }

/**
 * The wait in milliseconds, from `Retry-After` in seconds. Waits of up to five seconds are honoured; null means "do not
 * retry".
 */
function waitBeforeRetry(response: Response | undefined): number | null {
  const header = response?.headers.get('retry-after')
  if (!header) return 0
  const milliseconds = Number(header) * 1000
  return milliseconds >= 0 && milliseconds <= longestWaitMilliseconds ? milliseconds : null
}

async function send(
  path: string,
  request: Request,
  key: string | undefined,
  tokenMode: TokenMode,
): Promise<unknown> {
  const token =
    tokenMode === 'nobody' ? null : await apiSettings.current?.session.token(tokenMode === 'renewed')
  const headers = {
    ...request.headers,
    ...(key ? { 'idempotency-key': key } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  try {
    return await ofetch<unknown>(path, {
      ...request,
      baseURL: apiSettings.current?.baseUrl || location.origin,
      headers,
    })
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (isAbort(error.cause)) throw error.cause
    if (!error.response)
      throw new NetworkProblem('The server cannot be reached. Nothing was lost; try again.', { cause: error })
    return fail(error.response.status, error.data)
  }
}

const isAbort = (cause: unknown) =>
  cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name)

async function fail(status: number, data: unknown): Promise<never> {
  const problem: ProblemBody = isProblem(data)
    ? data
    : { type: 'about:blank', code: 'unexpected', title: `HTTP error! status: ${status}`, status }
  if (problem.code === 'token-revoked' || problem.code === 'user-disabled')
    await apiSettings.current?.session.ended()
  throw new ApiProblem(problem)
}

const isProblem = (data: unknown): data is ProblemBody =>
  typeof data === 'object' && data !== null && 'code' in data && 'status' in data

const defined = (query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
