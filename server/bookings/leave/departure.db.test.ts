import { expect, test } from 'vitest'
import { endAllOf, endRequestsOf } from '#server/bookings/leave/departure-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { buildSitter, bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { db, deps, request, act, show, rex, pip } = fixture
  const elsewhere = { ...weekend(fixture), sitterId: await buildSitter(db, eve), petIds: [pip] }
  const open = await request(olga, weekend(fixture))
  const other = await request(olga, elsewhere)
  const agreed = await request(olga, {
    ...weekend(fixture),
    petIds: [rex],
    startOn: '2026-12-18',
    endOn: '2026-12-20',
  })
  await act(sam, agreed, 'accept')
  deps.jobs.length = 0
  const end = (accountId: string) => inTransaction(db, (tx) => endRequestsOf({ ...deps, db: tx }, accountId))
  const statuses = () =>
    Promise.all([open, other, agreed].map(async (booking) => (await show(olga, booking)).status))
  return { ...fixture, open, other, agreed, end, statuses }
}

test('requests to a sitter who leaves are declined, while requests to others and confirmed bookings stay', async () => {
  const { deps, open, end, show, statuses } = await setup()
  await end(sam.accountId)
  expect(await statuses()).toEqual(['declined', 'requested', 'confirmed'])
  expect(await show(olga, open)).toMatchObject({
    reason: 'the sitter is no longer here',
    timeline: [{}, { event: 'decline', by: 'system' }],
  })
  expect(deps.jobs).toContainEqual({ name: 'bookings.notify', payload: expect.anything() })
  // Running it twice has no further effect.
  await end(sam.accountId)
  expect(await statuses()).toEqual(['declined', 'requested', 'confirmed'])
})

test('requests of an owner who leaves are withdrawn, whichever sitter they were sent to', async () => {
  const { other, end, show, statuses } = await setup()
  await end(olga.accountId)
  expect(await statuses()).toEqual(['withdrawn', 'withdrawn', 'confirmed'])
  expect(await show(olga, other)).toMatchObject({
    timeline: [{}, { event: 'withdraw', detail: expect.stringContaining('the owner is no longer here') }],
  })
})

test('when an operator ends all bookings of an account, confirmed ones are cancelled as well', async () => {
  const { db, deps, agreed, show, statuses } = await setup()
  const ended = await inTransaction(db, (tx) => endAllOf({ ...deps, db: tx }, sam.accountId))
  expect(ended).toBe(2)
  expect(await statuses()).toEqual(['declined', 'requested', 'cancelled'])
  expect(JSON.stringify((await show(olga, agreed)).timeline)).toContain('the sitter is no longer here')
})
