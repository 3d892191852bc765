import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/notices/notices.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { invoke, type Invocation } from '#server/kernel/http/http.ts'
import { strictPolicy } from '#server/kernel/http/safe-fetch.ts'
import { newPushKeys } from '#server/kernel/outside/push.ts'
import { notify, readNoticesOf, type NoticeInput } from '#server/notices/commands.ts'
import { pushKeysOf, resealPushKey } from '#server/notices/device-commands.ts'
import { pushTo, queueHeldPushes } from '#server/notices/push-commands.ts'
import { noticeRoutes } from '#server/notices/routes.ts'
import { buildAccounts, now, testDeps } from '#test/build.ts'
import { eve, olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { pushPeer } from '#test/push-peer.ts'

const booking = '0b000000-0000-7000-8000-000000000001'

async function setup() {
  const peer = await pushPeer()
  const deps = { ...testDeps(await testDb()), pushPolicy: peer.policy }
  await buildAccounts(deps.db, olga, eve)
  const call = (endpoint: Endpoint, viewer: typeof olga, body: Invocation['body']) => {
    const route = noticeRoutes.find((known) => known.endpoint === endpoint)!
    return invoke(route, deps, { viewer, body, ip: '127.0.0.1' })
  }
  const addDevice = async () => {
    const { id } = await deps.db
      .insertInto('push_device')
      .values({
        id: '0c000000-0000-7000-8000-000000000001',
        account_id: olga.accountId,
        ...peer.address,
        name: 'Firefox on Linux',
        made_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const tell = (telling: Partial<NoticeInput> = {}) =>
    ensureTransaction(deps, (deps) =>
      notify(deps, {
        accountId: olga.accountId,
        kind: 'booking-answered',
        title: 'Sam cannot look after Rex',
        path: `/account/bookings/${booking}`,
        subjectId: booking,
        ...telling,
      }),
    )
  /** Runs the queued push jobs. */
  const work = async () => {
    for (const { name, payload } of deps.jobs.splice(0))
      if (name === 'notices.push') await pushTo(deps, payload)
  }
  return { deps, peer, call, addDevice, tell, work }
}

test('A push is encrypted and signed, and shows the notice’s title only if the account has chosen so', async () => {
  const { deps, peer, addDevice, tell, work } = await setup()
  await addDevice()
  await tell()
  await work()
  const { publicKey } = await pushKeysOf(deps)
  expect(peer.received).toMatchObject([
    {
      key: publicKey,
      claims: { aud: peer.origin, sub: 'mailto:operator@example.org' },
      headers: { urgency: 'normal', 'content-encoding': 'aes128gcm', ttl: '86400' },
      payload: {
        title: 'Sitwell',
        body: 'News about a request or an offer',
        path: `/account/bookings/${booking}`,
      },
    },
  ])
  expect(JSON.stringify(peer.received)).not.toContain('Rex')

  await deps.db
    .insertInto('notice_setting')
    .values({ account_id: olga.accountId, push_shows_title: true, updated_at: now })
    .execute()
  await tell({ kind: 'answer-due' })
  await work()
  expect(peer.received[1]).toMatchObject({
    headers: { urgency: 'high' },
    payload: { body: 'Sam cannot look after Rex' },
  })
})

test('The keys are created once by eight concurrent calls and stored encrypted; configured keys win', async () => {
  const { deps } = await setup()
  const asked = await Promise.all(Array.from({ length: 8 }, () => pushKeysOf(deps)))
  expect(new Set(asked.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(new Set(asked.map(({ privateKey }) => privateKey)).size).toBe(1)
  const [row] = await deps.db.selectFrom('push_key').selectAll().execute()
  expect(row!.private_key_encrypted).not.toContain(asked[0]!.privateKey)
  const own = newPushKeys()
  expect(await pushKeysOf({ ...deps, site: { ...deps.site, pushKeys: own } })).toEqual(own)
})

test('The keys are readable with a previous secret and can be resealed with the new one', async () => {
  const { deps } = await setup()
  const keys = await pushKeysOf(deps)
  const later = { ...deps, site: { ...deps.site, secret: 'a secret that comes later' } }
  await expect(pushKeysOf(later)).rejects.toThrow('sealed with another secret')
  const between = { ...later, site: { ...later.site, previousSecrets: [deps.site.secret] } }
  expect(await pushKeysOf(between)).toEqual(keys)
  expect(await resealPushKey(later)).toEqual({ resealed: 0, unreadable: 1 })
  const done = [await resealPushKey(between), await resealPushKey(between)]
  expect(done.map(({ resealed }) => resealed)).toEqual([1, 0])
  expect(await pushKeysOf(later)).toEqual(keys)
})

test('A 503 from the push service fails the job so that it is retried, and a 410 deletes the device', async () => {
  const { deps, peer, addDevice, tell, work } = await setup()
  await addDevice()
  peer.answers.push(503)
  await tell()
  const job = deps.jobs.splice(0).find((queued) => queued.name === 'notices.push')
  const run = () => pushTo(deps, job!.payload)
  await expect(run()).rejects.toThrow('The push service answered 503')
  await run()
  expect(peer.received).toHaveLength(1)
  peer.answers.push(410)
  await tell()
  await work()
  expect(await deps.db.selectFrom('push_device').selectAll().execute()).toEqual([])
})

test('A push in quiet hours is held, and dropped if its notice is read meanwhile', async () => {
  const { deps, peer, addDevice, tell, work } = await setup()
  await addDevice()
  await deps.db
    .insertInto('notice_setting')
    .values({ account_id: olga.accountId, quiet_from: '22:00', quiet_to: '07:00', updated_at: now })
    .execute()
  deps.clock.set(new Date('2026-12-01T23:00:00Z'))
  await tell()
  await tell({ subjectId: olga.accountId })
  await work()
  expect(peer.received).toHaveLength(0)
  await ensureTransaction(deps, (deps) => readNoticesOf(deps, olga.accountId, booking))
  await queueHeldPushes(deps)
  await work()
  expect(peer.received).toHaveLength(0)
  deps.clock.set(new Date('2026-12-02T07:00:00Z'))
  await queueHeldPushes(deps)
  await queueHeldPushes(deps)
  await work()
  expect(peer.received).toHaveLength(1)
})

test('Only public HTTPS endpoints are accepted for a device and requested for a push', async () => {
  const { deps, peer, call, addDevice, tell } = await setup()
  const strict = { ...deps, pushPolicy: strictPolicy }
  const device = (endpoint: string) => ({
    endpoint,
    keys: { p256dh: peer.address.p256dh, auth: peer.address.auth },
    name: 'Firefox',
  })
  for (const endpoint of [
    'https://127.0.0.1/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'http://push.example.org/x',
    'ftp://x.org',
  ])
    await expect(call(contract.addPushDevice, olga, device(endpoint)), endpoint).rejects.toMatchObject({
      code: 'request-invalid',
    })
  const id = await addDevice()
  await tell()
  await expect(pushTo(strict, { deviceId: id, noticeId: null })).rejects.toMatchObject({
    name: 'FetchRefused',
  })
  expect(peer.received).toHaveLength(0)
})

test('Eve cannot test or remove Olga’s device, and a queued push is dropped once the device is Eve’s', async () => {
  const { deps, peer, call, addDevice, tell, work } = await setup()
  const id = await addDevice()
  expect(await call(contract.tryPushDevice, eve, { id })).toMatchObject({ body: { sent: false } })
  await call(contract.removePushDevice, eve, { id })
  await call(contract.removePushDevice, eve, { endpoint: peer.address.endpoint })
  expect(await call(contract.tryPushDevice, olga, { id })).toMatchObject({ body: { sent: true } })
  await work()
  expect(peer.received).toMatchObject([{ payload: { body: 'It works: notifications will look like this.' } }])

  await tell()
  await deps.db.updateTable('push_device').set({ account_id: eve.accountId }).execute()
  await work()
  expect(peer.received).toHaveLength(1)
  expect(await call(contract.removePushDevice, eve, { id })).toMatchObject({ body: { devices: [] } })
})
