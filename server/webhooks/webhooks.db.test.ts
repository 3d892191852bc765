import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { hookedEvents } from '#contract/webhooks/codes.ts'
import * as contract from '#contract/webhooks/webhooks.ts'
import { transitions } from '#server/bookings/transitions.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import type { Resolve } from '#server/kernel/http/public-address.ts'
import { strictPolicy } from '#server/kernel/http/safe-fetch.ts'
import { developmentPolicy, sendWebhook } from '#server/kernel/outside/webhook.ts'
import { routes } from '#server/slices.ts'
import { deliverDue } from '#server/webhooks/deliver-commands.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

type Received = { headers: IncomingMessage['headers']; body: string }

/** A receiver that answers each message with the next of its answers, and then with 204. */
async function receiver() {
  const received: Received[] = []
  const answers: { status: number; body?: string; location?: string }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      const { status, body = '', location } = answers.shift() ?? { status: 204 }
      response.writeHead(status, location ? { location } : {}).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
  const { port } = server.address() as AddressInfo
  return { received, answers, address: `http://127.0.0.1:${port}/hook` }
}

async function setup() {
  const fixture = await bookingFixture()
  const peer = await receiver()
  const deps = Object.assign(fixture.deps, { webhookPolicy: developmentPolicy })
  const fresh = (viewer: Viewer): Viewer => ({ ...viewer, authTime: deps.now().getTime() / 1000 })
  const add = (viewer: Viewer, body: object = {}) =>
    answerOf(routes, contract.addWebhook, deps, {
      viewer: fresh(viewer),
      body: { address: peer.address, events: ['request', 'accept'], ...body },
    })
  const log = async (viewer: Viewer, webhookId: string) =>
    (
      await answerOf(routes, contract.listWebhookDeliveries, deps, {
        viewer,
        params: { webhookId },
        query: {},
      })
    ).items
  /** Carries out the queued jobs, and what is due by the clock. */
  const work = async () => {
    for (const { name, payload } of deps.jobs.splice(0))
      if (name === 'webhooks.deliver') await deliverDue(deps, payload.deliveryId)
    await deliverDue(deps)
  }
  const pass = (minutes: number) => deps.clock.set(new Date(deps.now().getTime() + minutes * 60_000))
  const call = (
    endpoint: typeof contract.testWebhook | typeof contract.renewWebhookSecret,
    viewer: Viewer,
    webhookId: string,
  ) => answerOf(routes, endpoint, deps, { viewer: fresh(viewer), params: { webhookId }, body: {} })
  const replay = (viewer: Viewer, webhookId: string, deliveryId: string) =>
    answerOf(routes, contract.replayWebhookDelivery, deps, {
      viewer,
      params: { webhookId, deliveryId },
      body: {},
    })
  const change = (viewer: Viewer, webhookId: string, body: object) =>
    answerOf(routes, contract.changeWebhook, deps, { viewer, params: { webhookId }, body })
  return { ...fixture, ...peer, deps, add, log, work, pass, call, replay, change }
}

/** Resolves every name to the own computer. */
const toThisComputer: Resolve = Object.assign(
  (_hostname: string, _options: unknown, callback?: unknown) => {
    if (typeof callback === 'function') callback(null, [{ address: '127.0.0.1', family: 4 }])
  },
  { __promisify__: lookup['__promisify__'] },
)

/** Verifies a message as the guide tells receivers to. */
function isGenuine(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return headers['webhook-signature'] === expected
}

test('both sides of a booking are told of its events, signed, and nobody else is', async () => {
  const own = await setup()
  const { secret } = await own.add(sam)
  await own.add(olga, { events: ['accept'] })
  await own.add(eve)
  const booking = await own.request(olga, weekend(own))
  await own.work()
  expect(own.received).toHaveLength(1)
  const [first] = own.received
  expect(isGenuine(secret, first!)).toBe(true)
  expect(isGenuine(secret, { ...first!, body: first!.body.replace('requested', 'confirmed') })).toBe(false)
  expect(contract.WebhookMessage.parse(JSON.parse(first!.body))).toEqual({
    id: first!.headers['webhook-id'],
    type: 'booking.request',
    timestamp: '2026-12-01T09:00:00.000Z',
    version: 1,
    data: {
      bookingId: booking.id,
      bookingNumber: booking.number,
      status: 'requested',
      url: `http://localhost:3000/v1/bookings/${booking.id}`,
    },
  })
  await own.act(sam, booking, 'accept')
  await own.work()
  expect(own.received.slice(1).map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'booking.accept' },
    { type: 'booking.accept' },
  ])
})

test('the message is written in the transaction of the event: a refused event sends nothing', async () => {
  const own = await setup()
  await own.add(sam, { events: ['accept', 'check_in'] })
  const booking = await own.request(olga, weekend(own))
  expect(await refusalOf(own.act(sam, booking, 'check_in'))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  await own.work()
  expect(own.received).toEqual([])
  expect(await own.deps.db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([])
})

test('a failed message is sent again with the same id until it arrives, and the log says what was answered', async () => {
  const own = await setup()
  const { webhook } = await own.add(sam)
  own.answers.push({ status: 500, body: 'x'.repeat(5_000) }, { status: 302, location: 'http://127.0.0.1:1/' })
  await own.request(olga, weekend(own))
  await own.work()
  expect(await own.log(sam, webhook.id)).toMatchObject([
    {
      event: 'request',
      state: 'waiting',
      attempts: 1,
      status: 500,
      response: 'x'.repeat(1_024),
      nextAt: '2026-12-01T09:01:00.000Z',
    },
  ])
  await own.work()
  expect(own.received).toHaveLength(1)
  own.pass(1)
  await own.work()
  expect(await own.log(sam, webhook.id)).toMatchObject([{ state: 'waiting', attempts: 2, status: 302 }])
  own.pass(5)
  await own.work()
  expect(await own.log(sam, webhook.id)).toMatchObject([
    { state: 'delivered', attempts: 3, status: 204, nextAt: null },
  ])
  expect(new Set(own.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('a message is given up after ten attempts, and after five days of failures the webhook is paused with a mail', async () => {
  const own = await setup()
  const { webhook } = await own.add(sam, { address: 'http://127.0.0.1:1/' })
  await own.request(olga, weekend(own))
  for (let hour = 0; hour < 24 * 4; hour += 1) {
    await own.work()
    own.pass(60)
  }
  expect(await own.log(sam, webhook.id)).toMatchObject([
    { state: 'failed', attempts: 10, status: null, failure: 'unreachable', nextAt: null },
  ])
  own.pass(60 * 24)
  await own.call(contract.testWebhook, sam, webhook.id)
  await own.work()
  const { items } = await answerOf(routes, contract.listWebhooks, own.deps, { viewer: sam })
  expect(items).toMatchObject([{ isPaused: true, failingSince: '2026-12-01T09:00:00.000Z' }])
  expect(await own.log(sam, webhook.id)).toMatchObject([
    { event: 'test', state: 'failed' },
    { state: 'failed' },
  ])
  const mails = await own.deps.db
    .selectFrom('mail')
    .select('subject')
    .where('kind', '=', 'webhook-paused')
    .execute()
  expect(mails).toEqual([{ subject: 'Your webhook to 127.0.0.1:1 is paused' }])
  expect(await refusalOf(own.call(contract.testWebhook, sam, webhook.id))).toMatchObject({
    code: 'webhook-refused',
  })
  expect(await own.change(sam, webhook.id, { events: ['accept'], isPaused: false })).toMatchObject({
    isPaused: false,
    failingSince: null,
  })
})

test('a receiver that answers 410 is not told any more', async () => {
  const own = await setup()
  const { webhook } = await own.add(sam)
  own.answers.push({ status: 410 })
  const booking = await own.request(olga, weekend(own))
  await own.work()
  await own.act(sam, booking, 'accept')
  await own.work()
  expect(own.received).toHaveLength(1)
  expect(await own.log(sam, webhook.id)).toMatchObject([{ state: 'failed', status: 410 }])
})

test('a message is replayed with the same id and body, and a new secret signs from then on', async () => {
  const own = await setup()
  const { webhook, secret } = await own.add(sam)
  await own.request(olga, weekend(own))
  await own.work()
  const [delivery] = await own.log(sam, webhook.id)
  const renewed = await answerOf(routes, contract.renewWebhookSecret, own.deps, {
    viewer: { ...sam, authTime: own.deps.now().getTime() / 1000 },
    params: { webhookId: webhook.id },
    body: {},
  })
  await own.replay(sam, webhook.id, delivery!.id)
  await own.work()
  const [first, second] = own.received
  expect([second!.headers['webhook-id'], second!.body]).toEqual([first!.headers['webhook-id'], first!.body])
  expect([isGenuine(secret, second!), isGenuine(renewed.secret, second!)]).toEqual([false, true])
})

test('messages by hand are limited, and nobody reaches the webhook of somebody else', async () => {
  const own = await setup()
  const { webhook } = await own.add(sam)
  for (let count = 0; count < 20; count += 1) await own.call(contract.testWebhook, sam, webhook.id)
  expect(await refusalOf(own.call(contract.testWebhook, sam, webhook.id))).toMatchObject({
    code: 'webhook-refused',
    rule: 'too-many',
  })
  await own.work()
  expect(own.received).toHaveLength(20)
  expect(own.received.map(({ body }) => JSON.parse(body))[0]).toMatchObject({
    type: 'test',
    data: { bookingId: null },
  })
  const [delivery] = await own.log(sam, webhook.id)
  const foreign = [
    () => own.log(eve, webhook.id),
    () => own.call(contract.testWebhook, eve, webhook.id),
    () => own.call(contract.renewWebhookSecret, eve, webhook.id),
    () => own.replay(eve, webhook.id, delivery!.id),
    () => own.change(eve, webhook.id, { events: ['accept'], isPaused: true }),
    () =>
      answerOf(routes, contract.removeWebhook, own.deps, { viewer: eve, params: { webhookId: webhook.id } }),
  ]
  for (const attempt of foreign)
    expect(await refusalOf(attempt())).toMatchObject({ code: 'webhook-not-found' })
  const { items } = await answerOf(routes, contract.removeWebhook, own.deps, {
    viewer: sam,
    params: { webhookId: webhook.id },
  })
  expect(items).toEqual([])
  expect(await own.deps.db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([])
})

test('only public addresses with TLS are accepted and contacted, and the secret is stored encrypted', async () => {
  const own = await setup()
  const { secret } = await own.add(sam)
  expect(JSON.stringify(await own.deps.db.selectFrom('webhook').selectAll().execute())).not.toContain(secret)
  const strict = Object.assign(own.deps, { webhookPolicy: strictPolicy })
  const addressAt = (address: string) =>
    answerOf(routes, contract.addWebhook, strict, {
      viewer: { ...sam, authTime: own.deps.now().getTime() / 1000 },
      body: { address, events: ['accept'] },
    })
  for (const [address, rule] of [
    ['http://example.org/', 'scheme'],
    ['https://user:pass@example.org/', 'credentials'],
    ['https://example.org:8443/', 'port'],
    ['https://127.0.0.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://intranet.local/', 'address'],
    ['nonsense', 'address'],
  ])
    expect(await refusalOf(addressAt(address!)), address).toMatchObject({ code: 'webhook-refused', rule })
  // A name that leads to a private address is refused when the connection is opened.
  const policy = {
    ...strictPolicy,
    schemes: ['http:'],
    ports: [],
    isOpenName: () => true,
    resolve: toThisComputer,
  }
  const named = own.address.replace('127.0.0.1', 'hooks.sitwell.pet')
  expect(await sendWebhook(named, {}, '{}', { maxBytes: 10, policy })).toMatchObject({
    failure: 'address',
    status: null,
  })
  expect(own.received).toEqual([])
})

test('every event that a webhook can be told of is an event of a booking', () => {
  expect(hookedEvents.filter((event) => !(event in transitions))).toEqual([])
})
