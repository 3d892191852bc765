import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { version } from '#server/kernel/version.ts'
import { signUp, testApp } from '#test/app.ts'

const unknownId = '0190a000-0000-7000-8000-000000000000'
const pathOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'externalUserId' ? 'nobody' : unknownId))

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const json = 'application/json'

/** Bodies that careless or hostile clients send. */
const malformed: [what: string, body: string | Buffer, type: string][] = [
  ['nothing', '', json],
  ['null', 'null', json],
  ['a number', '7', json],
  ['a string', '"text"', json],
  ['an array', '[]', json],
  ['true', 'true', json],
  ['half an object', '{"name":', json],
  ['a trailing comma', '{"name":"Rex",}', json],
  ['a comment', '{/* */}', json],
  ['NaN', '{"version":NaN}', json],
  ['Infinity', '{"version":Infinity}', json],
  ['257 KB', JSON.stringify({ name: 'x'.repeat(257 * 1024) }), json],
  ['a 20,000-deep array', deep(20_000), json],
  ['a 33-deep member', `{"name":${deep(33)}}`, json],
  [
    '1,001 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1]))),
    json,
  ],
  ['NUL', '{"name":"\\u0000"}', json],
  ['a lone surrogate', '{"name":"\\ud800"}', json],
  ['a NUL in a key', '{"na\\u0000me":1}', json],
  ['__proto__', '{"__proto__":{"admin":true}}', json],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', json],
  ['an unknown member', '{"roles":["operator"]}', json],
  ['year 10000', '{"startOn":"10000-01-01","birthOn":"10000-01-01"}', json],
  ['infinity as a day', '{"startOn":"infinity","birthOn":"infinity"}', json],
  ['30 February', '{"startOn":"2027-02-30","birthOn":"2027-02-30"}', json],
  ['a huge number', '{"version":1e400,"weightKg":1e308}', json],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), json],
  ['text', 'name=Rex', 'text/plain'],
  ['a form', 'name=Rex', 'application/x-www-form-urlencoded'],
  ['XML', '<name>Rex</name>', 'application/xml'],
  ['an unknown type', '{}', 'application/x-unknown'],
]

const writes = endpoints.filter(({ method }) => method !== 'GET')

test(
  'every write refuses every malformed body with a 4xx problem and stores nothing',
  { timeout: 120_000 },
  async () => {
    const { app, db } = await testApp()
    const olga = await signUp(app, 'Olga')
    const count = async () => {
      const tables = ['account', 'pet', 'sitter', 'sitter_draft', 'booking', 'review', 'idempotency'] as const
      return Promise.all(
        tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
      )
    }
    const before = await count()
    const wrong: string[] = []
    for (const { method, path } of writes) {
      for (const [what, payload, type] of malformed) {
        const response = await app.inject({
          method,
          url: pathOf(path),
          headers: { ...olga.headers, 'content-type': type, 'idempotency-key': 'a-key' },
          payload,
        })
        const isProblem = response.headers['content-type']?.toString().startsWith('application/problem+json')
        if (response.statusCode < 400 || response.statusCode >= 500 || !isProblem)
          wrong.push(`${method} ${path} with ${what}: ${response.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await count()).toEqual(before)
  },
)

test('every endpoint that requires sign-in returns 401 with a Bearer challenge to an anonymous request', async () => {
  const { app } = await testApp()
  const bytes = { payload: Buffer.from([1]), headers: { 'content-type': 'application/octet-stream' } }
  for (const endpoint of endpoints) {
    const { method, path, access } = endpoint
    if (access === 'public') continue
    const response = await app.inject({
      method,
      url: pathOf(path),
      ...(method === 'GET' ? {} : endpoint.bytes ? bytes : { payload: {} }),
    })
    expect(
      [response.statusCode, response.headers['www-authenticate'], response.json<{ code: string }>().code],
      `${method} ${path}`,
    ).toEqual([401, expect.stringContaining('Bearer'), 'token-missing'])
  }
})

test('another user’s resource returns the same 404 as a resource that does not exist', async () => {
  const { app } = await testApp()
  const olga = await signUp(app, 'Olga')
  const eve = await signUp(app, 'Eve')
  const pet = await app.inject({
    method: 'POST',
    url: '/v1/pets',
    headers: olga.headers,
    payload: { name: 'Rex', species: 'dog', birthOn: '2021-04-01', weightKg: 22 },
  })
  const petId = pet.json<{ id: string }>().id
  const pairs = [
    [`/v1/pets/${petId}`, `/v1/pets/${unknownId}`],
    [`/v1/accounts/by-id/${olga.accountId}`, `/v1/accounts/by-id/${unknownId}`],
    [`/v1/accounts/by-external-id/${olga.uid}`, '/v1/accounts/by-external-id/nobody'],
    [`/v1/accounts/${olga.accountId}/pets`, `/v1/accounts/${unknownId}/pets`],
    [`/v1/accounts/${olga.accountId}/bookings`, `/v1/accounts/${unknownId}/bookings`],
    [`/v1/sitters/by-account-id/${olga.accountId}`, `/v1/sitters/by-account-id/${unknownId}`],
  ] as const
  for (const [real, missing] of pairs) {
    const [one, other] = await Promise.all(
      [real, missing].map((url) => app.inject({ method: 'GET', url, headers: eve.headers })),
    )
    const plain = (body: string) => body.replace(/"requestId":"[^"]+"/, '')
    expect([one!.statusCode, plain(one!.body)], real).toEqual([404, plain(other!.body)])
  }
})

test('an update succeeds with the current ETag in If-Match and returns 412 with a stale or invalid one', async () => {
  const { app } = await testApp()
  const olga = await signUp(app, 'Olga')
  const url = `/v1/accounts/${olga.accountId}`
  const change = (ifMatch: string, name: string) =>
    app.inject({ method: 'PUT', url, headers: { ...olga.headers, 'if-match': ifMatch }, payload: { name } })
  const first = await app.inject({
    method: 'GET',
    url: `/v1/accounts/by-id/${olga.accountId}`,
    headers: olga.headers,
  })
  const tag = first.headers.etag!
  expect((await change(tag, 'Olga Nova')).statusCode).toBe(200)
  expect((await change(tag, 'Olga Velha')).statusCode).toBe(412)
  expect((await change('"nonsense"', 'Olga Velha')).statusCode).toBe(412)
  const unchanged = await app.inject({
    method: 'GET',
    url: `/v1/accounts/by-id/${olga.accountId}`,
    headers: { ...olga.headers, 'if-none-match': tag },
  })
  expect(unchanged.statusCode).toBe(200)
})

test('an unknown path below /v1 returns a 404 problem, and the health checks work without sign-in', async () => {
  const { app } = await testApp()
  const missing = await app.inject({ method: 'GET', url: '/v1/nothing' })
  expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([404, 'not-found'])
  expect((await app.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' })
  expect((await app.inject({ method: 'GET', url: '/readyz' })).json()).toEqual({ status: 'ready', version })
})

test('an API response has the security headers', async () => {
  const { app } = await testApp()
  const { headers } = await app.inject({ method: 'GET', url: '/v1/settings' })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.any(String),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
})
