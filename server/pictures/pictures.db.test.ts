import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { Look } from '#contract/look.ts'
import { readPost } from '#server/blog/commands.ts'
import { readsOf } from '#server/kernel/db/replicas.ts'
import { createServer } from '#server/kernel/http/web-server.ts'
import { Problem } from '#server/kernel/problem.ts'
import { followLook, saveLook } from '#server/look/commands.ts'
import { servePictures } from '#server/pictures/pictures.ts'
import { readCity } from '#server/places/city-commands.ts'
import { readSitter } from '#server/sitters/commands.ts'
import { testApp } from '#test/app.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, testDeps } from '#test/build.ts'
import { dublin, eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { storePhoto } from '#test/file-calls.ts'
import { cityPicture, postPicture, sitePicture, sitterPicture } from '#web/share/page-picture.ts'

async function setup() {
  const fixture = await testApp()
  await buildPlaces(fixture.db)
  await buildAccounts(fixture.db, olga, sam, eve)
  const get = (url: string, headers: Record<string, string> = {}) => fixture.app.inject({ url, headers })
  /** Returns the picture that a sitter's page refers to. */
  const pictureOf = async (id: string) => sitterPicture(await readSitter(fixture.deps, id, null)).picture
  return { ...fixture, get, pictureOf }
}

/** Reads width and height from the header of a PNG. */
const sizeOf = (png: Buffer) => {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('every kind of page has a cacheable PNG of 1200 × 630 pixels with alternative text', async () => {
  const { db, deps, get, pictureOf } = await setup()
  const ids = [await buildSitter(db, sam), await buildSitter(db, olga), await buildSitter(db, eve)]
  const city = (await readCity(deps, dublin.id))!
  const pictures = [
    await pictureOf(ids[0]!),
    cityPicture(city, undefined, 'EUR').picture,
    cityPicture(city, city.services[0], 'EUR').picture,
    postPicture(await readPost(deps, 'a-care-sheet-that-works')).picture,
    sitePicture(deps.site).picture,
  ]
  for (const { path, alt } of pictures) {
    const answer = await get(path)
    expect(answer.statusCode, path).toBe(200)
    expect(answer.headers['content-type']).toBe('image/png')
    expect(sizeOf(answer.rawPayload)).toEqual([1200, 630])
    expect(answer.headers['cache-control']).toBe('public, max-age=604800, immutable')
    expect(alt.length).toBeGreaterThan(10)
    const again = await get(path, { 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get(path)).rawPayload.equals(answer.rawPayload)).toBe(true)
  }
  expect(new Set(pictures.map(({ path }) => path)).size).toBe(pictures.length)
})

test('the picture of a paused, draft or in-review sitter returns the same 404 as an unknown one', async () => {
  const { db, get, pictureOf } = await setup()
  const id = await buildSitter(db, sam)
  const { path } = await pictureOf(id)
  expect((await get(path)).statusCode).toBe(200)

  for (const status of ['paused', 'draft', 'in_review'] as const) {
    await db.updateTable('sitter').set({ status }).where('id', '=', id).execute()
    const [picture, page] = [await get(path), await get(`/v1/sitters/by-id/${id}`)]
    const missing = await get('/pictures/sitters/01890000-0000-7000-8000-000000000000/x.png')
    expect([picture.statusCode, page.statusCode]).toEqual([404, 404])
    const withoutRequestId = ({ json }: typeof picture) => ({ ...json<object>(), requestId: '' })
    expect(withoutRequestId(picture)).toEqual(withoutRequestId(page))
    expect(withoutRequestId(picture)).toEqual(withoutRequestId(missing))
  }
})

test('changing a profile changes the URL of its picture, and the old URL redirects to the new one', async () => {
  const { db, get, pictureOf } = await setup()
  const id = await buildSitter(db, sam)
  const before = await pictureOf(id)

  await db.updateTable('sitter').set({ headline: 'Two walks by the sea' }).where('id', '=', id).execute()
  const after = await pictureOf(id)

  expect(after.path).not.toBe(before.path)
  expect(after.alt).toContain('Two walks by the sea')
  const moved = await get(before.path)
  expect([moved.statusCode, moved.headers.location]).toEqual([302, after.path])
  expect(moved.headers['cache-control']).toBe('public, max-age=60')
})

test('names in any script produce a picture and never an error', async () => {
  const { db, get, pictureOf } = await setup()
  const id = await buildSitter(db, sam)
  for (const name of ['Олександра', '山田 太郎', 'محمد', '👩🏽‍🌾🐕', 'W'.repeat(80), 'a̐éö̲', '<b>&"\'']) {
    await db.updateTable('sitter').set({ name, headline: name }).where('id', '=', id).execute()
    const answer = await get((await pictureOf(id)).path)
    expect(answer.statusCode, name).toBe(200)
    expect(sizeOf(answer.rawPayload)).toEqual([1200, 630])
  }
})

test('picture URLs without a corresponding page return 404', async () => {
  const { db, get } = await setup()
  await buildSitter(db, sam)
  for (const path of [
    '/pictures/sitters/not-an-id/x.png',
    `/pictures/cities/${dublin.id}/x.png`,
    '/pictures/cities/0/x.png',
    '/pictures/cities/9999999999/x.png',
    `/pictures/cities/${dublin.id}/ironing/x.png`,
    '/pictures/posts/no-such-post/x.png',
    '/pictures/site/x.svg',
    '/pictures/site/..%2f..%2fpackage.json',
    '/pictures/elsewhere/x.png',
  ])
    expect([(await get(path)).statusCode, path]).toEqual([404, path])
})

test('a picture shows the logo that the operator has uploaded, at a new address', async () => {
  const { deps, get } = await setup()
  onTestFinished(await followLook(deps))
  const { path } = sitePicture(deps.site).picture
  expect((await get(path)).statusCode).toBe(200)
  const viewer = withFreshSignIn({ ...eve, roles: ['operator'] }, deps.now())
  const logo = { fileId: await storePhoto(deps, viewer, 'look'), showsName: false }
  await saveLook(deps, viewer, { version: 0, look: Look.parse({ logo }), reason: 'We have our own logo.' })

  const moved = await get(path)
  expect([moved.statusCode, moved.headers.location]).toEqual([302, `${path}?look=1`])
  const { rawPayload } = await get(`${path}?look=1`)
  const inLogo = sharp(rawPayload).extract({ left: 80, top: 70, width: 1, height: 1 }).removeAlpha()
  const [red, green, blue] = await inLogo.raw().toBuffer()
  // The uploaded picture is red there, and the drawn paw stands on green.
  expect(red! > 200 && green! < 60 && blue! < 60).toBe(true)
})

test('40 concurrent requests for one picture get the same bytes', async () => {
  const { db, get, pictureOf } = await setup()
  const { path } = await pictureOf(await buildSitter(db, sam))
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(path)))
  // More requests than the queue of drawings admits; they wait for one shared drawing instead.
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(answers.every(({ rawPayload }) => rawPayload.equals(answers[0]!.rawPayload))).toBe(true)
})

test('a refused rendering returns 503 with Retry-After and must not be cached', async () => {
  const deps = testDeps(await testDb())
  const app = createServer({ log: deps.log, trustProxy: undefined })
  servePictures(app, deps, readsOf(deps.db), () => Promise.reject(new Problem('unavailable', {}, 2)))
  const { path } = sitePicture(deps.site).picture

  const { statusCode, headers } = await app.inject(path)

  await app.close()
  expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  expect([headers['etag'], headers['cache-control']]).toEqual([undefined, 'private, no-store'])
})
