import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/bookings/bookings.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { addMinutes } from '#server/kernel/day.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { newKey, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

/** Olga has a credit of 10.00, and has asked Sam about the weekend for 83.60. */
async function inquiryFixture() {
  const fixture = await paymentFixture()
  const id = newId(fixture.deps.now())
  await fixture.db
    .insertInto('promo_code')
    .values({
      id,
      code: 'CREDIT-OLGA',
      amount: 10_00,
      currency: 'EUR',
      paid_by: 'platform',
      first_booking: false,
      uses_per_owner: 1,
      owner_id: olga.accountId,
      earned_by: olga.accountId,
      created_at: fixture.deps.now(),
    })
    .execute()
  const question: Booking = await send(fixture.deps, contract.createBooking, olga, {
    body: { ...weekend(fixture), event: 'inquire', message: 'Would you be free?' },
    idempotencyKey: newKey(),
  })
  /** Turns Olga's question into a request, at the current price. */
  const request = async () => {
    const { quoteHash } = await fixture.quote(olga, weekend(fixture))
    const { startOn, endOn } = weekend(fixture)
    return fixture.act(olga, question, 'request', { startOn, endOn, quoteHash })
  }
  const credit = async () =>
    (await fixture.db.selectFrom('promo_use').select('status').execute()).map(({ status }) => status)
  return { ...fixture, question, request, credit }
}

describe('a question turned into a request that gets no card within an hour', () => {
  test('becomes a question again: nothing is charged, the credit is released, and only its owner is notified', async () => {
    const fixture = await inquiryFixture()
    expect(await fixture.request()).toMatchObject({
      status: 'awaiting_card',
      payment: { due: { amount: 73_60, now: false } },
    })
    expect(await fixture.credit()).toEqual(['reserved'])
    await fixture.giveCard(fixture.question, 'pm_card_chargeDeclined')
    await fixture.clockTo('2026-12-01T09:59:00Z')
    expect((await fixture.now(fixture.question)).status).toBe('awaiting_card')

    await fixture.clockTo('2026-12-01T10:00:00Z')
    const again = await fixture.now(fixture.question)
    expect(again).toMatchObject({
      status: 'inquiry',
      expiresAt: '2026-12-11T15:00:00.000Z',
      quote: { subtotal: 76_00, ownerFee: 7_60, total: 83_60 },
      payment: { status: 'none', due: null },
    })
    expect(again.quote.promo).toBeUndefined()
    expect(again.timeline.at(-1)).toMatchObject({
      event: 'reopen_question',
      detail: 'No card was added, so the request was turned back into a question',
    })
    expect(again.actions.map(({ event }) => event)).toEqual(['request', 'withdraw'])
    expect(await fixture.credit()).toEqual([])
    expect(fixture.lastIntent()['status']).toBe('canceled')
    expect(fixture.toldTo('reopen_question')).toEqual(['owner'])
    expect((await refusalOf(fixture.step(olga, fixture.question))).code).toBe('payment-not-due')
    await expectInvariants(fixture.deps)
  })

  test('can be answered by its sitter, and requested again with the same credit', async () => {
    const fixture = await inquiryFixture()
    await fixture.request()
    await fixture.clockTo('2026-12-01T10:00:00Z')
    const seen = await fixture.show(sam, fixture.question)
    expect(seen.actions.map(({ event }) => event)).toEqual(['offer', 'decline'])
    expect((await fixture.request()).payment.due).toEqual({ amount: 73_60, now: false })
    await fixture.giveCard(fixture.question)
    expect(await fixture.credit()).toEqual(['reserved'])
    await fixture.act(sam, await fixture.now(fixture.question), 'accept')
    await fixture.work()
    expect(await fixture.now(fixture.question)).toMatchObject({
      status: 'confirmed',
      payment: { paid: 73_60 },
    })
    await expectInvariants(fixture.deps)
  })

  test.each([false, true])(
    'releases a card that arrives just too late, already recorded: %s',
    async (isNoted) => {
      const fixture = await inquiryFixture()
      await fixture.request()
      const { clientSecret } = await fixture.step(olga, fixture.question)
      const intent = clientSecret!.split('_secret_')[0]!
      fixture.peer.calls['POST payment_intents/:id/confirm']!({ payment_method: 'pm_card_visa' }, intent)
      if (isNoted) await fixture.step(olga, fixture.question)
      fixture.deps.clock.set(new Date('2026-12-01T10:00:00Z'))
      await fixture.runClock()
      await fixture.hear()
      expect(await fixture.now(fixture.question)).toMatchObject({
        status: 'inquiry',
        payment: { status: 'none' },
      })
      expect(fixture.peer.all('payment_intent')).toMatchObject([{ status: 'canceled' }])
      await expectInvariants(fixture.deps)
    },
  )

  test('expires at the start of its dates', async () => {
    const fixture = await inquiryFixture()
    await fixture.clockTo('2026-12-10T14:30:00Z')
    await fixture.request()
    await fixture.clockTo('2026-12-10T15:30:00Z')
    expect((await fixture.now(fixture.question)).status).toBe('inquiry')
    await fixture.clockTo('2026-12-11T15:00:00Z')
    expect((await fixture.now(fixture.question)).status).toBe('expired')
    await expectInvariants(fixture.deps)
  })
})

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(20, 60, 600) }),
    fc.record({
      kind: fc.constant('card' as const),
      card: fc.constantFrom('pm_card_visa', 'pm_card_chargeDeclined'),
    }),
    fc.record({ kind: fc.constantFrom('request', 'withdraw', 'accept', 'decline') }),
  ),
  { minLength: 3, maxLength: 9 },
)
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

/** A refused step changes nothing. */
async function take(fixture: Awaited<ReturnType<typeof inquiryFixture>>, step: Step): Promise<void> {
  const { question } = fixture
  if ('minutes' in step) return fixture.clockTo(addMinutes(fixture.deps.now(), step.minutes).toISOString())
  if ('card' in step)
    return (await fixture.now(question)).payment.due ? fixture.giveCard(question, step.card) : undefined
  const { kind } = step
  const reason = kind === 'decline' ? { reason: 'dates' } : {}
  try {
    await (kind === 'request'
      ? fixture.request()
      : fixture.act(kind === 'withdraw' ? olga : sam, question, kind, reason))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

test('after any sequence of steps, a question’s credit is used only if it is paid, and the invariants hold', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (path) => {
      const fixture = await inquiryFixture()
      for (const step of path) {
        await take(fixture, step)
        await fixture.hear()
        const { timeline } = await fixture.now(fixture.question)
        const happened = timeline.map(({ event }) => event)
        // An inquiry that the sitter has received never ends because of a card.
        expect(happened).not.toContain('card_expired')
        expect((await fixture.credit()).includes('used')).toBe(happened.includes('pay'))
        await expectInvariants(fixture.deps)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
