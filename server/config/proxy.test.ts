import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { readTrustProxy } from '#server/config/proxy.ts'
import { clientAddressOf } from '#server/kernel/http/logged-address.ts'
import { createServer } from '#server/kernel/http/web-server.ts'
import { createLog } from '#server/kernel/log.ts'

test.for([
  'on',
  'true',
  'yes',
  'all',
  '*',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/7',
  '1.5',
  '-1',
  '99',
  '10.0.0.256',
  'a proxy',
  '10.0.0.1,',
])('TRUST_PROXY=%s is refused with a message about what to write instead', (TRUST_PROXY) => {
  expect(() => readConfig({ TRUST_PROXY, SECRET: 's'.repeat(32) }, '/nowhere')).toThrow(
    /TRUST_PROXY: Write how many proxies stand in front of this server, like 1, or their addresses and networks/,
  )
})

test.for([
  ['off', undefined],
  ['0', undefined],
  ['', undefined],
] as const)('TRUST_PROXY=%s trusts no proxy', ([TRUST_PROXY, nobody]) => {
  expect(readConfig({ TRUST_PROXY, SECRET: 's'.repeat(32) }, '/nowhere').trustProxy).toBe(nobody)
})

const addressOf = async (trust: string, forwarded: string, remoteAddress: string): Promise<string> => {
  const app = createServer({ log: createLog('silent'), trustProxy: readTrustProxy(trust) ?? undefined })
  app.get('/', ({ ip }) => ip)
  const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded }, remoteAddress })
  await app.close()
  return body
}

test.for([
  // Each proxy appends the address of its peer; entries before it may be forged.
  ['1', '6.6.6.6, 203.0.113.7', '10.0.0.1', '203.0.113.7'],
  ['2', '6.6.6.6, 203.0.113.7, 10.0.0.2', '10.0.0.1', '203.0.113.7'],
  ['1', '203.0.113.7:4711', '10.0.0.1', '203.0.113.7'],
  ['1', '[2001:db8::7]:4711', '10.0.0.1', '2001:db8::7'],
  ['10.0.0.0/8', '6.6.6.6, 203.0.113.7, 10.0.0.2', '10.0.0.1', '203.0.113.7'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '10.0.0.1', '10.0.0.2'],
  ['10.0.0.1', '203.0.113.7', '::ffff:10.0.0.1', '203.0.113.7'],
  ['fd00::/8, loopback', '2001:db8::7, fd00::2', '::1', '2001:db8::7'],
  ['private', '6.6.6.6, 203.0.113.7', '192.168.1.4', '203.0.113.7'],
  // Requests that bypass the proxies: the sender is the client.
  ['10.0.0.0/8', '6.6.6.6', '198.51.100.9', '198.51.100.9'],
  ['off', '6.6.6.6', '198.51.100.9', '198.51.100.9'],
] as const)('TRUST_PROXY=%s and "%s" from %s: the client is %s', async ([trust, forwarded, from, client]) => {
  expect(await addressOf(trust, forwarded, from)).toBe(client)
  // Pages from the cache are logged by the same rule.
  const peer = { socket: { remoteAddress: from }, headers: { 'x-forwarded-for': forwarded } }
  expect(clientAddressOf(peer, readTrustProxy(trust) ?? undefined)).toBe(client)
})
