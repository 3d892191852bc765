import { expect, test } from 'vitest'
import { readWidgetSites } from '#server/config/widget.ts'
import { testApp } from '#test/app.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces } from '#test/build.ts'
import { olga, sam } from '#test/cast.ts'

async function setup(environment: Record<string, string> = {}) {
  const fixture = await testApp({ environment })
  await buildPlaces(fixture.db)
  await buildAccounts(fixture.db, olga, sam)
  const get = (url: string, headers: Record<string, string> = {}) => fixture.app.inject({ url, headers })
  const ancestorsOf = async (url: string) =>
    /frame-ancestors ([^;]*)/.exec(`${(await get(url)).headers['content-security-policy']}`)?.[1]
  return { ...fixture, get, ancestorsOf }
}

test('only the widget may be framed, and every other answer refuses it', async () => {
  const { get, ancestorsOf } = await setup()
  for (const url of ['/widget/search', '/widget/sitters/none']) {
    expect(await ancestorsOf(url)).toBe('*')
    expect((await get(url)).headers['x-frame-options']).toBeUndefined()
  }
  for (const url of [
    '/unsubscribe/a',
    '/v1/docs',
    '/deletion/a',
    '/v1/settings',
    '/problems/not-found',
    '/widget.js',
  ])
    expect((await get(url)).headers['x-frame-options'], url).toBe('DENY')
})

test('the sites that may frame the widget can be limited, and the widget can be switched off', async () => {
  const { ancestorsOf } = await setup({ WIDGET_SITES: 'https://vet.example.org, https://*.example.net' })
  expect(await ancestorsOf('/widget/search')).toBe('https://vet.example.org https://*.example.net')
  const { get } = await setup({ WIDGET_SITES: 'off' })
  expect((await get('/widget/search')).statusCode).toBe(404)
  expect((await get('/widget.js')).statusCode).toBe(404)
})

test('a site that is not an address cannot get into the policy', () => {
  expect(readWidgetSites('https://vet.example.org; script-src *')).toBeUndefined()
  expect(readWidgetSites("'self'")).toBeUndefined()
  expect(readWidgetSites('any')).toBe('any')
})

test('what the widget shows does not depend on the cookies, and sets none', async () => {
  const { get } = await setup()
  const plain = await get('/widget/search')
  const signedIn = await get('/widget/search', { cookie: 'sitwell.page=abc; other="accountId":"1"' })
  expect(signedIn.body).toBe(plain.body)
  expect(signedIn.headers['set-cookie']).toBeUndefined()
  expect(plain.headers['cache-control']).toBe('public, max-age=60')
})

test('attributes with mistakes are left out, and nothing of them reaches the page as markup', async () => {
  const { get } = await setup()
  const { statusCode, body } = await get(
    '/widget/search?lang="><script>alert(1)</script>&service=x&results=99&place=-1&scheme=}body{',
  )
  expect(statusCode).toBe(200)
  expect(body).not.toContain('alert(1)')
  expect(body).toContain('<html lang="en">')
})

test('the card of a sitter is shown only while the profile is public', async () => {
  const { db, get } = await setup()
  const shown = await buildSitter(db, sam)
  const paused = await buildSitter(db, olga, { status: 'paused' })

  const card = await get(`/widget/sitters/${shown}`)
  expect(card.statusCode).toBe(200)
  expect(card.body).toContain(`href="/sitters/${shown}"`)
  for (const id of [paused, 'nobody']) {
    const { statusCode, body } = await get(`/widget/sitters/${id}`)
    expect(statusCode).toBe(404)
    expect(body).toContain('This profile is not public at the moment.')
  }
})

test('the script may be loaded by every site and is kept for an hour', async () => {
  const { get } = await setup()
  const { headers } = await get('/widget.js')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await get('/widget.js', { 'if-none-match': `${headers['etag']}` })).statusCode).toBe(304)
})
