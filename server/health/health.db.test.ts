import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createMonitoringServer, openMetrics } from '#server/health/health.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { readsOf } from '#server/kernel/db/replicas.ts'
import { createLog } from '#server/kernel/log.ts'
import { version } from '#server/kernel/version.ts'
import { testApp } from '#test/app.ts'
import { testDb } from '#test/db.ts'
import { production } from '#test/production.ts'

const token = 'a token of the scraper'.replaceAll(' ', '-')
const requestMetrics = async (
  { app }: Awaited<ReturnType<typeof testApp>>,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) => (await app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })).statusCode

test('in production without METRICS_TOKEN, /metrics returns 404 to everyone', async () => {
  const withoutToken = await testApp({ environment: production })
  for (const [headers, from] of [
    [{}, '127.0.0.1'],
    [{ authorization: 'Bearer undefined' }, '127.0.0.1'],
    [{ authorization: 'Bearer ' }, '::1'],
    [{ 'x-forwarded-for': '127.0.0.1' }, '10.0.0.9'],
  ] as const)
    expect([headers, from, await requestMetrics(withoutToken, headers, from)]).toEqual([headers, from, 404])
})

test('in production with METRICS_TOKEN, /metrics requires the token, from any address', async () => {
  const withTokenRequired = await testApp({ environment: { ...production, METRICS_TOKEN: token } })
  expect(await requestMetrics(withTokenRequired, { authorization: `Bearer ${token}` }, '10.0.0.9')).toBe(200)
  for (const authorization of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, `Basic ${token}`])
    expect([authorization, await requestMetrics(withTokenRequired, { authorization })]).toEqual([
      authorization,
      404,
    ])
  expect(await requestMetrics(withTokenRequired)).toBe(404)
})

test('METRICS_ADDRESS removes /metrics from the site’s port, even with the token', async () => {
  const environment = { ...production, METRICS_TOKEN: token, METRICS_ADDRESS: '127.0.0.1:9100' }
  const site = await testApp({ environment })
  expect(await requestMetrics(site, { authorization: `Bearer ${token}` })).toBe(404)
})

test('in development, /metrics is served only to this computer and not through a proxy on it', async () => {
  const site = await testApp({ environment: { HOST: '0.0.0.0' } })
  expect(await requestMetrics(site)).toBe(200)
  expect(await requestMetrics(site, {}, '10.0.0.9')).toBe(404)
  for (const headers of [
    { host: 'sitwell.example.org' },
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 proxy' },
  ])
    expect([headers, await requestMetrics(site, headers)]).toEqual([headers, 404])
})

test('with ?exclude=database a server is ready while its database is away, and not while it is being stopped', async () => {
  const db = openDb('postgres://nobody@127.0.0.1:1/none', { max: 1 })
  onTestFinished(() => db.destroy())
  const state = { isStopping: false }
  const app = createMonitoringServer(
    { log: createLog('silent'), db, isStopping: () => state.isStopping, reads: readsOf(db) },
    openMetrics(),
    { token: undefined, listen: undefined },
  )
  onTestFinished(() => app.close())
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/readyz?exclude=database')).toBe(200)
  expect((await app.inject('/readyz?exclude=database')).json()).toEqual({ status: 'ready', version })
  expect(await statusOf('/readyz?exclude=nothing')).toBe(503)
  state.isStopping = true
  expect(await statusOf('/readyz?exclude=database')).toBe(503)
})

test('the metrics port serves /healthz, /readyz and /metrics only, the last with the token if one is set', async () => {
  const db = await testDb()
  const state = { isStopping: false }
  const open = (configuredToken: string | undefined) => {
    const app = createMonitoringServer(
      { log: createLog('silent'), db, isStopping: () => state.isStopping, reads: readsOf(db) },
      openMetrics(),
      { token: configuredToken, listen: undefined },
    )
    onTestFinished(() => app.close())
    return async (url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url, headers, remoteAddress: '10.0.0.9' })
  }
  const withoutToken = open(undefined)
  expect((await withoutToken('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await withoutToken('/readyz')).json()).toEqual({ status: 'ready', version })
  expect((await withoutToken('/metrics')).body).toContain('process_cpu_seconds_total')
  expect((await withoutToken('/v1/sitters')).statusCode).toBe(404)
  state.isStopping = true
  expect((await withoutToken('/readyz')).statusCode).toBe(503)
  const withToken = open(token)
  expect((await withToken('/metrics')).statusCode).toBe(404)
  expect((await withToken('/metrics', { authorization: `Bearer ${token}` })).statusCode).toBe(200)
})

test('METRICS_ADDRESS must be an address with a port other than the site’s', () => {
  const read = (METRICS_ADDRESS: string) => () => readConfig({ ...production, METRICS_ADDRESS }, '/nowhere')
  expect(read('[::1]:9100')().metrics.listen).toEqual({ host: '::1', port: 9100 })
  expect(read('0.0.0.0:9100')().metrics.listen).toEqual({ host: '0.0.0.0', port: 9100 })
  for (const wrong of ['9100', 'http://127.0.0.1:9100', '127.0.0.1:0', '127.0.0.1:70000', '127.0.0.1:3000'])
    expect(read(wrong)).toThrow('METRICS_ADDRESS: ')
})
