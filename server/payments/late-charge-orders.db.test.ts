import { expect, test } from 'vitest'
import { isNewerState, type PaymentState, stateOfIntent } from '#server/payments/payment.ts'
import { Intent } from '#server/payments/stripe-shapes.ts'
import { olga } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { accepted, chargeAt, eventsOf, type PaymentFixture, stateOf } from '#test/late-charge-fixture.ts'
import { paymentOrders } from '#test/payment-orders.ts'
import { note, rounds } from '#test/proofs/plan.ts'
import type { PeerEvent } from '#test/stripe-objects.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

/** All events about this payment so far. */
const about = ({ peer }: PaymentFixture, id: string): PeerEvent[] =>
  peer.events.filter(({ data }) => data.object.id === id)
const stateIn = (event: PeerEvent): PaymentState => stateOfIntent(Intent.parse(event.data.object))

/**
 * The stored card is tried first; then the owner tries one that is declined, and one whose bank demands authentication.
 */
async function payAfterwards(fixture: PaymentFixture): Promise<{ id: string; booking: { id: string } }> {
  const booking = await accepted(fixture)
  fixture.peer.turnCards('pm_card_authenticationRequired')
  await fixture.clockTo(chargeAt)
  expect(await stateOf(fixture, booking)).toEqual(['awaiting_payment', 'failed'])
  await fixture.step(olga, booking)
  const intent = fixture.lastIntent()
  expect(() => fixture.peer.confirm(intent, 'pm_card_chargeDeclined', false)).toThrow('card_declined')
  fixture.peer.confirm(intent, 'pm_card_authenticationRequired', false)
  return { id: intent.id, booking }
}

const daysToPay = 3

test.each([
  ['in time', { status: 'confirmed', sentBack: [] }],
  ['too late', { status: 'expired', sentBack: [83_60] }],
] as const)(
  'events about a late charge paid %s give the same final state in any order and with any repetition',
  async (moment, expected) => {
    const ends: unknown[] = []
    const believed = new Set<PaymentState>()
    for (const { order, times, early } of paymentOrders(rounds(2, 20))) {
      const fixture = await paymentFixture()
      const { id, booking } = await payAfterwards(fixture)
      // Some events arrive before it is paid, and all of them afterwards.
      await fixture.hearAtOnce(about(fixture, id).slice(0, early), times)
      if (moment === 'too late') {
        fixture.deps.clock.set(new Date(new Date(chargeAt).getTime() + daysToPay * 86_400_000))
        await fixture.runClock()
      }
      fixture.peer.authenticate(id, true)
      const events = about(fixture, id)
      expect(events).toHaveLength(5)
      await fixture.hearAtOnce(
        order.map((index) => events[index]!),
        times,
      )
      const { status, payment } = await fixture.now(booking)
      ends.push({
        status,
        payment,
        sums: await fixture.sums(),
        history: await eventsOf(fixture, booking),
        sentBack: fixture.amounts('refund'),
      })
      // The state a site would end up with if it took the last event for the newest.
      believed.add(order.map((index) => stateIn(events[index]!)).at(-1)!)
      expect(
        order
          .map((index) => stateIn(events[index]!))
          .reduce((held, said) => (isNewerState(held, said) ? said : held), 'open'),
      ).toBe('captured')
      await expectInvariants(fixture.deps)
      // The next fixture opens connections of its own, and PostgreSQL allows only a hundred.
      await fixture.deps.db.destroy()
    }
    expect(new Set(ends.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(ends[0]).toMatchObject(expected)
    note(
      `Words about a late charge paid ${moment} in any order`,
      `${ends.length} permutations, each word up to 10 times at once: one end, and ${believed.size} if the last word counted`,
    )
  },
  300_000,
)
