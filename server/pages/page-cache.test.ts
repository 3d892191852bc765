import { expect, test } from 'vitest'
import { Problem } from '#server/kernel/problem.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { type Page, pageFor, sharedPage } from '#server/pages/page.ts'

const sam = '0190a000-0000-7000-8000-000000000001'
const ines = '0190a000-0000-7000-8000-000000000002'

/** A cache with a fixed clock, and renders that finish on demand. */
function setup({ bytes = 100_000, lagMs = 0 } = {}) {
  const clock = { now: 1_000 }
  const errors: unknown[] = []
  const cache = createPageCache({
    bytes,
    lagMs,
    onError: (error) => errors.push(error),
    now: () => clock.now,
  })
  let count = 0
  const render = (text = '') => {
    const rendered = `${++count} ${text}`
    return Promise.resolve(sharedPage({ headers: [], body: Buffer.from(rendered) }))
  }
  const get = async (key: string, text?: string) => (await cache.get(key, () => render(text))).body.toString()
  /** Starts a render that waits. */
  const startRender = (key: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<Page>()
    const answer = cache.get(key, () => promise)
    const finish = (body: string) => resolve(sharedPage({ headers: [], body: Buffer.from(body) }))
    return { answer, finish, reject }
  }
  return { cache, clock, errors, get, startRender }
}

test('a page is rendered once and served from the cache for two seconds', async () => {
  const { clock, get } = setup()
  expect(await get('/')).toBe('1 ')
  clock.now += 1_999
  expect(await get('/')).toBe('1 ')
})

test('a stale page is served while it is rendered again, but never after ten seconds', async () => {
  const { clock, get } = setup()
  await get('/')
  clock.now += 9_999
  expect(await get('/')).toBe('1 ')
  expect(await get('/')).toBe('2 ')
  clock.now += 10_000
  expect(await get('/')).toBe('3 ')
})

test('the age of a page counts from when its oldest data was read', async () => {
  const { cache, clock, get } = setup()
  const older = { ...sharedPage({ headers: [], body: Buffer.from('older') }), dataReadAt: clock.now - 1_500 }
  await cache.get('/', () => Promise.resolve(older))
  clock.now += 499
  expect(await get('/')).toBe('older')
  clock.now += 8_000
  expect(await get('/')).toBe('older')
  expect(await get('/')).toBe('1 ')
  await cache.get('/old', () => Promise.resolve({ ...older, dataReadAt: clock.now - 10_000 }))
  expect(await get('/old')).toBe('2 ')
})

test('every URL, including its query, is cached separately', async () => {
  const { get } = setup()
  const seen = [await get('/sitters'), await get('/sitters?place=1'), await get('/sitters?place=1&pets=rex')]
  expect(new Set(seen).size).toBe(3)
})

test('concurrent requests share one render', async () => {
  const { cache, startRender } = setup()
  const { answer, finish } = startRender('/')
  const others = [1, 2].map(() => cache.get('/', () => Promise.reject(new Error('a second render'))))
  finish('one')
  for (const page of await Promise.all([answer, ...others])) expect(page.body.toString()).toBe('one')
})

test('a change drops only the pages that contain its id; a change without an id drops all', async () => {
  const { cache, get } = setup()
  await get('/sitters', `<a href="/sitters/${sam}">`)
  await get('/other', ines)
  cache.drop(sam)
  expect(await get('/sitters')).toBe('3 ')
  expect(await get('/other')).toBe(`2 ${ines}`)
  cache.drop()
  expect(await get('/other')).toBe('4 ')
})

test('a request after a change never gets a page whose render started before the change', async () => {
  const { cache, get, startRender } = setup()
  const before = startRender('/')
  cache.drop(sam)
  expect(await get('/', 'new')).toBe('1 new')
  before.finish(`old ${sam}`)
  expect((await before.answer).body.toString()).toBe(`old ${sam}`)
  expect(await get('/')).toBe('1 new')
})

test('a page is not cached if something in it changed during its render', async () => {
  const { cache, get, startRender } = setup()
  const [alone, twice] = [startRender('/one'), startRender('/two')]
  cache.drop(ines)
  cache.drop(sam)
  alone.finish(`old ${sam}`)
  twice.finish(`old ${ines}`)
  await Promise.all([alone.answer, twice.answer])
  expect(await get('/one', 'new')).toBe('1 new')
  expect(await get('/two', 'new')).toBe('2 new')
})

test('404 pages and pages that set a cookie are not cached', async () => {
  const { cache, get } = setup()
  const missing = pageFor({ status: 404, headers: [], body: Buffer.from('none') })
  const personal = sharedPage({ headers: [['set-cookie', 'a=b']], body: Buffer.from('yours') })
  await cache.get('/missing', () => Promise.resolve(missing))
  await cache.get('/personal', () => Promise.resolve(personal))
  expect(await get('/missing')).toBe('1 ')
  expect(await get('/personal')).toBe('2 ')
})

test('a cached page is dropped when its next render is a 404', async () => {
  const { cache, clock, get } = setup()
  await get('/sitters/sam')
  clock.now += 3_000
  const missing = pageFor({ status: 404, headers: [], body: Buffer.from('none') })
  await cache.get('/sitters/sam', () => Promise.resolve(missing))
  await Promise.resolve()
  expect(await get('/sitters/sam')).toBe('2 ')
})

test('a failed render fails its waiting requests, and a cached page survives it', async () => {
  const { cache, clock, errors, get } = setup()
  const failing = () => Promise.reject(new Error('busy'))
  await expect(cache.get('/', failing)).rejects.toThrow('busy')
  expect(await get('/')).toBe('1 ')
  clock.now += 3_000
  expect((await cache.get('/', failing)).body.toString()).toBe('1 ')
  await Promise.resolve()
  expect(errors).toEqual([new Error('busy')])
  expect(await get('/')).toBe('1 ')
})

const unavailable = () => Promise.reject(new Problem('unavailable'))

test('while pages cannot be rendered, older ones are served for ten minutes, and only the first request waits', async () => {
  const { cache, clock, errors, get, startRender } = setup()
  await get('/')
  clock.now += 60_000
  const { answer, reject } = startRender('/')
  reject(new Problem('unavailable'))
  expect((await answer).body.toString()).toBe('1 ')
  // For a second nobody waits for another attempt.
  clock.now += 999
  const second = startRender('/')
  expect((await second.answer).body.toString()).toBe('1 ')
  second.reject(new Problem('unavailable'))
  await expect(cache.get('/new', unavailable)).rejects.toThrow('unavailable')
  clock.now += 2_000
  expect(await get('/')).toBe('2 ')
  clock.now += 600_000
  await expect(cache.get('/', unavailable)).rejects.toThrow('unavailable')
  expect(errors).toEqual([])
})

test('a page that is older than ten seconds is not served for any other error', async () => {
  const { cache, clock, get } = setup()
  await get('/')
  clock.now += 10_000
  await expect(cache.get('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('after a change of everything a page is the last resort, and after a change of its contents it is gone', async () => {
  const { cache, clock, get } = setup()
  await get('/')
  await get('/sitters/sam', sam)
  cache.drop()
  expect(cache.fresh('/')).toBeUndefined()
  expect((await cache.get('/', unavailable)).body.toString()).toBe('1 ')
  clock.now += 1_000
  cache.drop(sam)
  await expect(cache.get('/sitters/sam', unavailable)).rejects.toThrow('unavailable')
  clock.now += 1_000
  expect(await get('/')).toBe('3 ')
})

test('a page that is dropped while it is being rendered again is not served when that fails', async () => {
  const { cache, clock, get, startRender } = setup()
  await get('/sitters/sam', sam)
  clock.now += 10_000
  const { answer, reject } = startRender('/sitters/sam')
  cache.drop(sam)
  reject(new Problem('unavailable'))
  await expect(answer).rejects.toThrow('unavailable')
})

test('the least recently used page is evicted from a full cache, and an oversized page is not cached', async () => {
  const { get } = setup({ bytes: 3 * 2_200 })
  await get('/a')
  await get('/b')
  await get('/c')
  await get('/a')
  await get('/d')
  expect(await get('/a')).toBe('1 ')
  expect(await get('/b')).toBe('5 ')
  await get('/large', 'x'.repeat(5_000))
  expect(await get('/large')).toBe('7 ')
})

test('with a cache size of 0, or for an overlong URL, every request is rendered', async () => {
  const off = setup({ bytes: 0 })
  expect([await off.get('/'), await off.get('/')]).toEqual(['1 ', '2 '])
  const { get } = setup()
  const endless = `/sitters?q=${'x'.repeat(500)}`
  expect([await get(endless), await get(endless)]).toEqual(['1 ', '2 '])
})

test('with replica lag, a page is not cached until the lag has passed since a change of its contents', async () => {
  const { cache, clock, get } = setup({ lagMs: 5_000 })
  cache.drop(sam)
  expect(await get('/sitters/sam', sam)).toBe(`1 ${sam}`)
  expect(await get('/sitters/ines', ines)).toBe(`2 ${ines}`)
  clock.now += 1_000
  expect(await get('/sitters/sam', sam)).toBe(`3 ${sam}`)
  expect(await get('/sitters/ines', ines)).toBe(`2 ${ines}`)
  clock.now += 4_000
  expect(await get('/sitters/sam', sam)).toBe(`4 ${sam}`)
  expect(await get('/sitters/sam', sam)).toBe(`4 ${sam}`)
  cache.drop()
  expect(await get('/', 'home')).toBe('5 home')
  expect(await get('/', 'home')).toBe('6 home')
})
