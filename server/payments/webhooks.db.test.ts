import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { sendProblem } from '#server/kernel/http/web-server.ts'
import { webhookPlugin } from '#server/payments/webhook-plugin.ts'
import { olga } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentOrders } from '#test/payment-orders.ts'
import { note } from '#test/proofs/plan.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

describe('a Stripe webhook', () => {
  async function webhookFixture() {
    const fixture = await paymentFixture()
    const booking = await fixture.request()
    await fixture.giveCard(booking)
    const event = fixture.peer.events.at(-1)!
    const app = fastify()
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    await app.register(webhookPlugin(fixture.deps, fixture.deps.stripe!))
    const knock = async (payload: Buffer, signature: string) => {
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      return (await app.inject({ method: 'POST', url: '/v1/webhooks/stripe', headers, payload })).statusCode
    }
    const kept = () => fixture.db.selectFrom('payment_event').select('id').execute()
    return { ...fixture, event, knock, kept }
  }

  test('is stored once if it is genuine, even if it is delivered five times', async () => {
    const { peer, deps, event, knock, kept } = await webhookFixture()
    const { bytes, signature } = peer.sign(event, deps.now())
    const answers = await Promise.all(Array.from({ length: 5 }, () => knock(bytes, signature)))
    expect(answers).toEqual([200, 200, 200, 200, 200])
    expect(await kept()).toEqual([{ id: event.id }])
    expect(deps.jobs.filter(({ name }) => name === 'payments.apply-event')).toHaveLength(1)
  })

  test('is refused without effect if it is forged, stale, altered, unsigned or not an event', async () => {
    const { peer, deps, event, knock, kept } = await webhookFixture()
    const { bytes, signature } = peer.sign(event, deps.now())
    const forged = peer.sign(event, deps.now(), 'whsec_other')
    const stale = peer.sign(event, new Date(deps.now().getTime() - 301_000))
    const altered = Buffer.from(bytes.toString().replace('payment_intent', 'payment_imtent'))
    const noEvent = peer.sign({ ...event, object: 'thing' }, deps.now())
    for (const [payload, sign] of [
      [forged.bytes, forged.signature],
      [stale.bytes, stale.signature],
      [altered, signature],
      [bytes, ''],
      [bytes, 't=x,v1=y'],
      [bytes, signature.replace('v1=', 'v0=')],
      [noEvent.bytes, noEvent.signature],
    ] as const)
      expect(await knock(payload, sign)).toBe(400)
    expect(await kept()).toEqual([])
    expect(deps.jobs.filter(({ name }) => name === 'payments.apply-event')).toEqual([])
  })
})

/** A whole payment: declined, authenticated, authorised, captured; the booking learns of it only through webhooks. */
test('payment events in any order and with any repetition give the same final state', async () => {
  const fixture = await paymentFixture()
  const { deps, peer } = fixture
  const ends: unknown[] = []
  for (const { order, times, early } of paymentOrders()) {
    peer.events.splice(0)
    const booking = await fixture.bookAtOnce()
    await fixture.step(olga, booking)
    const intent = fixture.lastIntent()
    expect(() => peer.confirm(intent, 'pm_card_chargeDeclined', false)).toThrow('card_declined')
    peer.confirm(intent, 'pm_card_authenticationRequired', false)
    peer.authenticate(intent.id, true)
    // Some events arrive before the capture, and all of them afterwards.
    await fixture.hearAtOnce(peer.events.slice(0, early), times)
    if (intent['status'] === 'requires_capture')
      peer.calls['POST payment_intents/:id/capture']!({}, intent.id)
    const events = peer.events.splice(0)
    expect(events).toHaveLength(5)
    await fixture.hearAtOnce(
      order.map((index) => events[index]!),
      times,
    )
    const { status, payment } = await fixture.now(booking)
    ends.push({ status, payment, posted: await fixture.posted(booking) })
    await fixture.cancel(booking)
  }
  expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
  expect(ends[0]).toMatchObject({
    status: 'confirmed',
    posted: ['capture escrow 8360', 'capture owner -8360', 'charge bank -8360', 'charge owner 8360'],
  })
  await expectInvariants(deps)
  note(
    'Words about a payment in any order',
    `${ends.length} permutations, each word up to 10 times at once: one end`,
  )
}, 300_000)
