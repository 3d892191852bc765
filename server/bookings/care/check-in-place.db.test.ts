import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as cases from '#contract/bookings/case-desk.ts'
import { bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

const ada = { ...eve, roles: ['operator'] }
const exact = { lat: 53.349_81, lng: -6.260_31 }

/** Olga's weekend with Sam, on its first day. */
async function arrived() {
  const fixture = await bookingFixture()
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  fixture.deps.clock.set(new Date('2026-12-11T14:30:00Z'))
  return { ...fixture, booking }
}

const lastOf = ({ timeline }: { timeline: { event: string; detail: string | null }[] }) => timeline.at(-1)

test('the approximate location of a check-in is shown to the owner and the sitter, but not to operators or strangers', async () => {
  const { deps, act, show, booking } = await arrived()
  const running = await act(sam, booking, 'check_in', { note: 'Rex has found the sofa.', location: exact })
  const detail =
    'Sam checked in (about 1 km around 53.35° N, 6.26° W, nearest town Dublin): Rex has found the sofa.'
  expect(lastOf(running)).toMatchObject({ event: 'check_in', detail })
  expect(lastOf(await show(olga, booking))).toMatchObject({ event: 'check_in', detail })
  expect(lastOf(await show(sam, booking))).toMatchObject({ event: 'check_in', detail })
  const atDesk = await send(deps, cases.showAdminBooking, ada, { params: { bookingId: booking.id } })
  expect(lastOf(atDesk)?.detail).toBe('Sam checked in: Rex has found the sofa.')
  expect((await refusalOf(show(eve, booking))).code).toBe('booking-not-found')
})

test('the location is hidden from the owner once the sitter’s account is erased', async () => {
  const { db, deps, act, show, booking } = await arrived()
  await act(sam, booking, 'check_in', { location: exact })
  await db.updateTable('account').set({ erased_at: deps.now() }).where('id', '=', sam.accountId).execute()
  expect(lastOf(await show(olga, booking))?.detail).not.toContain('1 km')
})

test('coordinates are stored with at most two decimals, anywhere in the database', async () => {
  const { db, act, booking } = await arrived()
  await act(sam, booking, 'check_in', { location: exact })
  const { payload } = await db
    .selectFrom('booking_event')
    .select('payload')
    .where('event', '=', 'check_in')
    .executeTakeFirstOrThrow()
  expect(payload).toEqual({ location: { lat: 53.35, lng: -6.26, town: 'Dublin' } })
  const { rows } = await sql<{ all: string }>`
    select schema_to_xml(current_schema()::name, true, false, '')::text as all`.execute(db)
  expect(rows[0]!.all).toContain('53.35')
  // No third decimal of either coordinate. Seconds of a time are excluded from the match.
  expect(rows[0]!.all).not.toMatch(/(?<![\d:])(53\.349|6\.260)/)
})

test('a check-in without a location mentions no place', async () => {
  const { act, booking } = await arrived()
  expect(lastOf(await act(sam, booking, 'check_in'))?.detail).toBe('Sam checked in')
})

test('coordinates at the limits are shown with their hemisphere: 90.00° S, 180.00° E', async () => {
  const { act, booking } = await arrived()
  const running = await act(sam, booking, 'check_in', { location: { lat: -90, lng: 179.999 } })
  expect(lastOf(running)?.detail).toMatch(/about 1 km around 90\.00° S, 180\.00° E, nearest town \w+\)$/)
})

test.each([
  ['a latitude beyond the pole', { lat: 90.01, lng: 0 }, 'location.lat', 'Send degrees from -90 to 90'],
  [
    'a longitude beyond the date line',
    { lat: 0, lng: -181 },
    'location.lng',
    'Send degrees from -180 to 180',
  ],
  ['words', { lat: 'north', lng: 0 }, 'location.lat', 'Send degrees from -90 to 90'],
  ['half of it', { lat: 53.35 }, 'location.lng', 'Send degrees from -180 to 180'],
  ['more than it', { lat: 53.35, lng: -6.26, street: 'x' }, 'location.street', 'This is not a known field'],
])('an invalid location (%s) is refused and changes nothing', async (_, location, path, message) => {
  const { act, show, booking } = await arrived()
  expect(await refusalOf(act(sam, booking, 'check_in', { location }))).toMatchObject({
    code: 'request-invalid',
    errors: [{ path, message }],
  })
  expect((await show(sam, booking)).status).toBe('confirmed')
})

test('no other event accepts a location', async () => {
  const { act, booking } = await arrived()
  for (const event of ['accept', 'check_out', 'cancel', 'withdraw'])
    expect(await refusalOf(act(sam, booking, event, { location: exact }))).toMatchObject({
      code: 'request-invalid',
      errors: [{ path: 'location', message: 'This is not a known field' }],
    })
})
