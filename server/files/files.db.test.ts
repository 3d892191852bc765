import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileBytes } from '#contract/files/codes.ts'
import type { Photo, UploadedFile } from '#contract/files/files.ts'
import { drawingName, pictureName } from '#server/files/address.ts'
import { arrangeFiles, attachFiles, documentsOf, photosOf } from '#server/files/commands.ts'
import { processFile } from '#server/files/process-commands.ts'
import { sweepFiles } from '#server/files/sweep-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { compressSvg } from '#server/kernel/drawing/raster.ts'
import { openApp, signUp, type TestApp, type TestPerson } from '#test/app.ts'
import { createTestDb } from '#test/db.ts'
import { photograph, sendFile } from '#test/file-calls.ts'

let product: TestApp
let olga: TestPerson
let eve: TestPerson
const nobodysId = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
const octets = 'application/octet-stream'

beforeAll(async () => {
  const { db, drop } = await createTestDb()
  product = await openApp(db)
  olga = await signUp(product.app, 'Olga')
  eve = await signUp(product.app, 'Eve')
  return async () => {
    await product.app.close()
    await drop()
  }
})

const begin = (person: TestPerson, body: object) =>
  product.app.inject({ method: 'POST', url: '/v1/files', headers: person.headers, payload: body })
const put = (person: TestPerson, id: string, offset: number, part: Buffer, type = octets) =>
  product.app.inject({
    method: 'PUT',
    url: `/v1/files/${id}/parts/${offset}`,
    headers: { ...person.headers, 'content-type': type },
    payload: part,
  })
const startUpload = async (bytes: number, body: object = {}) =>
  (await begin(olga, { kind: 'sitter', type: 'image/jpeg', bytes, ...body })).json<UploadedFile>().id
const get = (url: string) => product.app.inject({ url })
const viewerOf = ({ uid, accountId }: TestPerson): Viewer => ({
  uid,
  accountId,
  email: null,
  emailVerified: false,
  authTime: 0,
  roles: [],
})
const attach = (
  person: TestPerson,
  fileIds: string[],
  kind: 'sitter' | 'pet' | 'review',
  subjectId: string,
) =>
  inTransaction(product.db, (tx) =>
    attachFiles({ ...product.deps, db: tx }, viewerOf(person), { fileIds, kind, subjectId }),
  )

describe('a photo', () => {
  test('is uploaded in parts and stored in four sizes, rotated upright and without metadata', async () => {
    const taken = await sharp(await photograph({ width: 2400, height: 1800 }))
      .withExif({ IFD0: { Make: 'Kamera' }, IFD3: { GPSLatitude: '38/1 42/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = await sharp(taken).metadata()
    expect(before).toMatchObject({ width: 2400, height: 1800, orientation: 6 })
    expect(before.exif).toBeDefined()

    const { state, photo } = await sendFile(product, olga, taken, { alt: 'The garden' })
    expect(state).toBe('ready')
    expect(photo).toMatchObject({ alt: 'The garden', width: 1600, height: 2133 })
    expect(photo!.sizes.map(({ width }) => width)).toEqual([320, 640, 1024, 1600])
    expect(photo!.blur).toMatch(/^data:image\/webp;base64,/)
    expect(photo!.blur.length).toBeLessThan(400)
    for (const { width, url } of photo!.sizes) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      const metadata = await sharp(answer.rawPayload).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width, height: Math.round((width * 4) / 3) })
      expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
    // After a quarter turn to the right the upper left corner is the upper right one.
    const smallest = (await get(photo!.sizes[0]!.url)).rawPayload
    const pixel = async (left: number, top: number) =>
      sharp(await sharp(smallest).extract({ left, top, width: 1, height: 1 }).png().toBuffer())
        .raw()
        .toBuffer()
    expect([...(await pixel(316, 3))].map((one) => one > 128)).toEqual([true, false, false])
    expect([...(await pixel(3, 3))].map((one) => one > 128)).toEqual([false, true, false])
  })

  test('that is smaller than the largest size is not enlarged', async () => {
    const { photo } = await sendFile(product, olga, await photograph({ width: 500, height: 300 }))
    expect(photo!.sizes.map(({ width }) => width)).toEqual([320, 500])
  })

  test('is identified by its content; HTML, SVG, PDF and truncated files are refused', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>'.padEnd(400))
    expect(await sendFile(product, olga, page)).toMatchObject({ state: 'refused', refusal: 'not-a-picture' })
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')
    expect(await sendFile(product, olga, drawing)).toMatchObject({ refusal: 'not-a-picture' })
    const half = (await photograph({ width: 1200, height: 900 })).subarray(0, 4000)
    expect(await sendFile(product, olga, half)).toMatchObject({ state: 'refused', refusal: 'damaged' })
    const pdf = Buffer.from('%PDF-1.7\n'.padEnd(500))
    expect(await sendFile(product, olga, pdf)).toMatchObject({ refusal: 'not-a-picture' })
  })

  test('with more than 40 million pixels is refused', async () => {
    const background = { r: 1, g: 2, b: 3 }
    const bomb = await sharp({
      create: { width: 8_000, height: 5_001, channels: 3, background },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    const file = await sendFile(product, olga, bomb, { type: 'image/png' })
    expect(file).toMatchObject({ state: 'refused', refusal: 'too-many-pixels' })
  })
})

describe('an upload', () => {
  test('can be resumed; a repeated part is accepted, a wrong offset is refused with the right one', async () => {
    const raw = { width: 120, height: 120, channels: 3 } as const
    const content = await sharp(randomBytes(120 * 120 * 3), { raw })
      .png()
      .toBuffer()
    const size = 2 ** 14
    const id = await startUpload(content.length)
    expect((await put(olga, id, 0, content.subarray(0, size))).json()).toMatchObject({ received: size })
    expect((await put(olga, id, 0, content.subarray(0, size))).json()).toMatchObject({ received: size })
    const wrong = await put(olga, id, 2 * size, content.subarray(2 * size))
    expect([wrong.statusCode, wrong.json<object>()]).toMatchObject([
      422,
      { code: 'file-offset-wrong', received: size },
    ])
    expect(
      (await product.app.inject({ url: `/v1/files/${id}`, headers: olga.headers })).json(),
    ).toMatchObject({
      state: 'receiving',
      received: size,
    })
    expect((await put(olga, id, size, content.subarray(size))).json()).toMatchObject({ state: 'processing' })
    await processFile(product.deps, id)
    expect(
      (await product.app.inject({ url: `/v1/files/${id}`, headers: olga.headers })).json(),
    ).toMatchObject({
      state: 'ready',
    })
    for await (const { name } of product.deps.storage.list('incoming')) expect(name).not.toContain(id)
  })

  test('stays intact when the same part is sent 16 times concurrently', async () => {
    const content = await photograph({ width: 1600, height: 1200 })
    const id = await startUpload(content.length)
    const answers = await Promise.all(Array.from({ length: 16 }, () => put(olga, id, 0, content)))
    expect(new Set(answers.map(({ statusCode }) => statusCode)).has(500)).toBe(false)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
    await processFile(product.deps, id)
    expect(
      (await product.app.inject({ url: `/v1/files/${id}`, headers: olga.headers })).json(),
    ).toMatchObject({
      state: 'ready',
    })
  })

  test('is limited to 10 MB, to parts of 1 MB and to the accepted types', async () => {
    const refused = async (body: object) =>
      (await begin(olga, { kind: 'sitter', type: 'image/jpeg', ...body })).json()
    expect(await refused({ bytes: fileBytes.most + 1 })).toMatchObject({ code: 'request-invalid' })
    expect(await refused({ bytes: 0 })).toMatchObject({ code: 'request-invalid' })
    expect(await refused({ bytes: 10, type: 'image/svg+xml' })).toMatchObject({ code: 'request-invalid' })
    expect(await refused({ bytes: 10, type: 'application/pdf' })).toMatchObject({ code: 'file-refused' })
    const id = await startUpload(fileBytes.most)
    const huge = await put(olga, id, 0, Buffer.alloc(fileBytes.mostOfPart + 1))
    expect([huge.statusCode, huge.json<object>()]).toMatchObject([413, { detail: 'Send at most 1024 KB.' }])
    expect((await put(olga, id, 0, Buffer.alloc(10))).json()).toMatchObject({ code: 'request-invalid' })
    const json = await put(olga, id, 0, Buffer.from('{}'), 'application/json')
    expect([json.statusCode, json.json<object>()]).toMatchObject([415, { code: 'media-type-unsupported' }])
    const small = await startUpload(20_000)
    expect((await put(olga, small, 0, Buffer.alloc(20_001))).json()).toMatchObject({
      code: 'request-invalid',
    })
  })
})

describe('another account', () => {
  test('gets the same answers for an existing file as for one that does not exist', async () => {
    const { id, photo } = await sendFile(product, olga, await photograph())
    const readFile = async (fileId: string) => {
      const { headers } = eve
      const answers = [
        await product.app.inject({ url: `/v1/files/${fileId}`, headers }),
        await product.app.inject({
          method: 'PUT',
          url: `/v1/files/${fileId}`,
          headers,
          payload: { alt: 'x' },
        }),
        await product.app.inject({ method: 'DELETE', url: `/v1/files/${fileId}`, headers }),
        await put(eve, fileId, 0, Buffer.alloc(10)),
      ]
      return answers.map(({ statusCode, json }) => [statusCode, { ...json<object>(), requestId: '' }])
    }
    expect(await readFile(id)).toEqual(await readFile(nobodysId))
    await expect(attach(eve, [id], 'sitter', eve.accountId)).rejects.toMatchObject({ code: 'file-not-found' })

    const { url } = photo!.sizes[0]!
    const [path, query] = url.split('?')
    const shown = async (address: string) => {
      const answer = await get(address)
      return [answer.statusCode, { ...answer.json<object>(), requestId: '' }]
    }
    const none = await shown(`/files/private/${nobodysId}/320.webp?${query}`)
    expect(none[0]).toBe(404)
    for (const address of [
      path!,
      `${path}?until=9999999999999&key=${'x'.repeat(32)}`,
      url.replace(id, nobodysId),
      `${path}?${query}x`,
    ])
      expect(await shown(address)).toEqual(none)
    expect((await get(url)).statusCode).toBe(200)
  })

  test('cannot use a private URL after it has expired or the file was deleted', async () => {
    const { id, photo } = await sendFile(product, olga, await photograph())
    const { url } = photo!.sizes[0]!
    const { clock } = product.deps
    const start = clock()
    clock.set(new Date(start.getTime() + 59 * 60_000))
    expect((await get(url)).headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    clock.set(new Date(start.getTime() + 2 * 3_600_000))
    expect((await get(url)).statusCode).toBe(404)
    clock.set(start)
    expect((await get(url)).statusCode).toBe(200)
    await product.app.inject({ method: 'DELETE', url: `/v1/files/${id}`, headers: olga.headers })
    expect((await get(url)).statusCode).toBe(404)
  })
})

test('a picture of which only the drawing is stored is rendered in the width that is first read, and then stored', async () => {
  const { photo } = await sendFile(product, olga, await photograph({ width: 700, height: 700 }))
  await attach(olga, [photo!.id], 'sitter', olga.accountId)
  const row = await product.db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', photo!.id)
    .executeTakeFirstOrThrow()
  const { storage } = product.deps
  for (const width of row.widths) await storage.remove(pictureName(row.hash!, width))
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="700" height="700"><rect width="700" height="700" fill="#C03020"/></svg>'
  await storage.write(drawingName(row.hash!), compressSvg(svg), 'image/svg+xml')
  const { url } = photo!.sizes[0]!
  const served = await get(url)
  expect(served.statusCode).toBe(200)
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 })
  await storage.remove(drawingName(row.hash!))
  expect((await get(url)).rawPayload).toEqual(served.rawPayload)
  expect((await get(photo!.sizes[1]!.url)).statusCode).toBe(404)
})

test('photos are served with nosniff and a sandbox policy, documents sandboxed and as attachments', async () => {
  const { photo } = await sendFile(product, olga, await photograph())
  const picture = await get(photo!.sizes[0]!.url)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(30_000)])
  const { id } = await sendFile(product, olga, pdf, {
    kind: 'document',
    type: 'application/pdf',
    name: 'Rabies “2026”.pdf',
  })
  const row = await product.db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'ready', type: 'application/pdf', bytes: pdf.length })
  await inTransaction(product.db, (tx) =>
    attachFiles({ ...product.deps, db: tx }, viewerOf(olga), {
      fileIds: [id],
      kind: 'document',
      subjectId: olga.accountId,
    }),
  )
  const [paper] = (await documentsOf(product.deps, [olga.accountId]))(olga.accountId)
  const answer = await get(paper!.url!)
  expect(answer.rawPayload.equals(pdf)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename="document.pdf"; filename*=UTF-8''Rabies%20%E2%80%9C2026%E2%80%9D.pdf`,
  })
})

test('files are shown in the order given, and rearranging detaches those left out', async () => {
  const subjectId = 'aaaaaaaa-0000-7000-8000-000000000001'
  const ids: string[] = []
  for (const shade of [10, 20, 30]) ids.push((await sendFile(product, olga, await photograph({ shade }))).id)
  const [first = '', second = '', third = ''] = ids
  const shown = async (): Promise<Photo[]> => (await photosOf(product.deps, 'sitter', [subjectId]))(subjectId)
  await attach(olga, [first, second], 'sitter', subjectId)
  await attach(olga, [third], 'sitter', subjectId)
  expect((await shown()).map(({ id }) => id)).toEqual([first, second, third])
  await inTransaction(product.db, (tx) =>
    arrangeFiles({ ...product.deps, db: tx }, viewerOf(olga), {
      fileIds: [third, first],
      kind: 'sitter',
      subjectId,
    }),
  )
  expect((await shown()).map(({ id }) => id)).toEqual([third, first])
  await inTransaction(product.db, (tx) =>
    arrangeFiles({ ...product.deps, db: tx }, viewerOf(olga), {
      fileIds: [first, second],
      kind: 'sitter',
      subjectId,
    }),
  )
  expect((await shown()).map(({ id }) => id)).toEqual([first, second])
  const loose = await sendFile(product, olga, await photograph({ shade: 40 }))
  await product.app.inject({ method: 'DELETE', url: `/v1/files/${loose.id}`, headers: olga.headers })
  await expect(attach(olga, [loose.id], 'sitter', subjectId)).rejects.toMatchObject({
    code: 'file-not-found',
  })
  await expect(attach(olga, [first], 'sitter', nobodysId)).rejects.toMatchObject({ code: 'file-not-found' })
  await expect(attach(olga, [first], 'pet', subjectId)).rejects.toMatchObject({ code: 'file-not-found' })
  const waiting = await startUpload(1000)
  await expect(attach(olga, [waiting], 'sitter', subjectId)).rejects.toMatchObject({ code: 'file-not-ready' })
})

test('the sweeper deletes only unfinished, unattached and detached files and stray objects', async () => {
  const { db, deps } = product
  const subjectId = 'bbbbbbbb-0000-7000-8000-000000000001'
  const [used, unused, removed] = [
    await sendFile(product, olga, await photograph({ shade: 60 })),
    await sendFile(product, olga, await photograph({ shade: 70 })),
    await sendFile(product, olga, await photograph({ shade: 80 })),
  ]
  await attach(olga, [used.id, removed.id], 'sitter', subjectId)
  const unfinished = await startUpload(100_000)
  await put(olga, unfinished, 0, Buffer.alloc(20_000))
  const refused = await product.app.inject({
    method: 'DELETE',
    url: `/v1/files/${removed.id}`,
    headers: olga.headers,
  })
  expect(refused.json()).toMatchObject({ code: 'file-refused' })
  await inTransaction(db, (tx) =>
    arrangeFiles({ ...deps, db: tx }, viewerOf(olga), { fileIds: [used.id], kind: 'sitter', subjectId }),
  )
  const stray = pictureName('0'.repeat(64), 320)
  await deps.storage.write(stray, Buffer.from('x'), 'image/webp')

  const names = async () => {
    const found: string[] = []
    for (const folder of ['incoming', 'pictures', 'documents'])
      for await (const { name } of deps.storage.list(folder)) found.push(name)
    return found
  }
  const hashOf = async (id: string) =>
    (await db.selectFrom('file').select('hash').where('id', '=', id).executeTakeFirstOrThrow()).hash!
  const [usedHash, unusedHash, removedHash] = [
    await hashOf(used.id),
    await hashOf(unused.id),
    await hashOf(removed.id),
  ]

  const start = deps.clock()
  // The bytes carry the machine's own time, which the sweep compares with the test clock.
  deps.clock.set(new Date(Math.max(start.getTime(), Date.now()) + 48 * 3_600_000))
  expect(await sweepFiles(deps)).toMatchObject({ objects: expect.any(Number) })
  deps.clock.set(start)

  const left = await names()
  expect(left.filter((name) => name.includes(usedHash))).toHaveLength(3)
  for (const gone of [unusedHash, removedHash, unfinished, '0'.repeat(64)])
    expect(left.filter((name) => name.includes(gone))).toEqual([])
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('id', 'in', [used.id, unused.id, removed.id, unfinished])
    .execute()
  expect(rows.map(({ id }) => id)).toEqual([used.id])
  expect(await buffer((await deps.storage.read(pictureName(usedHash, 320)))!.content)).toBeInstanceOf(Buffer)
})
