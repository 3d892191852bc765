import { expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import { limitByAddress, limitPerMinute } from '#server/kernel/http/limits.ts'
import { createServer } from '#server/kernel/http/web-server.ts'

function limited(perMinute: number) {
  const app = createServer({ log: pino({ level: 'silent' }), trustProxy: undefined })
  limitByAddress(app, perMinute)
  app.get('/search', { config: { turn: 'reads' } }, () => 'found')
  app.get('/file', () => 'a file')
  onTestFinished(() => app.close())
  return async (remoteAddress: string, url = '/search') => {
    const answer = await app.inject({ url, remoteAddress })
    const seconds = Number(answer.headers['retry-after'])
    return answer.statusCode === 429 ? { seconds, ...answer.json() } : answer.statusCode
  }
}

test('requests of one network are limited, those of others are not', async () => {
  const request = limited(2)
  expect([await request('9.9.9.9'), await request('9.9.9.9')]).toEqual([200, 200])
  const refused = await request('9.9.9.9')
  expect(refused).toMatchObject({ code: 'rate-limited', status: 429 })
  expect(refused.seconds).toBeGreaterThan(0)
  expect(refused.seconds).toBeLessThanOrEqual(60)
  expect(await request('9.9.9.10')).toBe(200)
  const household = [await request('2a00::1'), await request('2a00::2'), await request('2a00:0:0:0:ffff::1')]
  expect(household.map((answer) => answer === 200)).toEqual([true, true, false])
  expect(await request('2a00:0:0:1::1')).toBe(200)
})

test('files and the addresses of private networks, which may be those of a proxy, are not limited', async () => {
  const request = limited(1)
  for (let time = 0; time < 3; time++) {
    expect(await request('9.9.9.9', '/file')).toBe(200)
    for (const address of ['127.0.0.1', '10.0.0.5', '172.18.0.2', '::1', 'fd00::1'])
      expect([address, await request(address)]).toEqual([address, 200])
  }
})

test('0 is no limit', async () => {
  const request = limited(0)
  expect([await request('9.9.9.9'), await request('9.9.9.9')]).toEqual([200, 200])
})

test('each person has a limit of their own', async () => {
  const limit = limitPerMinute(2, 'Wait a moment.')
  await limit('olga')
  await limit('olga')
  await expect(limit('olga')).rejects.toMatchObject({ code: 'rate-limited', message: 'Wait a moment.' })
  await limit('eve')
})
