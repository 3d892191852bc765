import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Photo } from '#contract/files/files.ts'
import type { Pet } from '#contract/pets.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { openApp, signUp, type TestApp, type TestPerson } from '#test/app.ts'
import { buildPlaces } from '#test/build.ts'
import { lisbon } from '#test/cast.ts'
import { createTestDb } from '#test/db.ts'
import { photograph, sendFile } from '#test/file-calls.ts'

let product: TestApp
let olga: TestPerson
let sam: TestPerson
let eve: TestPerson

beforeAll(async () => {
  const { db, drop } = await createTestDb()
  product = await openApp(db)
  await buildPlaces(db)
  olga = await signUp(product.app, 'Olga')
  sam = await signUp(product.app, 'Sam')
  eve = await signUp(product.app, 'Eve')
  return async () => {
    await product.app.close()
    await drop()
  }
})

const call = (person: TestPerson | null, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  product.app.inject({
    method,
    url,
    ...(person ? { headers: person.headers } : {}),
    ...(payload ? { payload } : {}),
  })
const send = async (person: TestPerson, kind: 'sitter' | 'pet' | 'account' | 'document', shade = 90) =>
  (await sendFile(product, person, await photograph({ shade }), { kind })).id

const profile = {
  headline: 'A quiet home',
  placeId: lisbon.id,
  status: 'published',
  services: [{ service: 'boarding', rates: { base: 20_00 } }],
}

describe('a sitter’s gallery', () => {
  test('is public, provides its first photo for the card, and can be changed only by the sitter', async () => {
    const sitter = (await call(sam, 'POST', '/v1/sitters', profile)).json<Sitter>()
    const [first, second] = [await send(sam, 'sitter', 10), await send(sam, 'sitter', 20)]
    const path = `/v1/sitters/${sitter.id}/photos`
    expect((await call(eve, 'PUT', path, { fileIds: [] })).json()).toMatchObject({ code: 'sitter-not-found' })
    const foreign = await send(eve, 'sitter')
    expect((await call(sam, 'PUT', path, { fileIds: [foreign] })).json()).toMatchObject({
      code: 'file-not-found',
    })

    const saved = (await call(sam, 'PUT', path, { fileIds: [second, first] })).json<Sitter>()
    expect(saved.photos.map(({ id }) => id)).toEqual([second, first])
    const shown = (await call(null, 'GET', `/v1/sitters/by-id/${sitter.id}`)).json<Sitter>()
    expect(shown.photos).toEqual(saved.photos)
    const address = shown.photos[0]!.sizes[1]!.url
    expect(address).toMatch(/^\/files\/[0-9a-f]{64}\/640\.webp$/)
    expect((await call(null, 'GET', address)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    const row = await product.db
      .selectFrom('sitter')
      .select('photo_url')
      .where('id', '=', sitter.id)
      .executeTakeFirst()
    expect(row).toEqual({ photo_url: address })

    await call(sam, 'PUT', path, { fileIds: [first] })
    expect((await call(null, 'GET', address)).statusCode).toBe(404)
    expect((await call(null, 'GET', address.replace(/[0-9a-f]{64}/, '0'.repeat(64)))).statusCode).toBe(404)
    await call(sam, 'PUT', path, { fileIds: [] })
    expect(
      await product.db
        .selectFrom('sitter')
        .select('photo_url')
        .where('id', '=', sitter.id)
        .executeTakeFirst(),
    ).toEqual({ photo_url: null })
  })

  test('has at most 20 photos', async () => {
    const sitter = (await call(sam, 'GET', `/v1/sitters/by-account-id/${sam.accountId}`)).json<Sitter>()
    const fileIds = Array.from({ length: 21 }, () => 'ffffffff-ffff-4fff-8fff-ffffffffffff')
    expect((await call(sam, 'PUT', `/v1/sitters/${sitter.id}/photos`, { fileIds })).json()).toMatchObject({
      code: 'request-invalid',
    })
  })
})

describe('the photos for cards', () => {
  type Answer = { items: { sitterId: string; photos: Photo[] }[]; code?: string; errors?: unknown }
  const ask = async (ids: readonly string[]) => {
    const response = await call(null, 'GET', `/v1/sitters/photos?ids=${ids.join(',')}`)
    return { ...response.json<Answer>(), cacheControl: response.headers['cache-control'] }
  }
  const publish = async (name: string, shades: readonly number[]) => {
    const person = await signUp(product.app, name)
    const sitter = (await call(person, 'POST', '/v1/sitters', profile)).json<Sitter>()
    const fileIds = await Promise.all(shades.map((shade) => send(person, 'sitter', shade)))
    await call(person, 'PUT', `/v1/sitters/${sitter.id}/photos`, { fileIds })
    return { person, id: sitter.id, fileIds }
  }

  test('are the first five of the profile in its order, beginning with the photo of the card', async () => {
    const many = await publish('Mia', [5, 25, 45, 65, 85, 105])
    const few = await publish('Finn', [15, 35])
    const none = await publish('Nora', [])
    const { items, cacheControl } = await ask([few.id, none.id, many.id, few.id])
    expect(items.map(({ sitterId }) => sitterId)).toEqual([few.id, none.id, many.id])
    const [ofFew, ofNone, ofMany] = items.map(({ photos }) => photos)
    expect(ofFew!.map(({ id }) => id)).toEqual(few.fileIds)
    expect(ofNone).toEqual([])
    const shown = (await call(null, 'GET', `/v1/sitters/by-id/${many.id}`)).json<Sitter>()
    expect(ofMany).toHaveLength(5)
    expect(ofMany).toEqual(shown.photos.slice(0, 5))
    const card = await product.db
      .selectFrom('sitter')
      .select('photo_url')
      .where('id', '=', many.id)
      .executeTakeFirstOrThrow()
    expect(ofMany![0]!.sizes.map(({ url }) => url)).toContain(card.photo_url)
    expect(cacheControl).toBe('public, max-age=0, must-revalidate')

    await call(many.person, 'PUT', `/v1/sitters/${many.id}/photos`, {
      fileIds: many.fileIds.toReversed(),
    })
    const [reversed] = (await ask([many.id])).items
    expect(reversed!.photos.map(({ id }) => id)).toEqual(many.fileIds.toReversed().slice(0, 5))
  })

  test('are given of published sitters only, even to the sitter', async () => {
    const { person, id } = await publish('Paula', [55, 75])
    const unknown = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
    expect((await ask([unknown, id])).items.map(({ sitterId }) => sitterId)).toEqual([id])
    await call(person, 'PUT', `/v1/sitters/${id}`, { ...profile, status: 'paused' })
    expect((await ask([id])).items).toEqual([])
    const own = await call(person, 'GET', `/v1/sitters/photos?ids=${id}`)
    expect(own.json<Answer>().items).toEqual([])
  })

  test('are given of at most 24 sitters at once, and a request for more says so', async () => {
    const ids = Array.from({ length: 24 }, () => randomUUID())
    expect((await ask(ids)).items).toEqual([])
    expect(await ask([...ids, randomUUID()])).toMatchObject({
      code: 'request-invalid',
      errors: [{ message: 'Ask for at most 24 sitters at once' }],
    })
    expect(await ask(['nonsense'])).toMatchObject({ code: 'request-invalid' })
    expect((await ask([])).items).toEqual([])
  })
})

describe('an owner’s pet', () => {
  const rex = { name: 'Rex', species: 'dog', birthOn: '2021-12-01', weightKg: 22 }

  test('shows its photos only to the owner, at private URLs', async () => {
    const pet = (await call(olga, 'POST', '/v1/pets', rex)).json<Pet>()
    const photo = await send(olga, 'pet')
    const path = `/v1/pets/${pet.id}/photos`
    expect((await call(eve, 'PUT', path, { fileIds: [photo] })).json()).toMatchObject({
      code: 'pet-not-found',
    })
    const saved = (await call(olga, 'PUT', path, { fileIds: [photo] })).json<Pet>()
    const address = saved.photos[0]!.sizes[0]!.url
    expect(address).toMatch(/^\/files\/private\//)
    expect((await call(null, 'GET', address)).statusCode).toBe(200)
    const { hash } = await product.db
      .selectFrom('file')
      .select('hash')
      .where('id', '=', photo)
      .executeTakeFirstOrThrow()
    expect((await call(null, 'GET', `/files/${hash}/320.webp`)).statusCode).toBe(404)
    expect((await call(olga, 'GET', `/v1/pets/${pet.id}`)).json<Pet>().photos).toHaveLength(1)
    expect((await call(eve, 'GET', `/v1/pets/${pet.id}`)).statusCode).toBe(404)
  })

  test('keeps only the documents its vaccinations refer to and refuses another account’s document', async () => {
    const [first, second] = [await send(olga, 'document', 10), await send(olga, 'document', 20)]
    const vaccination = (documentId: string | null) => ({ type: 'Rabies', documentId })
    const pet = (
      await call(olga, 'POST', '/v1/pets', {
        ...rex,
        vaccinations: [vaccination(first), vaccination(second)],
      })
    ).json<Pet>()
    expect(pet.documents.map(({ id }) => id)).toEqual([first, second])
    const after = (
      await call(olga, 'PUT', `/v1/pets/${pet.id}`, { ...rex, vaccinations: [vaccination(second)] })
    ).json<Pet>()
    expect(after.documents.map(({ id }) => id)).toEqual([second])
    const foreign = await send(eve, 'document')
    expect(
      (
        await call(olga, 'PUT', `/v1/pets/${pet.id}`, { ...rex, vaccinations: [vaccination(foreign)] })
      ).json(),
    ).toMatchObject({ code: 'file-not-found' })
  })
})

test('the photo of a sitter’s own pet is public until the profile is paused', async () => {
  const pet = (await call(sam, 'POST', '/v1/pets', { name: 'Pip', species: 'rabbit' })).json<Pet>()
  await call(sam, 'PUT', `/v1/pets/${pet.id}/photos`, { fileIds: [await send(sam, 'pet')] })
  const sitter = (await call(sam, 'GET', `/v1/sitters/by-account-id/${sam.accountId}`)).json<Sitter>()
  const [shown] = (await call(null, 'GET', `/v1/sitters/by-id/${sitter.id}`)).json<Sitter>().pets
  const address = shown!.photo!.sizes[0]!.url
  expect((await call(null, 'GET', address)).statusCode).toBe(200)
  await call(sam, 'PUT', `/v1/sitters/${sitter.id}`, { ...profile, status: 'paused' })
  expect((await call(null, 'GET', address)).statusCode).toBe(404)
})

test('the photo of an account can be set and removed by that account, and not by another one', async () => {
  const fileId = await send(olga, 'account')
  const path = `/v1/accounts/${olga.accountId}/photo`
  expect((await call(eve, 'PUT', path, { fileId })).json()).toMatchObject({ code: 'account-not-found' })
  const { photoUrl } = (await call(olga, 'PUT', path, { fileId })).json<{ photoUrl: string }>()
  expect((await call(null, 'GET', photoUrl)).statusCode).toBe(200)
  const account = () => call(olga, 'GET', `/v1/accounts/by-id/${olga.accountId}`)
  expect((await account()).json()).toMatchObject({ photoUrl })
  expect((await call(olga, 'PUT', path, { fileId: null })).json()).toEqual({ photoUrl: null })
  expect((await account()).json()).toMatchObject({ photoUrl: null })
  expect((await call(null, 'GET', photoUrl)).statusCode).toBe(404)
})
