import { expect, test } from 'vitest'
import { isNews, type PaymentState, stateOfIntent } from '#server/payments/payment.ts'
import { Intent } from '#server/payments/stripe-shapes.ts'
import { olga } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { accepted, chargeAt, eventsOf, type LateTown, stateOf } from '#test/late-town.ts'
import { paymentOrders } from '#test/payment-orders.ts'
import { note, rounds } from '#test/proofs/plan.ts'
import type { PeerEvent } from '#test/stripe-things.ts'
import { openPaidTown } from '#test/stripe-town.ts'

/** All events about this payment so far. */
const about = ({ peer }: LateTown, id: string): PeerEvent[] =>
  peer.events.filter(({ data }) => data.object.id === id)
const stateIn = (event: PeerEvent): PaymentState => stateOfIntent(Intent.parse(event.data.object))

/**
 * The stored card is tried first; then the owner tries one that is declined, and one whose bank demands authentication.
 */
async function payAfterwards(town: LateTown): Promise<{ id: string; booking: { id: string } }> {
  const booking = await accepted(town)
  town.peer.turnCards('pm_card_authenticationRequired')
  await town.clockTo(chargeAt)
  expect(await stateOf(town, booking)).toEqual(['awaiting_payment', 'failed'])
  await town.step(olga, booking)
  const intent = town.lastIntent()
  expect(() => town.peer.confirm(intent, 'pm_card_chargeDeclined', false)).toThrow('card_declined')
  town.peer.confirm(intent, 'pm_card_authenticationRequired', false)
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
      const town = await openPaidTown()
      const { id, booking } = await payAfterwards(town)
      // Some events arrive before it is paid, and all of them afterwards.
      await town.hearAtOnce(about(town, id).slice(0, early), times)
      if (moment === 'too late') {
        town.deps.clock.set(new Date(new Date(chargeAt).getTime() + daysToPay * 86_400_000))
        await town.runClock()
      }
      town.peer.authenticate(id, true)
      const events = about(town, id)
      expect(events).toHaveLength(5)
      await town.hearAtOnce(
        order.map((index) => events[index]!),
        times,
      )
      const { status, payment } = await town.now(booking)
      ends.push({
        status,
        payment,
        sums: await town.sums(),
        history: await eventsOf(town, booking),
        sentBack: town.amounts('refund'),
      })
      // The state a site would end up with if it took the last event for the newest.
      believed.add(order.map((index) => stateIn(events[index]!)).at(-1)!)
      expect(
        order
          .map((index) => stateIn(events[index]!))
          .reduce((held, said) => (isNews(held, said) ? said : held), 'open'),
      ).toBe('captured')
      await expectInvariants(town.deps)
      // The next fixture opens connections of its own, and PostgreSQL allows only a hundred.
      await town.deps.db.destroy()
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
