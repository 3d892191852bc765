import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { isNewerState, type PaymentState, stateOfIntent } from '#server/payments/payment.ts'
import { Intent } from '#server/payments/stripe-shapes.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { olga } from '#test/cast.ts'
import { eventsOf, longer, extraPaymentFixture } from '#test/extra-payment-fixture.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentOrders } from '#test/payment-orders.ts'
import { note, rounds } from '#test/proofs/plan.ts'
import type { PeerEvent } from '#test/stripe-objects.ts'

type Fixture = Awaited<ReturnType<typeof extraPaymentFixture>>

/** Extra payments: how each is requested, how it lapses while its money is in flight, and what is left then. */
const extras = {
  change: {
    open: (fixture: Fixture) => Promise.resolve(fixture),
    async ask(fixture: Fixture) {
      const booking = await fixture.confirmed()
      fixture.peer.turnCards('pm_card_authenticationRequired')
      return fixture.agreeOn(booking, longer)
    },
    end: (fixture: Fixture, booking: Booking) => fixture.act(olga, booking, 'withdraw_change'),
    after: (fixture: Fixture, booking: Booking) => fixture.cancel(booking),
    amount: 41_80,
  },
  tip: {
    async open(fixture: Fixture) {
      // Each tip takes a day of the same booking, which must not be closed in the meantime.
      await changeSettings(fixture.deps, { closeDays: 60 })
      const booking = await fixture.confirmed()
      await fixture.finish('2026-12-17')
      fixture.peer.turnCards('pm_card_authenticationRequired')
      return { ...fixture, confirmed: () => fixture.now(booking) }
    },
    ask: async (fixture: Fixture) => fixture.act(olga, await fixture.confirmed(), 'tip', { amount: 5_00 }),
    /** The day within which it can be paid has passed. */
    async end(fixture: Fixture) {
      fixture.deps.clock.set(new Date(fixture.deps.now().getTime() + 86_400_000))
      await fixture.runClock()
    },
    after: () => Promise.resolve(),
    amount: 5_00,
  },
}

/**
 * The stored card is tried first; then the owner tries one that is declined, and one whose bank demands authentication.
 */
async function payOnTop(fixture: Fixture, booking: Booking, purpose: keyof typeof extras) {
  await fixture.work()
  expect((await fixture.now(booking)).payment.extra).toMatchObject({ purpose, state: 'unpaid' })
  await fixture.step(olga, booking)
  const intent = fixture.lastIntent()
  expect(() => fixture.peer.confirm(intent, 'pm_card_chargeDeclined', false)).toThrow('card_declined')
  fixture.peer.confirm(intent, 'pm_card_authenticationRequired', false)
  return intent.id
}

const movedBetween = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([account, sum]) =>
      sum === (before[account] ?? 0) ? [] : [[account, sum - (before[account] ?? 0)]],
    ),
  )

const stateIn = (event: PeerEvent): PaymentState => stateOfIntent(Intent.parse(event.data.object))

test.each([
  ['change', 'in time', { paid: 1, back: 0 }],
  ['change', 'too late', { paid: 0, back: 1 }],
  ['tip', 'in time', { paid: 1, back: 0 }],
  ['tip', 'too late', { paid: 0, back: 1 }],
] as const)(
  'events about a %s paid %s give the same final state in any order and with any repetition',
  async (purpose, moment, { paid, back }) => {
    const { open, ask, end, after, amount } = extras[purpose]
    const fixture = await open(await extraPaymentFixture())
    const ends: unknown[] = []
    const believed = new Set<PaymentState>()
    for (const { order, times, early } of paymentOrders(rounds(3, 25))) {
      fixture.peer.events.splice(0)
      const booking = await ask(fixture)
      const before = await fixture.sums()
      const known = eventsOf(booking).length
      const refunds = fixture.amounts('refund').length
      const id = await payOnTop(fixture, booking, purpose)
      // Some events arrive before it is paid, and all of them afterwards.
      await fixture.hearAtOnce(onTop(fixture, id).slice(0, early), times)
      if (moment === 'too late') await end(fixture, booking)
      fixture.peer.authenticate(id, true)
      const events = onTop(fixture, id)
      expect(events).toHaveLength(5)
      await fixture.hearAtOnce(
        order.map((index) => events[index]!),
        times,
      )
      const { status, endOn, payment, timeline } = await fixture.now(booking)
      ends.push({
        status,
        endOn,
        extra: payment.extra,
        moved: movedBetween(before, await fixture.sums()),
        history: timeline.slice(known).map(({ event }) => event),
        sentBack: fixture.amounts('refund').slice(refunds),
      })
      // The state a site would end up with if it took the last event for the newest.
      believed.add(order.map((index) => stateIn(events[index]!)).at(-1)!)
      expect(
        order
          .map((index) => stateIn(events[index]!))
          .reduce((held, said) => (isNewerState(held, said) ? said : held), 'open'),
      ).toBe('captured')
      await expectInvariants(fixture.deps)
      await after(fixture, booking)
    }
    expect(new Set(ends.map((one) => JSON.stringify(one))).size).toBe(1)
    const isPaid = paid === 1
    expect(ends[0]).toMatchObject({
      extra: null,
      endOn: purpose === 'change' && isPaid ? '2026-12-14' : '2026-12-13',
      sentBack: back ? [amount] : [],
    })
    expect(believed.size).toBeGreaterThan(1)
    note(
      `Words about a ${purpose} paid ${moment} in any order`,
      `${ends.length} permutations, each word up to 10 times at once: one end, and ${believed.size} if the last word counted`,
    )
  },
  300_000,
)

/** All events about this payment so far. */
const onTop = ({ peer }: Fixture, id: string): PeerEvent[] =>
  peer.events.filter(({ data }) => data.object.id === id)
