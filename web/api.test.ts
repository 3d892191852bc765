import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { api, ApiProblem, configureApi, freshSignIn, NetworkProblem } from '#web/api.ts'
import { retriedStatuses } from '#web/api-client.ts'
import { listenLocally } from '#test/listen.ts'

type Reply = { status: number; headers?: Record<string, string>; body?: unknown }

let server: Server
let replies: Reply[] = []
let seen: IncomingMessage[] = []
let tokens: boolean[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request)
    const { status, headers = {}, body = {} } = replies.shift() ?? { status: 200, body: { fine: true } }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  const port = await listenLocally(server)
  configureApi({
    baseUrl: `http://127.0.0.1:${port}`,
    session: {
      async token(force) {
        tokens.push(force)
        return force ? 'fresh-token' : 'a-token'
      },
      async ended() {
        tokens = []
      },
    },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  replies = []
  seen = []
  tokens = []
})

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the methods include those the contract does not use yet
const anyApi = api as (name: string, sent: { body: unknown }) => Promise<unknown>
/** Retrying depends on the method, so every method is tested. */
const call = (method: string) =>
  anyApi(`${method} /v1/pets`, {
    body: method === 'GET' || method === 'HEAD' ? undefined : { name: 'Rex' },
  })
const problem = (status: number, code = 'unavailable') => ({
  type: `/problems/${code}`,
  code,
  title: 'No',
  status,
})

const methods = { GET: 1, HEAD: 1, PUT: 1, DELETE: 1, POST: 2, PATCH: 2 }

test.each(
  Object.entries(methods).flatMap(([method, attempts]) =>
    retriedStatuses.map((status) => [method, status, attempts] as const),
  ),
)('a %s request answered with %i is sent %i time(s) in total', async (method, status, attempts) => {
  replies = Array.from({ length: 4 }, () => ({
    status,
    headers: { 'retry-after': '0' },
    body: problem(status),
  }))
  await expect(call(method)).rejects.toMatchObject({ status })
  expect(seen).toHaveLength(attempts)
})

test.each([400, 401, 403, 404, 412, 422, 501, 599])(
  'a POST answered with %i is not retried and throws an ApiProblem',
  async (status) => {
    replies = [{ status, body: problem(status, 'request-invalid') }]
    await expect(call('POST')).rejects.toBeInstanceOf(ApiProblem)
    expect(seen).toHaveLength(1)
  },
)

test('a retried POST sends the same Idempotency-Key and can succeed', async () => {
  replies = [{ status: 503, headers: { 'retry-after': '0' }, body: problem(503) }]
  await expect(call('POST')).resolves.toEqual({ fine: true })
  const keys = seen.map((request) => request.headers['idempotency-key'])
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('each call has a different Idempotency-Key unless the caller passes one', async () => {
  await call('POST')
  await call('POST')
  await api('POST /v1/pets', { body: { name: 'Rex', species: 'rabbit' } }, { idempotencyKey: 'kept' })
  const keys = seen.map((request) => request.headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('kept')
})

test('a Retry-After of more than five seconds prevents a retry', async () => {
  replies = [{ status: 503, headers: { 'retry-after': '6' }, body: problem(503) }]
  await expect(call('POST')).rejects.toMatchObject({ status: 503 })
  expect(seen).toHaveLength(1)
})

test('objects are sent as JSON with the bearer token', async () => {
  await call('PUT')
  expect(seen[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer a-token',
  })
})

test('an expired token is refreshed once and the call retried with the same Idempotency-Key', async () => {
  replies = [{ status: 401, body: problem(401, 'token-expired') }]
  await expect(call('POST')).resolves.toEqual({ fine: true })
  expect(seen.map((request) => request.headers.authorization)).toEqual([
    'Bearer a-token',
    'Bearer fresh-token',
  ])
  expect(seen[1]!.headers['idempotency-key']).toBe(seen[0]!.headers['idempotency-key'])
})

test('a call that needs a recent sign-in asks for one and is then retried once, with the same key', async () => {
  const prompts: string[] = []
  freshSignIn.ask = async () => {
    prompts.push('who is there')
    return true
  }
  onTestFinished(() => {
    delete freshSignIn.ask
  })
  replies = [{ status: 403, body: problem(403, 'sign-in-too-old') }]
  await expect(call('PUT')).resolves.toEqual({ fine: true })
  replies = [{ status: 403, body: problem(403, 'sign-in-too-old') }]
  await expect(call('POST')).resolves.toEqual({ fine: true })
  expect(prompts).toHaveLength(2)
  expect(seen[3]!.headers['idempotency-key']).toBe(seen[2]!.headers['idempotency-key'])

  replies = Array.from({ length: 2 }, () => ({ status: 403, body: problem(403, 'sign-in-too-old') }))
  await expect(call('PUT')).rejects.toMatchObject({ problem: { code: 'sign-in-too-old' } })
  expect(prompts).toHaveLength(3)
})

test('declining to sign in again returns the original error without a retry', async () => {
  freshSignIn.ask = async () => false
  onTestFinished(() => {
    delete freshSignIn.ask
  })
  replies = [{ status: 403, body: problem(403, 'sign-in-too-old') }]
  await expect(call('POST')).rejects.toBeInstanceOf(ApiProblem)
  expect(seen).toHaveLength(1)
})

test('an error response without problem details still reports its HTTP status', async () => {
  replies = [{ status: 404, body: {} }]
  await expect(call('GET')).rejects.toThrow('HTTP error! status: 404')
})

test('a failed connection throws a NetworkProblem', async () => {
  configureApi({ baseUrl: 'http://127.0.0.1:1', session: { token: async () => null, ended: async () => {} } })
  await expect(api('GET /v1/settings', {})).rejects.toBeInstanceOf(NetworkProblem)
})
