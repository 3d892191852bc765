import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/bookings/bookings.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { addMinutes } from '#server/kernel/day.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { newKey, refusalOf, send, weekend } from '#test/booking-town.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { openPaidTown } from '#test/stripe-town.ts'

/** Olga has a credit of 10.00, and has asked Sam about the weekend for 83.60. */
async function askedTown() {
  const town = await openPaidTown()
  const id = newId(town.deps.now())
  await town.db
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
      created_at: town.deps.now(),
    })
    .execute()
  const question: Booking = await send(town.deps, contract.createBooking, olga, {
    body: { ...weekend(town), event: 'inquire', message: 'Would you be free?' },
    idempotencyKey: newKey(),
  })
  /** Turns Olga's question into a request, at the current price. */
  const request = async () => {
    const { quoteHash } = await town.quote(olga, weekend(town))
    const { startOn, endOn } = weekend(town)
    return town.act(olga, question, 'request', { startOn, endOn, quoteHash })
  }
  const credit = async () =>
    (await town.db.selectFrom('promo_use').select('status').execute()).map(({ status }) => status)
  return { ...town, question, request, credit }
}

describe('a question turned into a request that gets no card within an hour', () => {
  test('becomes a question again: nothing is charged, the credit is released, and only its owner is notified', async () => {
    const town = await askedTown()
    expect(await town.request()).toMatchObject({
      status: 'awaiting_card',
      payment: { due: { amount: 73_60, now: false } },
    })
    expect(await town.credit()).toEqual(['reserved'])
    await town.giveCard(town.question, 'pm_card_chargeDeclined')
    await town.clockTo('2026-12-01T09:59:00Z')
    expect((await town.now(town.question)).status).toBe('awaiting_card')

    await town.clockTo('2026-12-01T10:00:00Z')
    const again = await town.now(town.question)
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
    expect(await town.credit()).toEqual([])
    expect(town.lastIntent()['status']).toBe('canceled')
    expect(town.toldTo('reopen_question')).toEqual(['owner'])
    expect((await refusalOf(town.step(olga, town.question))).code).toBe('payment-not-due')
    await expectInvariants(town.deps)
  })

  test('can be answered by its sitter, and requested again with the same credit', async () => {
    const town = await askedTown()
    await town.request()
    await town.clockTo('2026-12-01T10:00:00Z')
    const seen = await town.show(sam, town.question)
    expect(seen.actions.map(({ event }) => event)).toEqual(['offer', 'decline'])
    expect((await town.request()).payment.due).toEqual({ amount: 73_60, now: false })
    await town.giveCard(town.question)
    expect(await town.credit()).toEqual(['reserved'])
    await town.act(sam, await town.now(town.question), 'accept')
    await town.work()
    expect(await town.now(town.question)).toMatchObject({ status: 'confirmed', payment: { paid: 73_60 } })
    await expectInvariants(town.deps)
  })

  test.each([false, true])(
    'releases a card that arrives just too late, already recorded: %s',
    async (isNoted) => {
      const town = await askedTown()
      await town.request()
      const { clientSecret } = await town.step(olga, town.question)
      const intent = clientSecret!.split('_secret_')[0]!
      town.peer.calls['POST payment_intents/:id/confirm']!({ payment_method: 'pm_card_visa' }, intent)
      if (isNoted) await town.step(olga, town.question)
      town.deps.clock.set(new Date('2026-12-01T10:00:00Z'))
      await town.runClock()
      await town.hear()
      expect(await town.now(town.question)).toMatchObject({ status: 'inquiry', payment: { status: 'none' } })
      expect(town.peer.all('payment_intent')).toMatchObject([{ status: 'canceled' }])
      await expectInvariants(town.deps)
    },
  )

  test('expires at the start of its dates', async () => {
    const town = await askedTown()
    await town.clockTo('2026-12-10T14:30:00Z')
    await town.request()
    await town.clockTo('2026-12-10T15:30:00Z')
    expect((await town.now(town.question)).status).toBe('inquiry')
    await town.clockTo('2026-12-11T15:00:00Z')
    expect((await town.now(town.question)).status).toBe('expired')
    await expectInvariants(town.deps)
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
async function take(town: Awaited<ReturnType<typeof askedTown>>, step: Step): Promise<void> {
  const { question } = town
  if ('minutes' in step) return town.clockTo(addMinutes(town.deps.now(), step.minutes).toISOString())
  if ('card' in step)
    return (await town.now(question)).payment.due ? town.giveCard(question, step.card) : undefined
  const { kind } = step
  const reason = kind === 'decline' ? { reason: 'dates' } : {}
  try {
    await (kind === 'request'
      ? town.request()
      : town.act(kind === 'withdraw' ? olga : sam, question, kind, reason))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

test('after any sequence of steps, a question’s credit is used only if it is paid, and the invariants hold', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (path) => {
      const town = await askedTown()
      for (const step of path) {
        await take(town, step)
        await town.hear()
        const { timeline } = await town.now(town.question)
        const happened = timeline.map(({ event }) => event)
        // An inquiry that the sitter has received never ends because of a card.
        expect(happened).not.toContain('card_expired')
        expect((await town.credit()).includes('used')).toBe(happened.includes('pay'))
        await expectInvariants(town.deps)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
