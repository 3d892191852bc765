import { expect, test } from 'vitest'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { actorsOf, exampleA, bookingFixture, refusalOf } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

type BookingFixture = Awaited<ReturnType<typeof bookingFixture>>

/** Case A2 of the rules: 390.67 is refunded, 236.33 is kept. */
async function cancelledLate() {
  const fixture = await bookingFixture()
  const booking = await fixture.act(sam, await fixture.request(olga, exampleA(fixture)), 'accept')
  fixture.deps.clock.set(at('2026-12-16T10:00:00Z'))
  return { ...fixture, booking: await fixture.act(olga, booking, 'cancel') }
}

async function completed() {
  const fixture = await bookingFixture()
  const accepted = await fixture.act(sam, await fixture.request(olga, exampleA(fixture)), 'accept')
  fixture.deps.clock.set(at('2026-12-18T15:00:00Z'))
  const running = await fixture.act(sam, accepted, 'check_in')
  fixture.deps.clock.set(at('2026-12-26T18:00:00Z'))
  return { ...fixture, booking: await fixture.act(sam, running, 'check_out') }
}

/** Returns the texts of the queued mails of an event, after running each job once. */
async function mailsOf({ db, deps }: Pick<BookingFixture, 'db' | 'deps'>, event: string): Promise<string[]> {
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  for (const { name, payload } of deps.jobs.splice(0)) if (name === 'bookings.notify') await run(payload)
  const rows = await db
    .selectFrom('mail')
    .select('text_body')
    .where('kind', '=', `booking-${event}`)
    .execute()
  return rows.map(({ text_body }) => text_body).sort()
}

test('a sitter can waive the amount kept in several parts until nothing is left', async () => {
  const { db, deps, booking, act, show, money } = await cancelledLate()
  expect((await show(sam, booking)).waivable).toBe(236_33)
  expect((await show(olga, booking)).waivable).toBeNull()

  const once = await act(sam, booking, 'waive', { amount: 100_01, note: 'I am sorry for your father.' })
  expect(once).toMatchObject({
    status: 'cancelled',
    waivable: 136_32,
    payment: { status: 'partially_refunded', paid: 627_00, refunded: 490_68 },
  })
  expect(once.timeline.at(-1)).toMatchObject({
    event: 'waive',
    by: 'sitter',
    detail: expect.stringMatching(/gave up €100\.01: I am sorry for your father\.$/) as unknown,
  })
  const all = await act(sam, once, 'waive', { amount: 136_32 })
  expect(all).toMatchObject({
    waivable: null,
    actions: [],
    payment: { status: 'refunded', refunded: 627_00 },
  })
  expect((await money(sam, booking)).earnings).toEqual({ receives: 0, fees: 0, payouts: [] })
  expect((await money(olga, booking)).refunded).toBe(627_00)

  const letters = await mailsOf({ db, deps }, 'waive')
  expect(letters).toHaveLength(2)
  expect(letters.map((words) => /€\d+\.\d\d/.exec(words)?.[0]).sort()).toEqual(['€100.01', '€136.32'])
  await expectInvariants(deps)
})

type Earnings = { receives: number; fees: number }

test('for any waived amount, the rest is split between the sitter and the fees to the cent', async () => {
  const { db, deps, booking } = await cancelledLate()
  for (const amount of [1, 3, 19, 12_34, 100_00, 236_32]) {
    const settled = await inTransaction(db, async (tx) => {
      const inTx = { ...deps, db: tx, now: () => deps.now() }
      const { act, money } = actorsOf(inTx)
      await act(sam, booking, 'waive', { amount })
      const { earnings } = await money(sam, booking)
      deps.clock.set(at('2026-12-20T15:00:00Z'))
      await runClock(inTx)
      const after = await tx
        .selectFrom('booking')
        .select(['paid', 'refunded', 'released', 'due_at'])
        .executeTakeFirstOrThrow()
      await expectInvariants(inTx)
      throw Object.assign(new Error('put it back'), { outcome: { earnings, after } })
    }).catch((error: Error & { outcome?: { earnings: Earnings; after: Record<string, unknown> } }) => {
      if (!error.outcome) throw error
      return error.outcome
    })
    deps.clock.set(at('2026-12-16T10:00:00Z'))
    expect(settled.after, `${amount}`).toMatchObject({
      refunded: 390_67 + amount,
      released: 236_33 - amount,
      due_at: null,
    })
    const { receives, fees } = settled.earnings
    expect(receives + fees).toBe(236_33 - amount)
  }
})

test('a waiver is refused above the amount kept, from anyone but the sitter, and after settlement', async () => {
  const { deps, booking, act, show } = await cancelledLate()
  expect(await refusalOf(act(sam, booking, 'waive', { amount: 236_34 }))).toMatchObject({
    code: 'amount-too-high',
    status: 422,
    amount: 236_34,
    most: 236_33,
    detail: 'At most €236.33 can still be taken off the price of this booking, not €236.34.',
  })
  expect(await refusalOf(act(sam, booking, 'waive', { amount: 0 }))).toMatchObject({
    code: 'request-invalid',
  })
  expect(await refusalOf(act(olga, booking, 'waive', { amount: 1 }))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  expect(await refusalOf(act(eve, booking, 'waive', { amount: 1 }))).toMatchObject({
    code: 'booking-not-found',
  })
  deps.clock.set(at('2026-12-20T15:00:00Z'))
  expect(await refusalOf(act(sam, booking, 'waive', { amount: 1 }))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  expect((await show(sam, booking)).payment.refunded).toBe(390_67)
})

test('nothing can be waived if the sitter cancelled', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.act(sam, await fixture.request(olga, exampleA(fixture)), 'accept')
  const cancelled = await fixture.act(sam, booking, 'cancel_by_sitter', { reason: 'I am ill.' })
  expect(cancelled.waivable).toBeNull()
  expect(await refusalOf(fixture.act(sam, cancelled, 'waive', { amount: 1 }))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
})

test('a tip goes to the sitter in full, is emailed each time and appears in the statements of both sides', async () => {
  const { db, deps, booking, act, show, money, receipt } = await completed()
  const before = (await money(sam, booking)).earnings!

  const once = await act(olga, booking, 'tip', { amount: 10_00, note: 'Rex adores you.' })
  expect(once).toMatchObject({
    status: 'completed',
    payment: { status: 'captured', paid: 627_00, refunded: 0 },
  })
  expect(once.timeline.at(-1)!.detail).toMatch(/gave a tip of €10\.00: Rex adores you\.$/)
  deps.clock.set(at('2026-12-27T09:00:00Z'))
  await act(olga, once, 'tip', { amount: 5_00 })

  const after = await money(sam, booking)
  expect(after).toMatchObject({ paid: 627_00, tips: 15_00 })
  expect(after.earnings).toMatchObject({ receives: before.receives + 15_00, fees: before.fees })
  const ownerMoney = await money(olga, booking)
  expect(ownerMoney.lines.at(-1)).toMatchObject({ kind: 'tip', amount: 5_00, balance: 642_00 })
  expect(JSON.stringify(await receipt(sam, booking))).toContain('Tip from')
  const letters = await mailsOf({ db, deps }, 'tip')
  expect(letters.map((words) => /€\d+\.\d\d/.exec(words)?.[0]).sort()).toEqual(['€10.00', '€5.00'])
  expect(letters.join()).toContain('> Rex adores you.')
  await expectInvariants(deps)

  deps.clock.set(at('2027-01-12T12:00:00Z'))
  await runClock(deps)
  const closed = await show(olga, booking)
  expect(closed).toMatchObject({ status: 'closed', actions: [{ event: 'tip' }] })
  expect(await act(olga, closed, 'tip', { amount: 1_00 })).toMatchObject({ status: 'closed' })
  await expectInvariants(deps)
})

test('only the owner can tip, for 30 days after the end, between 1.00 and 500.00', async () => {
  const { deps, booking, act, show } = await completed()
  for (const amount of [99, 500_01, -1])
    expect(await refusalOf(act(olga, booking, 'tip', { amount }))).toMatchObject({ code: 'request-invalid' })
  expect(await refusalOf(act(sam, booking, 'tip', { amount: 5_00 }))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  deps.clock.set(at('2027-01-25T17:59:59Z'))
  expect((await show(olga, booking)).actions).toEqual([
    { event: 'tip', deadlineAt: '2027-01-25T18:00:00.000Z' },
  ])
  deps.clock.set(at('2027-01-25T18:00:00Z'))
  expect(await refusalOf(act(olga, booking, 'tip', { amount: 5_00 }))).toMatchObject({
    code: 'booking-action-not-allowed',
  })
})
