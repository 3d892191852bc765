import { onTestFinished } from 'vitest'
import { type Booking, createBooking } from '#contract/bookings/bookings.ts'
import { calculateChange } from '#contract/bookings/changes.ts'
import * as contract from '#contract/payments/payments.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { openStripe, StripeOutcomeUnknown } from '#server/kernel/outside/stripe.ts'
import { entriesOf } from '#server/ledger/commands.ts'
import { applyEvent, receiveEvent } from '#server/payments/event-commands.ts'
import { paymentJobs } from '#server/payments/jobs.ts'
import { newKey, bookingFixture, send, type SitterTerms, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { startStripePeer, type StripePeer } from '#test/stripe-peer.ts'
import type { PeerEvent } from '#test/stripe-objects.ts'

const isMoney = (name: string) =>
  name.startsWith('payments.') || name === 'bookings.settle-payment' || name === 'bookings.note-dispute'
const maxJobs = 50

type BookingFixture = Awaited<ReturnType<typeof bookingFixture>>
type Mode = 'manual' | 'stripe'

/**
 * Runs queued payment jobs and those they enqueue; jobs without a response from Stripe are retried, as in the real
 * queue.
 */
function moneyJobs(deps: BookingFixture['deps']): () => Promise<void> {
  const handlers = new Map([...paymentJobs(deps), ...bookingJobs(deps)].map(({ name, run }) => [name, run]))
  return async () => {
    for (let count = 0; count < maxJobs; count++) {
      const index = deps.jobs.findIndex(({ name }) => isMoney(name))
      const [next] = index < 0 ? [] : deps.jobs.splice(index, 1)
      if (!next) return
      try {
        await handlers.get(next.name)!(next.payload)
      } catch (error) {
        if (!(error instanceof StripeOutcomeUnknown)) throw error
        deps.jobs.push(next)
      }
    }
    throw new Error('The jobs about money do not come to an end')
  }
}

/** Olga's payments and Sam's payout account, as set up through Stripe's forms. */
function formsOf({ deps }: BookingFixture, peer: StripePeer, mode: Mode, work: () => Promise<void>) {
  const step = (viewer: Viewer, { id }: Pick<Booking, 'id'>) =>
    send(deps, contract.openPayment, viewer, { params: { bookingId: id }, body: {} })
  return {
    step,
    /** Confirms Olga's card, as Stripe.js would. */
    async giveCard(booking: Pick<Booking, 'id'>, card = 'pm_card_visa'): Promise<void> {
      if (mode === 'manual') return
      const { clientSecret } = await step(olga, booking)
      const id = clientSecret!.split('_secret_')[0]!
      const [kind, confirm] = id.startsWith('seti')
        ? (['setup_intents', peer.calls['POST setup_intents/:id/confirm']!] as const)
        : (['payment_intents', peer.calls['POST payment_intents/:id/confirm']!] as const)
      try {
        confirm({ payment_method: card }, id)
      } catch (error) {
        if (kind === 'setup_intents') throw error
      }
      await step(olga, booking)
      await work()
    },
    /** Sets up Sam's payout account. */
    async giveAccount(): Promise<void> {
      if (mode === 'manual') return
      await send(deps, contract.openPayoutAccount, sam, { params: { accountId: sam.accountId }, body: {} })
      peer.finishAccount(peer.all('account')[0]!.id)
      await send(deps, contract.showPayoutAccount, sam, { params: { accountId: sam.accountId } })
      await work()
    },
  }
}

/** The delivery of Stripe's events. */
function eventsOf({ deps }: BookingFixture, peer: StripePeer, work: () => Promise<void>) {
  const receive = (event: PeerEvent) => {
    const { bytes, signature } = peer.sign(event, deps.now())
    return receiveEvent(deps, deps.stripe!, bytes, signature)
  }
  return {
    /** Delivers all of Stripe's events so far. */
    async hear(): Promise<void> {
      for (const event of peer.events.splice(0)) await receive(event)
      await work()
    },
    /** Delivers each event several times concurrently and applies it at once. */
    async hearAtOnce(events: readonly PeerEvent[], times: number): Promise<void> {
      const each = events.flatMap((event) =>
        Array.from({ length: times }, async () => {
          await receive(event)
          await applyEvent(deps, deps.stripe!, event.id)
        }),
      )
      await Promise.all(each)
      await work()
    },
  }
}

/** Moves the fixture's clock, and runs the jobs that become due. */
function clockOf({ deps }: BookingFixture, work: () => Promise<void>) {
  async function clockTo(moment: string): Promise<void> {
    deps.clock.set(new Date(moment))
    await runClock(deps)
    await work()
  }
  return {
    runClock: () => runClock(deps),
    clockTo,
    /** Moves the clock through the start, the end and the settlement of the weekend, and makes the payouts due. */
    async finish(settledOn = '2026-12-15'): Promise<void> {
      for (const moment of ['2026-12-11T17:00:00Z', '2026-12-14T11:00:00Z', `${settledOn}T11:00:00Z`])
        await clockTo(moment)
    },
  }
}

/** Payments, notifications and ledger entries, as the tests compare them. */
const figuresOf = ({ db, deps }: BookingFixture, peer: StripePeer) => ({
  lastIntent: () => peer.all('payment_intent').at(-1)!,
  /** Amounts of all Stripe objects of a kind, in order of creation. */
  amounts: (object: string) => peer.all(object).map(({ amount }) => amount),
  /** Recipients of the queued notifications of an event. */
  toldTo: (event: string) =>
    deps.jobs.flatMap(({ name, payload }) =>
      name === 'bookings.notify' && payload.event === event ? [payload.to] : [],
    ),
  /** Ledger entries of a booking, without ids. */
  async posted({ id }: Pick<Booking, 'id'>): Promise<string[]> {
    const entries = await entriesOf(db, id)
    return entries.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`).toSorted()
  },
  /** Balances of the ledger's accounts. */
  async sums(): Promise<Record<string, number>> {
    const rows = await db
      .selectFrom('ledger_entry')
      .select(['account', ({ fn }) => fn.sum<string>('amount').as('sum')])
      .groupBy('account')
      .execute()
    return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
  },
})

/** The booking fixture, with payments through Stripe, or in manual mode. */
export async function paymentFixture(terms: SitterTerms & { mode?: Mode } = {}) {
  const { mode = 'stripe', ...sitter } = terms
  const fixture = await bookingFixture(sitter)
  const peer = await startStripePeer(() => fixture.deps.now())
  onTestFinished(peer.stop)
  const { db, deps } = fixture
  if (mode === 'stripe') Object.assign(deps, { stripe: openStripe(peer.options) })
  const work = moneyJobs(deps)
  const forms = formsOf(fixture, peer, mode, work)

  const now = (booking: Pick<Booking, 'id'>) => fixture.show(olga, booking)
  /** Acts on the current version of the booking, because webhook events change it too. */
  const act = async (viewer: Viewer, booking: Pick<Booking, 'id'>, event: string, more?: object) =>
    fixture.act(viewer, await now(booking), event, more)

  return {
    ...fixture,
    ...forms,
    ...eventsOf(fixture, peer, work),
    ...clockOf(fixture, work),
    ...figuresOf(fixture, peer),
    act,
    peer,
    mode,
    work,
    now,
    request: () => fixture.request(olga, weekend(fixture)),
    ask: fixture.request,
    /** Books instantly, which the sitter allows. */
    async bookAtOnce(): Promise<Booking> {
      await db.updateTable('sitter').set({ instant_book: 'everyone' }).execute()
      const { quoteHash } = await fixture.quote(olga, weekend(fixture))
      const body = { ...weekend(fixture), event: 'instant_book', quoteHash }
      return send(deps, createBooking, olga, { body, idempotencyKey: newKey() })
    },
    /** A confirmed booking, paid with a saved card. */
    async confirmed(card = 'pm_card_visa'): Promise<Booking> {
      const booking = await fixture.request(olga, weekend(fixture))
      await forms.giveCard(booking, card)
      await act(sam, booking, 'accept')
      await work()
      return now(booking)
    },
    /** Olga proposes a change and Sam accepts it; the jobs that follow are not run. */
    async agreeOn(booking: Pick<Booking, 'id'>, changed: object): Promise<Booking> {
      const { sitterId: _sitter, service: _service, ...draft } = weekend(fixture)
      const body = { ...draft, ...changed }
      const params = { bookingId: booking.id }
      const { changeHash } = await send(deps, calculateChange, olga, { params, body })
      const proposed = await act(olga, booking, 'propose_change', { ...body, changeHash })
      return act(sam, proposed, 'accept_change')
    },
    /** Olga cancels, and the refund is made. */
    async cancel(booking: Pick<Booking, 'id'>): Promise<Booking> {
      const cancelled = await act(olga, booking, 'cancel')
      await work()
      return cancelled
    },
  }
}
