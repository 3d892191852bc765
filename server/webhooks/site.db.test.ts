import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listStaffActs } from '#contract/staff/acts.ts'
import * as desk from '#contract/webhooks/desk.ts'
import * as own from '#contract/webhooks/webhooks.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { developmentPolicy } from '#server/kernel/outside/webhook.ts'
import { routes } from '#server/slices.ts'
import { deliverDue } from '#server/webhooks/deliver-commands.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

/** A server that answers each message with the next of its answers, and then with 204. */
async function receiver() {
  const received: string[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push(Buffer.concat(parts).toString())
      response.writeHead(answers.shift() ?? 204).end()
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
  const as = (...roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const add = (viewer = as('operator')) =>
    answerOf(routes, desk.addSiteWebhook, deps, {
      viewer,
      body: { address: peer.address, events: ['request', 'accept'] },
    })
  const list = async () =>
    (await answerOf(routes, desk.listSiteWebhooks, deps, { viewer: as('operator') })).items
  /** Carries out the queued deliveries. */
  const work = async () => {
    for (const { name, payload } of deps.jobs.splice(0))
      if (name === 'webhooks.deliver') await deliverDue(deps, payload.deliveryId)
  }
  return { ...fixture, ...peer, deps, as, add, list, work }
}

test('a webhook of the site is told of the bookings of everybody, and leads to the desk', async () => {
  const site = await setup()
  await site.add()
  const booking = await site.request(olga, weekend(site))
  await site.act(sam, booking, 'accept')
  await site.work()
  expect(site.received.map((body) => own.WebhookMessage.parse(JSON.parse(body)))).toMatchObject([
    {
      type: 'booking.request',
      data: { bookingId: booking.id, url: `http://localhost:3000/v1/admin/bookings/${booking.id}` },
    },
    { type: 'booking.accept' },
  ])
})

test('webhooks of the site and of people are lists of their own', async () => {
  const site = await setup()
  const { webhook } = await site.add()
  const ownAdded = await answerOf(routes, own.addWebhook, site.deps, {
    viewer: { ...sam, authTime: site.deps.now().getTime() / 1000 },
    body: { address: site.address, events: ['accept'] },
  })
  expect((await site.list()).map(({ id }) => id)).toEqual([webhook.id])
  const { items } = await answerOf(routes, own.listWebhooks, site.deps, { viewer: sam })
  expect(items.map(({ id }) => id)).toEqual([ownAdded.webhook.id])
  const ofDesk = { viewer: site.as('operator'), params: { webhookId: ownAdded.webhook.id } }
  const ofSam = { viewer: sam, params: { webhookId: webhook.id } }
  for (const attempt of [
    () => answerOf(routes, desk.removeSiteWebhook, site.deps, ofDesk),
    () => answerOf(routes, desk.listSiteWebhookDeliveries, site.deps, { ...ofDesk, query: {} }),
    () => answerOf(routes, own.removeWebhook, site.deps, ofSam),
    () => answerOf(routes, own.listWebhookDeliveries, site.deps, { ...ofSam, query: {} }),
  ])
    expect(await refusalOf(attempt())).toMatchObject({ code: 'webhook-not-found' })
})

test('only owners of the site and operators with a recent sign-in add webhooks, up to five', async () => {
  const site = await setup()
  for (const role of ['support', 'moderator', 'accountant'])
    expect(await refusalOf(site.add(site.as(role))), role).toMatchObject({ code: 'role-missing' })
  expect(await refusalOf(site.add({ ...eve, roles: ['operator'] }))).toMatchObject({
    code: 'sign-in-too-old',
  })
  for (let count = 0; count < 5; count += 1) await site.add()
  expect(await refusalOf(site.add())).toMatchObject({ code: 'webhooks-too-many' })
})

test('what staff do with a webhook is among their acts, without its secret', async () => {
  const site = await setup()
  const { webhook, secret } = await site.add()
  const params = { webhookId: webhook.id }
  const pass = () => site.deps.clock.set(new Date(site.deps.now().getTime() + 1_000))
  const call = (endpoint: typeof desk.testSiteWebhook | typeof desk.renewSiteWebhookSecret) => {
    pass()
    return answerOf(routes, endpoint, site.deps, { viewer: site.as('operator'), params, body: {} })
  }
  await call(desk.testSiteWebhook)
  await call(desk.renewSiteWebhookSecret)
  pass()
  await answerOf(routes, desk.removeSiteWebhook, site.deps, { viewer: site.as('operator'), params })
  const acts = await answerOf(routes, listStaffActs, site.deps, {
    viewer: site.as('operator'),
    query: { permission: 'integrations.change' },
  })
  expect(acts.items.map(({ act }) => act)).toEqual([
    'DELETE /v1/admin/webhooks/:webhookId',
    'POST /v1/admin/webhooks/:webhookId/secret',
    'POST /v1/admin/webhooks/:webhookId/test',
    'POST /v1/admin/webhooks',
  ])
  expect(JSON.stringify(acts)).toContain(site.address)
  expect(JSON.stringify(acts)).not.toContain(secret)
})

test('staff who may change webhooks get a mail when one is paused', async () => {
  const site = await setup()
  await site.deps.db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where('id', '=', eve.accountId)
    .execute()
  await site.add()
  site.answers.push(410)
  await site.request(olga, weekend(site))
  await site.work()
  expect(await site.list()).toMatchObject([{ isPaused: true }])
  const mails = await site.deps.db
    .selectFrom('mail')
    .select(['recipient', 'subject'])
    .where('kind', '=', 'webhook-paused')
    .execute()
  expect(mails).toEqual([
    {
      recipient: eve.email,
      subject: expect.stringMatching(/^The webhook of .+ to 127\.0\.0\.1:\d+ is paused$/),
    },
  ])
})
