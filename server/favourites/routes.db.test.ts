import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { Favourite, SitterBrief } from '#contract/favourites.ts'
import { deleteFavouritesOf } from '#server/favourites/commands.ts'
import { signUp, testApp, type TestPerson } from '#test/app.ts'
import { buildPlaces } from '#test/build.ts'
import { dublin } from '#test/cast.ts'

async function setup() {
  const tested = await testApp()
  await buildPlaces(tested.db)
  const [olga, sam, eve] = [
    await signUp(tested.app, 'Olga'),
    await signUp(tested.app, 'Sam'),
    await signUp(tested.app, 'Eve'),
  ]
  const { id: samsId } = (
    await tested.app.inject({
      method: 'POST',
      url: '/v1/sitters',
      headers: sam.headers,
      payload: {
        headline: 'Quiet house with a garden',
        bio: 'At home all day.',
        placeId: dublin.id,
        status: 'published',
        services: [{ service: 'boarding', rates: { base: 30_00 } }],
      },
    })
  ).json<{ id: string }>()
  const of = (person: TestPerson) => `/v1/accounts/${person.accountId}/favorites`
  const ask = async <T>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    as: TestPerson,
    payload?: object,
  ) => {
    const answer = await tested.app.inject({ method, url, headers: as.headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json<T>() }
  }
  return { ...tested, olga, sam, eve, samsId, of, ask }
}

type List = { items: Favourite[] }

test('adding a favourite twice stores it once, and undoing a removal restores its note and date', async () => {
  const { ask, of, olga, samsId } = await setup()
  const url = `${of(olga)}/${samsId}`
  const first = await ask<Favourite>('PUT', url, olga, { note: 'Has a garden' })
  await ask('PUT', url, olga, {})
  const listed = await ask<List>('GET', of(olga), olga)
  expect(listed.body.items).toEqual([first.body])
  expect(first.body).toMatchObject({
    note: 'Has a garden',
    sitter: { id: samsId, services: [{ service: 'boarding', unitPrice: 33_00 }] },
  })
  await ask('DELETE', url, olga)
  expect((await ask<List>('GET', of(olga), olga)).body.items).toEqual([])
  const { note, addedAt } = first.body
  const again = await ask<Favourite>('PUT', url, olga, { note, addedAt })
  expect(again.body).toEqual(first.body)
})

test('another account’s favourites cannot be changed, and reading them fails as for an unknown account', async () => {
  const { ask, of, olga, eve, samsId } = await setup()
  await ask('PUT', `${of(olga)}/${samsId}`, olga, { note: 'Mine' })
  const foreign = await ask<object>('GET', of(olga), eve)
  const nobody = await ask<object>('GET', `/v1/accounts/${randomUUID()}/favorites`, eve)
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...nobody.body, requestId: '' })
  expect((await ask('DELETE', `${of(olga)}/${samsId}`, eve)).status).toBe(404)
  expect((await ask<List>('GET', of(olga), olga)).body.items).toHaveLength(1)
})

test('merging a device’s favourites keeps existing entries and skips unknown sitters', async () => {
  const { ask, of, olga, samsId, db } = await setup()
  const items = [
    { sitterId: samsId, note: 'From the phone', addedAt: '2026-11-01T10:00:00Z' },
    { sitterId: randomUUID(), note: null, addedAt: '2026-11-02T10:00:00Z' },
  ]
  const merged = await ask<List>('POST', `${of(olga)}/merge`, olga, { items })
  expect(merged.body.items).toMatchObject([
    { sitterId: samsId, note: 'From the phone', addedAt: '2026-11-01T10:00:00.000Z' },
  ])
  await ask('POST', `${of(olga)}/merge`, olga, { items: [{ ...items[0], note: 'Another' }] })
  expect((await ask<List>('GET', of(olga), olga)).body.items).toMatchObject([{ note: 'From the phone' }])
  await db.updateTable('sitter').set({ status: 'paused' }).execute()
  expect((await ask<List>('GET', of(olga), olga)).body.items).toMatchObject([{ name: 'Sam', sitter: null }])
})

test('an account has at most 200 favourites, and the refusal says to remove one', async () => {
  const { ask, of, olga, sam, samsId, db } = await setup()
  const sitters = await db.selectFrom('sitter').selectAll().execute()
  const people = Array.from({ length: 200 }, () => ({ id: randomUUID(), accountId: randomUUID() }))
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', sam.accountId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('account')
    .values(
      people.map(({ accountId }) => ({
        ...account,
        id: accountId,
        external_id: accountId,
        invite_code: accountId,
      })),
    )
    .execute()
  await db
    .insertInto('sitter')
    .values(
      people.map(({ id, accountId }) => ({
        ...sitters[0]!,
        id,
        account_id: accountId,
        home: JSON.stringify(sitters[0]!.home),
        own_holidays: JSON.stringify(sitters[0]!.own_holidays),
      })),
    )
    .execute()
  const items = people.map(({ id }) => ({ sitterId: id, note: null, addedAt: '2026-11-01T10:00:00Z' }))
  expect((await ask<List>('POST', `${of(olga)}/merge`, olga, { items })).body.items).toHaveLength(200)
  const full = await ask<{ code: string; detail: string }>('PUT', `${of(olga)}/${samsId}`, olga, {})
  expect(full).toMatchObject({
    status: 422,
    body: { code: 'favourites-full', detail: expect.stringContaining('Remove one') },
  })
})

test('sitter briefs are public and include only published sitters', async () => {
  const { app, samsId, db } = await setup()
  const read = async () =>
    (await app.inject(`/v1/sitters/briefs?ids=${randomUUID()},${samsId}`)).json<{ items: SitterBrief[] }>()
      .items
  expect(await read()).toMatchObject([{ id: samsId, name: 'Sam', placeName: 'Dublin' }])
  await db.updateTable('sitter').set({ status: 'paused' }).execute()
  expect(await read()).toEqual([])
})

test('erasing an account deletes its favourites and no others', async () => {
  const { ask, of, olga, eve, samsId, deps, db } = await setup()
  for (const person of [olga, eve]) await ask('PUT', `${of(person)}/${samsId}`, person, {})
  await deleteFavouritesOf(deps, olga.accountId)
  const left = await db.selectFrom('favourite').select('account_id').execute()
  expect(left).toEqual([{ account_id: eve.accountId }])
})
