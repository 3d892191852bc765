import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { cancelByOperator, resolveCase } from '#contract/bookings/case-desk.ts'
import { calculateChange } from '#contract/bookings/changes.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { addDays, addHours, localOf } from '#server/kernel/day.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { newKey, bookingFixture, send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const words = 'Something was not as we had agreed it, and here is what happened.'
const ada = { ...eve, roles: ['operator'] }

/** Actions that either side or an operator might try at any time; a refused action changes nothing. */
const attempts = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    kind: fc.constant('propose' as const),
    by: fc.constantFrom('owner' as const, 'sitter' as const),
    startShift: fc.integer({ min: -1, max: 1 }),
    endShift: fc.integer({ min: -2, max: 3 }),
    pets: fc.constantFrom('same' as const, 'rex' as const, 'pip' as const, 'both' as const),
    accepted: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('event' as const),
    by: fc.constantFrom('owner' as const, 'sitter' as const),
    kindOfCase: fc.constantFrom('care', 'care', 'damage', 'keys'),
    event: fc.constantFrom(
      'accept_change',
      'accept_change',
      'decline_change',
      'withdraw_change',
      'check_in',
      'check_out',
      'cancel',
      'end_early',
      'cancel_by_sitter',
      'report_no_show',
      'open_case',
      'answer_case',
      'appeal_case',
    ),
  }),
  fc.record({ kind: fc.constant('decide' as const), part: fc.integer({ min: 0, max: 120 }) }),
  fc.record({ kind: fc.constant('stop' as const), part: fc.integer({ min: 0, max: 100 }) }),
)

type Step = typeof attempts extends fc.Arbitrary<infer Value> ? Value : never

const unlessRefused = async (attempt: () => Promise<unknown>): Promise<void> => {
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

test('after any actions by owner, sitter and operator on a confirmed booking, all amounts match the ledger', async () => {
  const fixture = await bookingFixture({
    services: { boarding: { rates: { base: 33_33, extraPet: 11_11, puppyExtra: 3_33 }, capacity: 8 } },
    homeCeiling: 8,
  })
  const { deps, request, act, show, sitterId, rex, pip } = fixture
  const households = { rex: [rex], pip: [pip], both: [rex, pip] }
  const viewers: Record<'owner' | 'sitter', Viewer> = { owner: olga, sitter: sam }

  const attempt = async (booking: Booking, step: Step) => {
    const now = await show(olga, booking)
    const held = now.payment.paid - now.payment.refunded
    if (step.kind === 'wait') {
      deps.clock.set(addHours(deps.now(), step.hours))
      await runClock(deps)
    } else if (step.kind === 'propose') {
      const { startOn, startTime, endOn, endTime, pets, addOns } = now
      const body = {
        startOn: addDays(startOn, step.startShift),
        startTime,
        endOn: addDays(endOn, step.endShift),
        endTime,
        petIds: step.pets === 'same' ? pets.map(({ id }) => id) : households[step.pets],
        addOns,
      }
      const viewer = viewers[step.by]
      const params = { bookingId: booking.id }
      const { changeHash } = await send(deps, calculateChange, viewer, { params, body })
      const proposed = await act(viewer, now, 'propose_change', { ...body, changeHash })
      expect(proposed).toEqual(await show(viewer, booking))
      if (step.accepted)
        await act(viewers[step.by === 'owner' ? 'sitter' : 'owner'], proposed, 'accept_change')
    } else if (step.kind === 'event') {
      const more: Record<string, object> = {
        cancel_by_sitter: { reason: words },
        report_no_show: { words, contacted: 'Called twice' },
        open_case: { kind: step.kindOfCase, words },
        answer_case: { caseId: now.actions.find(({ event }) => event === 'answer_case')?.caseId, words },
        appeal_case: { caseId: now.actions.find(({ event }) => event === 'appeal_case')?.caseId, words },
      }
      // The response to a move must equal what a later read shows.
      const answer = await act(viewers[step.by], now, step.event, more[step.event])
      expect(answer).toEqual(await show(viewers[step.by], booking))
    } else if (step.kind === 'decide') {
      const params = { caseId: now.cases.at(-1)?.id ?? booking.id }
      const body = { version: now.version, refund: Math.round((held * step.part) / 100), statement: words }
      await send(deps, resolveCase, ada, { params, body, idempotencyKey: newKey() })
    } else {
      const body = { version: now.version, refund: Math.round((held * step.part) / 100), reason: words }
      const params = { bookingId: booking.id }
      await send(deps, cancelByOperator, ada, { params, body, idempotencyKey: newKey() })
    }
  }

  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 10 }),
      fc.integer({ min: 1, max: 16 }),
      fc.array(attempts, { minLength: 4, maxLength: 12 }),
      async (ahead, nights, steps) => {
        const startOn = addDays(localOf(deps.now(), 'Europe/Dublin').on, ahead)
        const draft = {
          sitterId,
          service: 'boarding' as const,
          startOn,
          endOn: addDays(startOn, nights),
          petIds: [rex],
        }
        const booking = await act(sam, await request(olga, draft), 'accept')
        for (const step of steps) await unlessRefused(() => attempt(booking, step))
        // Whatever happened, the system events bring the booking to its end, unless a case awaits an operator. Twice,
        // because the first may decide a no-show nobody answered, which leaves 72 hours for an appeal.
        for (let months = 0; months < 2; months += 1) {
          deps.clock.set(addHours(deps.now(), 24 * 60))
          await runClock(deps)
        }
        const { payment, quote, cases } = await show(olga, booking)
        expect(quote.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.subtotal)
        expect(payment.refunded).toBeGreaterThanOrEqual(0)
        expect(payment.refunded).toBeLessThanOrEqual(payment.paid)
        const row = await deps.db
          .selectFrom('booking')
          .select(['paid', 'refunded', 'released'])
          .where('id', '=', booking.id)
          .executeTakeFirstOrThrow()
        const isOpen = cases.some(({ status }) => status !== 'resolved')
        if (!isOpen) expect(row.refunded + row.released).toBe(row.paid)
        await expectInvariants(deps)
      },
    ),
    { numRuns: 16 },
  )
})
