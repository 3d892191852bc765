import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Favourite } from '#contract/favourites.ts'
import type { FavouriteList, SharedList } from '#contract/favourite-lists.ts'
import { deleteFavouritesOf } from '#server/favourites/commands.ts'
import { signUp, testApp, type TestPerson } from '#test/app.ts'
import { buildPlaces } from '#test/build.ts'
import { dublin } from '#test/cast.ts'

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
type Refusal = { code: string; detail: string; version?: number }

async function setup() {
  const tested = await testApp()
  const { app } = tested
  await buildPlaces(tested.db)
  const ask = async <T>(method: Method, url: string, as: TestPerson | null, payload?: object) => {
    const answer = await app.inject({
      method,
      url,
      ...(as && { headers: as.headers }),
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json<T>(), headers: answer.headers }
  }
  const become = async (name: string) => {
    const person = await signUp(app, name)
    const profile = {
      headline: 'Quiet house with a garden',
      bio: 'At home all day.',
      placeId: dublin.id,
      status: 'published',
      services: [{ service: 'boarding', rates: { base: 30_00 } }],
    }
    return (await ask<{ id: string }>('POST', '/v1/sitters', person, profile)).body.id
  }
  const [olga, eve] = [await signUp(app, 'Olga'), await signUp(app, 'Eve')]
  const sam = await become('Sam')
  const listsOf = ({ accountId }: TestPerson) => `/v1/accounts/${accountId}/favorite-lists`
  const favouritesOf = ({ accountId }: TestPerson) => `/v1/accounts/${accountId}/favorites`
  const keep = (sitterId: string, change: object = {}) =>
    ask<Favourite>('PUT', `${favouritesOf(olga)}/${sitterId}`, olga, change)
  const create = async (name: string, sitterIds: string[] = []) =>
    (await ask<FavouriteList>('POST', listsOf(olga), olga, { name, sitterIds })).body
  const share = async (listId: string, shared = true) =>
    (await ask<FavouriteList>('PUT', `${listsOf(olga)}/${listId}/sharing`, olga, { shared })).body
  const lists = async () => (await ask<{ items: FavouriteList[] }>('GET', listsOf(olga), olga)).body.items
  const listIdsOf = async (sitterId: string) =>
    (await ask<{ items: Favourite[] }>('GET', favouritesOf(olga), olga)).body.items.find(
      (one) => one.sitterId === sitterId,
    )?.listIds
  const visit = (url: string | null) =>
    ask<SharedList & Refusal>('GET', `/v1/lists/${url?.split('/').at(-1)}`, null)
  return {
    ...tested,
    ask,
    become,
    olga,
    eve,
    sam,
    listsOf,
    favouritesOf,
    keep,
    create,
    share,
    lists,
    listIdsOf,
    visit,
  }
}

test('a sitter is put on a list, taken off it, and leaves all lists when no longer a favourite', async () => {
  const { ask, become, olga, sam, favouritesOf, keep, create, lists, listIdsOf } = await setup()
  const ines = await become('Ines')
  await keep(sam)
  const easter = await create('  Easter ', [sam, ines])
  const pip = await create('For Pip')
  expect((await lists()).map(({ name, isEverything }) => [name, isEverything])).toEqual([
    ['Favourites', true],
    ['Easter', false],
    ['For Pip', false],
  ])
  expect(await listIdsOf(sam)).toEqual([easter.id])
  expect(await listIdsOf(ines), 'not a favourite, so not on the list').toBeUndefined()
  expect((await keep(ines, { listIds: [pip.id, randomUUID(), olga.accountId] })).body.listIds).toEqual([
    pip.id,
  ])
  await keep(sam, { listIds: [pip.id] })
  expect(await listIdsOf(sam)).toEqual([pip.id])
  await keep(sam, { note: 'Has a garden' })
  expect(await listIdsOf(sam), 'a note changes no list').toEqual([pip.id])
  await ask('DELETE', `${favouritesOf(olga)}/${sam}`, olga)
  await keep(sam)
  expect(await listIdsOf(sam)).toEqual([])
})

test('a list is renamed once for each version, and its deletion keeps the favourites', async () => {
  const { ask, olga, sam, listsOf, keep, create, lists, listIdsOf } = await setup()
  await keep(sam)
  const { id, version } = await create('Easter', [sam])
  const rename = (name: string) =>
    ask<FavouriteList & Refusal>('PUT', `${listsOf(olga)}/${id}`, olga, { name, version })
  expect((await rename('Spring')).body).toMatchObject({ name: 'Spring', version: version + 1 })
  expect(await rename('Summer')).toMatchObject({
    status: 412,
    body: { code: 'version-stale', version: version + 1, detail: expect.stringContaining('“Spring”') },
  })
  for (let again = 0; again < 2; again++)
    expect((await ask('DELETE', `${listsOf(olga)}/${id}`, olga)).status).toBe(200)
  expect((await lists()).map(({ name }) => name)).toEqual(['Favourites'])
  expect(await listIdsOf(sam)).toEqual([])
})

test('two lists of one person never have the same name, whatever the capitals, and “Favourites” is taken', async () => {
  const { ask, olga, eve, listsOf, create } = await setup()
  const easter = await create('Easter')
  const summer = await create('Summer')
  const add = (name: string, person = olga) => ask<Refusal>('POST', listsOf(person), person, { name })
  for (const name of ['EASTER', 'favourites'])
    expect(await add(name)).toMatchObject({ status: 422, body: { code: 'list-exists' } })
  const rename = (name: string) =>
    ask<Refusal>('PUT', `${listsOf(olga)}/${summer.id}`, olga, { name, version: summer.version })
  expect((await rename('easter')).body).toMatchObject({
    code: 'list-exists',
    detail: 'You already have a list called “Easter”. Choose another name.',
  })
  expect((await rename('SUMMER')).status, 'its own name in other letters').toBe(200)
  expect((await add('Easter', eve)).status, 'another person').toBe(201)
  expect(easter.name).toBe('Easter')
  for (const name of ['', '   ', 'x'.repeat(61)])
    expect(await add(name)).toMatchObject({ status: 400, body: { code: 'request-invalid' } })
})

test('of ten attempts at the same time to create a list with one name, one succeeds', async () => {
  const { ask, olga, listsOf, lists } = await setup()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask<Refusal>('POST', listsOf(olga), olga, { name: 'Easter' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'list-exists')).toHaveLength(9)
  expect(await lists()).toHaveLength(2)
})

test('an account has at most 30 lists of its own, even if the last ones are created at the same time', async () => {
  const { ask, olga, listsOf, create, share, lists } = await setup()
  await share(olga.accountId)
  for (let number = 1; number <= 28; number++) await create(`List ${number}`)
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => ask<Refusal>('POST', listsOf(olga), olga, { name })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(2)
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([422, 'lists-full'])
    expect(body.detail).toContain('Delete one')
  }
  expect(await lists()).toHaveLength(31)
})

test('the list of all favourites is shared like the others, but neither renamed nor deleted', async () => {
  const { ask, olga, sam, listsOf, keep, share, lists, visit } = await setup()
  await keep(sam)
  const url = `${listsOf(olga)}/${olga.accountId}`
  for (const refused of [
    await ask<Refusal>('PUT', url, olga, { name: 'Mine', version: 1 }),
    await ask<Refusal>('DELETE', url, olga),
  ])
    expect(refused).toMatchObject({ status: 422, body: { code: 'list-fixed' } })
  const shared = await share(olga.accountId)
  expect(await lists()).toEqual([shared])
  expect((await visit(shared.url)).body).toMatchObject({
    name: 'Favourites',
    isEverything: true,
    sitters: [{ id: sam }],
  })
})

test('another person can neither see nor change a list, and their lists stay as if it did not exist', async () => {
  const { ask, olga, eve, sam, listsOf, favouritesOf, keep, create, lists } = await setup()
  await keep(sam)
  const easter = await create('Easter', [sam])
  const before = await lists()
  const [own, others] = [`${listsOf(eve)}/${easter.id}`, `${listsOf(olga)}/${easter.id}`]
  const attempts = [
    await ask('GET', listsOf(olga), eve),
    await ask('POST', listsOf(olga), eve, { name: 'Mine' }),
    await ask('PUT', others, eve, { name: 'Mine', version: 1 }),
    await ask('PUT', own, eve, { name: 'Mine', version: 1 }),
    await ask('PUT', `${others}/sharing`, eve, { shared: true }),
    await ask('PUT', `${own}/sharing`, eve, { shared: true }),
    await ask('DELETE', others, eve),
  ]
  expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404))
  await ask('DELETE', own, eve)
  await ask('PUT', `${favouritesOf(eve)}/${sam}`, eve, { listIds: [easter.id] })
  const foreign = await ask<{ items: Favourite[] }>('GET', favouritesOf(eve), eve)
  expect(foreign.body.items).toMatchObject([{ sitterId: sam, listIds: [] }])
  expect(await lists()).toEqual(before)
})

test('a shared list shows its sitters and the owner’s first name without a sign-in, and nothing else', async () => {
  const { ask, olga, sam, keep, create, share, visit, become } = await setup()
  await ask('PUT', `/v1/accounts/${olga.accountId}`, olga, {
    name: 'Olga Nunes',
    phoneNumber: null,
    location: null,
  })
  await keep(sam, { note: 'Only for me', addedAt: '2026-11-01T10:00:00Z' })
  const ines = await become('Ines')
  await keep(ines, { addedAt: '2026-11-02T10:00:00Z' })
  await keep(await become('Tomas'))
  const { id } = await create('Easter', [sam, ines])
  const { url } = await share(id)
  expect(url).toMatch(/^http:\/\/localhost:3000\/lists\/[\w-]{22}$/)
  const { status, body, headers } = await visit(url)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('private, no-store')
  expect(body).toEqual({
    name: 'Easter',
    isEverything: false,
    ownerName: 'Olga',
    sitters: [expect.objectContaining({ id: ines }), expect.objectContaining({ id: sam, name: 'Sam' })],
  })
  const words = JSON.stringify(body)
  for (const secret of ['Only for me', 'Nunes', olga.accountId, 'example.org', '2026-11-01'])
    expect(words).not.toContain(secret)
})

test('a sitter whose profile is hidden is left out of the shared list, and is back when the profile is', async () => {
  const { sam, keep, create, share, visit, listIdsOf, db } = await setup()
  await keep(sam)
  const { id } = await create('Easter', [sam])
  const { url } = await share(id)
  const status = (value: 'paused' | 'published') => db.updateTable('sitter').set({ status: value }).execute()
  await status('paused')
  expect((await visit(url)).body.sitters).toEqual([])
  expect(await listIdsOf(sam)).toEqual([id])
  await status('published')
  expect((await visit(url)).body.sitters).toMatchObject([{ id: sam }])
})

test('an address ends at once when sharing stops, and sharing again gives another one', async () => {
  const { create, share, visit } = await setup()
  const { id } = await create('Easter')
  const first = await share(id)
  expect(await share(id), 'shared twice').toEqual(first)
  expect((await visit(first.url)).status).toBe(200)
  expect((await share(id, false)).url).toBeNull()
  expect(await visit(first.url)).toMatchObject({ status: 404, body: { code: 'list-not-found' } })
  const second = await share(id)
  expect(second.url).not.toBe(first.url)
  expect((await visit(first.url)).status).toBe(404)
  expect((await visit(second.url)).status).toBe(200)
})

test('the address of a shared list ends with the list, and while its account waits for its deletion', async () => {
  const { ask, olga, listsOf, create, share, visit, db, deps } = await setup()
  const easter = await share((await create('Easter')).id)
  const summer = await share((await create('Summer')).id)
  await ask('DELETE', `${listsOf(olga)}/${easter.id}`, olga)
  expect((await visit(easter.url)).status).toBe(404)
  const at = deps.now()
  await db
    .insertInto('identity.deletions')
    .values({
      user_id: olga.uid,
      account_id: olga.accountId,
      code_hash: 'code',
      asked_at: at,
      due_at: new Date(at.getTime() + 86_400_000),
      was_disabled: false,
    })
    .execute()
  expect((await visit(summer.url)).status).toBe(404)
  await db.deleteFrom('identity.deletions').execute()
  expect((await visit(summer.url)).status).toBe(200)
})

test('erasing an account deletes its lists and those of nobody else', async () => {
  const { ask, olga, eve, sam, listsOf, keep, create, share, visit, deps, db } = await setup()
  await keep(sam)
  const { url } = await share((await create('Easter', [sam])).id)
  await ask('POST', listsOf(eve), eve, { name: 'Easter' })
  await deleteFavouritesOf(deps, olga.accountId)
  expect((await visit(url)).status).toBe(404)
  expect(await db.selectFrom('favourite_list').select('account_id').execute()).toEqual([
    { account_id: eve.accountId },
  ])
  expect(await db.selectFrom('favourite_list_sitter').selectAll().execute()).toEqual([])
})
