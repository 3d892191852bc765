import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { isNews, type PaymentState, stateOfIntent } from '#server/payments/payment.ts'
import { Intent } from '#server/payments/stripe-shapes.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { olga } from '#test/cast.ts'
import { eventsOf, longer, openExtras } from '#test/extra-town.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentOrders } from '#test/payment-orders.ts'
import { note, rounds } from '#test/proofs/plan.ts'
import type { PeerEvent } from '#test/stripe-things.ts'

type Town = Awaited<ReturnType<typeof openExtras>>

/** Extra payments: how each is requested, how it lapses while its money is in flight, and what is left then. */
const extras = {
  change: {
    open: (town: Town) => Promise.resolve(town),
    async ask(town: Town) {
      const booking = await town.confirmed()
      town.peer.turnCards('pm_card_authenticationRequired')
      return town.agreeOn(booking, longer)
    },
    end: (town: Town, booking: Booking) => town.act(olga, booking, 'withdraw_change'),
    after: (town: Town, booking: Booking) => town.cancel(booking),
    amount: 41_80,
  },
  tip: {
    async open(town: Town) {
      // Each tip takes a day of the same booking, which must not be closed in the meantime.
      await changeSettings(town.deps, { closeDays: 60 })
      const booking = await town.confirmed()
      await town.finish('2026-12-17')
      town.peer.turnCards('pm_card_authenticationRequired')
      return { ...town, confirmed: () => town.now(booking) }
    },
    ask: async (town: Town) => town.act(olga, await town.confirmed(), 'tip', { amount: 5_00 }),
    /** The day within which it can be paid has passed. */
    async end(town: Town) {
      town.deps.clock.set(new Date(town.deps.now().getTime() + 86_400_000))
      await town.runClock()
    },
    after: () => Promise.resolve(),
    amount: 5_00,
  },
}

/**
 * The stored card is tried first; then the owner tries one that is declined, and one whose bank demands authentication.
 */
async function payOnTop(town: Town, booking: Booking, purpose: keyof typeof extras) {
  await town.work()
  expect((await town.now(booking)).payment.extra).toMatchObject({ purpose, state: 'unpaid' })
  await town.step(olga, booking)
  const intent = town.lastIntent()
  expect(() => town.peer.confirm(intent, 'pm_card_chargeDeclined', false)).toThrow('card_declined')
  town.peer.confirm(intent, 'pm_card_authenticationRequired', false)
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
    const town = await open(await openExtras())
    const ends: unknown[] = []
    const believed = new Set<PaymentState>()
    for (const { order, times, early } of paymentOrders(rounds(3, 25))) {
      town.peer.events.splice(0)
      const booking = await ask(town)
      const before = await town.sums()
      const known = eventsOf(booking).length
      const refunds = town.amounts('refund').length
      const id = await payOnTop(town, booking, purpose)
      // Some events arrive before it is paid, and all of them afterwards.
      await town.hearAtOnce(onTop(town, id).slice(0, early), times)
      if (moment === 'too late') await end(town, booking)
      town.peer.authenticate(id, true)
      const events = onTop(town, id)
      expect(events).toHaveLength(5)
      await town.hearAtOnce(
        order.map((index) => events[index]!),
        times,
      )
      const { status, endOn, payment, timeline } = await town.now(booking)
      ends.push({
        status,
        endOn,
        extra: payment.extra,
        moved: movedBetween(before, await town.sums()),
        history: timeline.slice(known).map(({ event }) => event),
        sentBack: town.amounts('refund').slice(refunds),
      })
      // The state a site would end up with if it took the last event for the newest.
      believed.add(order.map((index) => stateIn(events[index]!)).at(-1)!)
      expect(
        order
          .map((index) => stateIn(events[index]!))
          .reduce((held, said) => (isNews(held, said) ? said : held), 'open'),
      ).toBe('captured')
      await expectInvariants(town.deps)
      await after(town, booking)
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
const onTop = ({ peer }: Town, id: string): PeerEvent[] =>
  peer.events.filter(({ data }) => data.object.id === id)
