import { expect, test } from 'vitest'
import { endAllOf } from '#server/bookings/leave/departure-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

async function setup() {
  const fixture = await paymentFixture()
  const end = async (person: Viewer) => {
    const count = await inTransaction(fixture.db, (tx) =>
      endAllOf({ ...fixture.deps, db: tx }, person.accountId),
    )
    await fixture.work()
    await fixture.hear()
    return count
  }
  /** Everyone who has been notified of something so far. */
  const told = () =>
    new Set(
      fixture.deps.jobs.flatMap(({ name, payload }) =>
        name === 'bookings.notify' ? [(payload as { to: string }).to] : [],
      ),
    )
  return { ...fixture, end, told }
}

test.each([
  ['sitter', sam],
  ['owner', olga],
])(
  'deleting the %s of a paid booking refunds the owner in full and notifies both sides',
  async (side, person) => {
    const { deps, confirmed, end, now, told, sums } = await setup()
    const booking = await confirmed()
    expect(booking.payment.paid).toBe(83_60)
    deps.jobs.length = 0
    expect(await end(person)).toBe(1)
    const ended = await now(booking)
    expect(ended).toMatchObject({ status: 'cancelled', payment: { paid: 83_60, refunded: 83_60 } })
    expect(JSON.stringify(ended.timeline)).toContain(`the ${side} is no longer here`)
    expect(told()).toEqual(new Set(['owner', 'sitter']))
    expect((await sums())['escrow'] ?? 0).toBe(0)
    await expectInvariants(deps)
    // Running it twice changes nothing more.
    expect(await end(person)).toBe(0)
  },
)

test.each([
  ['sitter', sam],
  ['owner', olga],
])(
  'deleting the %s of a booking awaiting payment withdraws the booking and notifies the other side',
  async (side, person) => {
    const { deps, bookAtOnce, work, end, now, told } = await setup()
    const booking = await bookAtOnce()
    await work()
    deps.jobs.length = 0
    expect(await end(person)).toBe(1)
    const ended = await now(booking)
    expect(ended).toMatchObject({ status: 'withdrawn', reason: `the ${side} is no longer here` })
    expect(told()).toContain(side === 'sitter' ? 'owner' : 'sitter')
    await expectInvariants(deps)
  },
)
