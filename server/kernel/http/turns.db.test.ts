import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp, testApp } from '#test/app.ts'

test('while twelve reads wait for the database another is refused in time, and the account load and writes go on', async () => {
  const { app, db } = await testApp()
  const olga = await signUp(app, 'Olga')
  const { promise: over, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const lock = db.transaction().execute(async (tx) => {
    await tx.executeQuery(sql`lock table lost_pet in access exclusive mode`.compile(tx))
    locked()
    await over
  })
  await isLocked
  // `inject` sends the request only once somebody waits for it.
  const read = async () => await app.inject('/v1/lost/nobody-knows-this-code')
  const waiting = Array.from({ length: 12 }, read)
  const refused = await read()
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
    503,
    '1',
    { code: 'unavailable', detail: 'The server is busy. Nothing was changed; try again in a moment.' },
  ])
  const { uid, headers, accountId } = olga
  expect((await app.inject({ url: `/v1/accounts/by-external-id/${uid}`, headers })).statusCode).toBe(200)
  const change = { version: 1, name: 'Olga', phoneNumber: null, location: null }
  const written = await app.inject({
    method: 'PUT',
    url: `/v1/accounts/${accountId}`,
    headers,
    payload: change,
  })
  expect(written.statusCode).toBe(200)
  release()
  await lock
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(404))
})
