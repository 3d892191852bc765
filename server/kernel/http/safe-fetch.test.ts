import { lookup, type LookupAddress } from 'node:dns'
import { createServer, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress, publicAgent, type Resolve } from '#server/kernel/http/public-address.ts'
import {
  fetchBy,
  type FetchPolicy,
  FetchRefused,
  type FetchOptions,
  safeFetch,
  strictPolicy,
} from '#server/kernel/http/safe-fetch.ts'
import { portOf } from '#test/listen.ts'

/** A server on all addresses of this machine that counts connections. */
let canary: Server
let port = 0
let connections = 0
let answer: (response: ServerResponse, path: string) => void
const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'

beforeAll(async () => {
  canary = createServer((request, response) => answer(response, request.url ?? ''))
  canary.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((listening) => canary.listen(0, '::', listening))
  port = portOf(canary)
})
afterAll(() => canary.close())
beforeEach(() => {
  connections = 0
  answer = (response) => response.writeHead(200, { 'content-type': 'text/calendar' }).end(calendar)
})

const fetchOptions: FetchOptions = { types: ['text/calendar'] }
/** The strict policy with http and any port, so that a request which it wrongly allows would reach the canary. */
const atAnyPort: FetchPolicy = { ...strictPolicy, schemes: ['http:', 'https:'], ports: [] }
const unguarded: FetchPolicy = { ...atAnyPort, isOpen: () => true, isOpenName: () => true, totalMs: 2_000 }

/** A look-up with the signatures of `dns.lookup`, called like `dns.lookup` with the option `all`. */
const resolveBy = (addressesOf: (hostname: string) => LookupAddress[]): Resolve =>
  Object.assign(
    (hostname: string, _options: unknown, callback?: unknown) => {
      if (typeof callback === 'function') callback(null, addressesOf(hostname))
    },
    { __promisify__: lookup['__promisify__'] },
  )
const addressOf = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })
const names = (answers: Record<string, string[]>, lookups: string[] = []): Resolve =>
  resolveBy((hostname) => {
    lookups.push(hostname)
    return (answers[hostname] ?? ['127.0.0.1']).map(addressOf)
  })

const refusalOf = async (fetched: Promise<unknown>): Promise<FetchRefused> => {
  const error: unknown = await fetched.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof FetchRefused) return error
  expect.fail(`It was not refused: ${String(error)}`)
}

/** Notations of addresses of this machine: each would reach the canary. */
const loopback = [
  'http://127.0.0.1',
  'http://127.1',
  'http://127.0.1',
  'http://127.255.255.254',
  'http://2130706433',
  'http://0x7f000001',
  'http://0x7f.0.0.1',
  'http://0x7f.1',
  'http://017700000001',
  'http://0177.0.0.1',
  'http://0177.0x0.0.01',
  'http://00000177.0.0.1',
  'http://127.0.0.1.',
  'http://127。0。0。1',
  'http://127．0．0．1',
  'http://127｡0｡0｡1',
  'http://１２７.0.0.1',
  'http://①②⑦.⓪.⓪.①',
  'http://%31%32%37.0.0.1',
  'http://0.0.0.0',
  'http://0',
  'http://0x0',
  'http://[::1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[0000::0001]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[0:0:0:0:0:ffff:127.0.0.1]',
  'http://localhost',
  'http://LOCALHOST',
  'http://localhost.',
  'http://ⓛocalhost',
  'http://printer',
  'http://calendar.localhost',
  'http://printer.local',
  'http://metadata.internal',
  'http://rebound.sitwell.pet',
  'http://v6.sitwell.pet',
  'http://mapped.sitwell.pet',
  'http://half.sitwell.pet',
]
/** Notations of other private addresses; the canary cannot receive these requests, so the tests check the reason. */
const elsewhere = [
  'http://10.0.0.1',
  'http://0xa.1',
  'http://167772161',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.1',
  'http://192.168.257',
  'http://3232235777',
  'http://169.254.169.254',
  'http://2852039166',
  'http://0xa9fea9fe',
  'http://0251.0376.0251.0376',
  'http://100.64.0.1',
  'http://100.127.255.255',
  'http://192.0.0.192',
  'http://192.0.2.1',
  'http://198.18.0.1',
  'http://198.51.100.7',
  'http://203.0.113.9',
  'http://192.88.99.1',
  'http://224.0.0.1',
  'http://240.0.0.1',
  'http://255.255.255.255',
  'http://[::ffff:10.0.0.1]',
  'http://[::ffff:169.254.169.254]',
  'http://[::ffff:a9fe:a9fe]',
  'http://[::10.0.0.1]',
  'http://[::ffff:0:10.0.0.1]',
  'http://[64:ff9b::10.0.0.1]',
  'http://[64:ff9b:1::a00:1]',
  'http://[2002:a00:1::1]',
  'http://[2002:7f00:1::]',
  'http://[2001:0:a00:1::1]',
  'http://[2001:db8::1]',
  'http://[3fff::1]',
  'http://[100::1]',
  'http://[fc00::1]',
  'http://[fd00:ec2::254]',
  'http://[fe80::1]',
  'http://[fec0::1]',
  'http://[ff02::1]',
  'http://[5f00::1]',
  'http://[2a00:1450::5efe:10.0.0.1]',
  'http://private.sitwell.pet',
  'http://local6.sitwell.pet',
  'http://mixed.sitwell.pet',
]
const answers = {
  'rebound.sitwell.pet': ['127.0.0.1'],
  'v6.sitwell.pet': ['::1'],
  'mapped.sitwell.pet': ['::ffff:127.0.0.1'],
  'half.sitwell.pet': ['127.0.0.1', '9.9.9.9'],
  'private.sitwell.pet': ['192.168.0.10'],
  'local6.sitwell.pet': ['fe80::1'],
  'mixed.sitwell.pet': ['9.9.9.9', '10.0.0.1'],
}
const withPort = (form: string) => `${form}:${port}/calendar.ics`

describe('a private or loopback address', () => {
  test('is refused in every notation, without a connection', async () => {
    const policy = { ...atAnyPort, resolve: names(answers) }
    const forms = [...loopback, ...elsewhere]
    expect(new Set(forms).size).toBeGreaterThanOrEqual(85)
    const reasons = await Promise.all(
      forms.map(
        async (form) => `${form} ${(await refusalOf(fetchBy(policy, withPort(form), fetchOptions))).reason}`,
      ),
    )
    expect(reasons).toEqual(forms.map((form) => `${form} address`))
    expect(connections).toBe(0)
  })

  test('control: is reached in every loopback notation without the check', async () => {
    const policy = { ...unguarded, resolve: names(answers) }
    for (const form of loopback) {
      connections = 0
      await fetchBy(policy, withPort(form), fetchOptions)
      expect([form, connections]).toEqual([form, 1])
    }
  })

  test('is also refused when connecting: IP addresses by the agent, host names by the lookup', async () => {
    // The first check allows everything, so that the check at the connection is what is tested.
    const afterFirstCheck = (isOpen: FetchPolicy['isOpen']): FetchPolicy => {
      let calls = 0
      return {
        ...atAnyPort,
        isOpenName: () => true,
        isOpen: (address) => (calls++ === 0 ? true : isOpen(address)),
      }
    }
    for (const form of ['http://127.0.0.1', 'http://[::1]', 'http://[::ffff:127.0.0.1]', 'http://0'])
      expect(
        (await refusalOf(fetchBy(afterFirstCheck(isPublicAddress), withPort(form), fetchOptions))).reason,
      ).toBe('address')
    expect(
      (
        await refusalOf(
          fetchBy({ ...atAnyPort, isOpenName: () => true }, withPort('http://localhost'), fetchOptions),
        )
      ).reason,
    ).toBe('address')
    expect(connections).toBe(0)
  })

  test('is not reached by DNS rebinding: a name is resolved once, and the checked address is used', async () => {
    const lookups: string[] = []
    let times = 0
    const rebinding = resolveBy((hostname) => {
      times += 1
      lookups.push(hostname)
      return [addressOf(times === 1 ? '127.0.0.2' : '127.0.0.1')]
    })
    let from: string | undefined
    answer = (response) => {
      from = response.socket?.localAddress
      response.end(calendar)
    }
    const policy: FetchPolicy = {
      ...atAnyPort,
      isOpen: (address) => address === '127.0.0.2',
      resolve: rebinding,
    }
    await fetchBy(policy, withPort('http://rebinding.sitwell.pet'), fetchOptions)
    expect(lookups).toEqual(['rebinding.sitwell.pet'])
    expect(from).toContain('127.0.0.2')
    // At the second look-up the name resolves to the closed address; every request looks it up again.
    expect(
      (await refusalOf(fetchBy(policy, withPort('http://rebinding.sitwell.pet'), fetchOptions))).reason,
    ).toBe('address')
    expect(connections).toBe(1)
  })

  test('is refused when a library uses the public agent', async () => {
    const errorOf = (agent: https.Agent, host: string) =>
      new Promise<string>((resolve) => {
        try {
          const request = https.get({ agent, host, port }, () => resolve('answered'))
          request.once('error', ({ message }) => resolve(message))
        } catch (error) {
          resolve(error instanceof Error ? error.message : String(error))
        }
      })
    for (const host of ['127.0.0.1', '::1', '::ffff:7f00:1', 'localhost'])
      expect(await errorOf(publicAgent(), host)).toContain('not a public address')
    expect(connections).toBe(0)
    // An unguarded agent reaches the canary, which does not speak TLS.
    expect(await errorOf(new https.Agent(), 'localhost')).toContain('SSL')
    expect(connections).toBe(1)
  })
})

test('public addresses are allowed, and malformed or scoped ones are not', () => {
  expect(
    [
      '9.9.9.9',
      '1.1.1.1',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.255.255',
      '100.128.0.0',
      '2606:4700::1111',
    ].filter((address) => !isPublicAddress(address)),
  ).toEqual([])
  expect(
    ['', 'localhost', 'fe80::1%eth0', '2606:4700::1%eth0', '1.2.3', '0x7f000001'].some(isPublicAddress),
  ).toBe(false)
})

test.each([
  ['http://calendars.sitwell.pet/x.ics', 'scheme'],
  ['webcal://calendars.sitwell.pet/x.ics', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://calendars.sitwell.pet/', 'scheme'],
  ['data:text/calendar,BEGIN', 'scheme'],
  ['https://ana:secret@calendars.sitwell.pet/x.ics', 'credentials'],
  ['https://127.0.0.1@calendars.sitwell.pet/x.ics', 'credentials'],
  ['https://calendars.sitwell.pet:22/x.ics', 'port'],
  ['https://calendars.sitwell.pet:8443/x.ics', 'port'],
  ['https://calendars.sitwell.pet:80/x.ics', 'port'],
  ['https://', 'address'],
  ['calendars', 'address'],
  ['//calendars.sitwell.pet', 'address'],
  [`https://calendars.sitwell.pet/${'x'.repeat(2_000)}`, 'address'],
  ['https://[::1', 'address'],
  ['https://256.256.256.256/', 'address'],
  ['https://a..b.pet/', 'address'],
])('%s is not requested because of its %s', async (address, reason) => {
  expect((await refusalOf(safeFetch(address, fetchOptions))).reason).toBe(reason)
})

describe('a response', () => {
  const here = (): string => `http://127.0.0.1:${port}/`

  test('is returned with its body and ETag', async () => {
    answer = (response) =>
      response.writeHead(200, { 'content-type': 'Text/Calendar; charset=utf-8', etag: '"7"' }).end(calendar)
    const { body, etag } = await fetchBy(unguarded, here(), fetchOptions)
    expect([body?.toString(), etag]).toEqual([calendar, '"7"'])
  })

  test('has no body if the ETag still matches', async () => {
    answer = (response) => {
      response.writeHead(response.req.headers['if-none-match'] === '"7"' ? 304 : 200).end()
    }
    expect((await fetchBy(unguarded, here(), { ...fetchOptions, etag: '"7"' })).body).toBeNull()
    expect((await fetchBy(unguarded, here(), fetchOptions)).body?.length).toBe(0)
  })

  test.each([
    ['gzip', gzipSync(calendar)],
    ['br', brotliCompressSync(calendar)],
  ])('is decompressed: %s', async (encoding, compressed) => {
    answer = (response) => response.writeHead(200, { 'content-encoding': encoding }).end(compressed)
    expect((await fetchBy(unguarded, here(), fetchOptions)).body?.toString()).toBe(calendar)
  })

  test.each([
    ['a page', { 'content-type': 'text/html' }, '<html>', 'type'],
    ['an unknown packing', { 'content-encoding': 'zstd' }, 'x', 'type'],
    ['a length that is told', { 'content-length': '2000001' }, null, 'size'],
    ['a length that is not told', {}, Buffer.alloc(2_000_001), 'size'],
    ['a bomb of gzip', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000)), 'size'],
    ['a bomb of brotli', { 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(5_000_000)), 'size'],
    ['half a gzip', { 'content-encoding': 'gzip' }, gzipSync(calendar).subarray(0, 20), 'unreachable'],
  ] as const)('is refused: %s', async (_name, headers, body, reason) => {
    answer = (response) => {
      response.writeHead(200, headers)
      if (body === null) response.flushHeaders()
      else response.end(body)
    }
    expect((await refusalOf(fetchBy(unguarded, here(), fetchOptions))).reason).toBe(reason)
  })

  test('with status 404 is refused, and the error has that status', async () => {
    answer = (response) => response.writeHead(404).end()
    expect(await refusalOf(fetchBy(unguarded, here(), fetchOptions))).toMatchObject({
      reason: 'status',
      status: 404,
    })
  })

  test('that is cut off is refused', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('BEGIN')
      response.socket?.destroySoon()
    }
    expect((await refusalOf(fetchBy(unguarded, here(), fetchOptions))).reason).toBe('unreachable')
  })

  test.each([
    ['never begins', () => {}],
    ['never ends', (response: ServerResponse) => response.writeHead(200).write('BEGIN')],
    [
      'never ends in its packing',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(calendar).subarray(0, 15)),
    ],
  ])('that %s times out', async (_name, hang) => {
    answer = hang
    expect((await refusalOf(fetchBy({ ...unguarded, totalMs: 200 }, here(), fetchOptions))).reason).toBe(
      'time',
    )
  })
})

describe('a redirect', () => {
  const follow = (location: (step: number) => string, policy: FetchPolicy = unguarded) => {
    answer = (response, path) => {
      const step = Number(path.slice(1) || 0)
      const target = location(step)
      if (target === '') response.end(calendar)
      else response.writeHead(302, { location: target }).end()
    }
    return fetchBy(policy, `http://127.0.0.1:${port}/0`, fetchOptions)
  }

  test('is followed at most three times', async () => {
    expect((await follow((step) => (step < 3 ? `/${step + 1}` : ''))).body?.toString()).toBe(calendar)
    expect((await refusalOf(follow((step) => `/${step + 1}`))).reason).toBe('redirects')
  })

  // The first address is allowed, so that only the second one can be refused.
  const startOnly: FetchPolicy = {
    ...unguarded,
    isOpen: (address) => address === '127.0.0.1',
    isOpenName: () => false,
  }
  test.each([
    ['http://127.0.0.2/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://localhost/', 'address'],
    ['//169.254.169.254/latest', 'address'],
    ['http://2852039166/', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['http://ana:secret@127.0.0.1/', 'credentials'],
    ['http://[', 'address'],
  ])('to %s is refused: %s', async (target, reason) => {
    expect((await refusalOf(follow(() => target, startOnly))).reason).toBe(reason)
    expect(connections).toBe(1)
  })
})
