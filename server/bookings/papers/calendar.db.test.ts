import ICAL from 'ical.js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/calendar.ts'
import { calculateChange } from '#contract/bookings/changes.ts'
import { createServer } from '#server/kernel/http/web-server.ts'
import { newId } from '#server/kernel/ids.ts'
import { serveCalendars } from '#server/pages/calendar-addresses.ts'
import { bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'

const addressOf = { params: { accountId: sam.accountId } }
const eventsOf = (text: string) =>
  ICAL.Component.fromString(text)
    .getAllSubcomponents('vevent')
    .map((entry) =>
      Object.fromEntries(
        ['uid', 'sequence', 'summary', 'status', 'dtstart', 'dtend'].map((name) => [
          name,
          String(entry.getFirstPropertyValue(name)),
        ]),
      ),
    )

async function openCalendars() {
  const fixture = await bookingFixture()
  const app = createServer({ log: fixture.deps.log, trustProxy: undefined })
  serveCalendars(app, fixture.deps)
  await sql`update account set phone_number = '+353860000001', location = '4 Hidden Lane'`.execute(fixture.db)
  const read = (address: string, headers: Record<string, string> = {}) =>
    app.inject({ url: new URL(address).pathname, headers })
  const make = async () =>
    (await send(fixture.deps, contract.makeCalendarAddress, sam, { ...addressOf, body: {} })).address!
  return { ...fixture, read, make }
}

test('the secret feed lists bookings in both roles, including cancelled ones, without addresses or contact details', async () => {
  const fixture = await openCalendars()
  const { request, act, read, make, clock } = { ...fixture, clock: fixture.deps.clock }
  const stay = await act(sam, await request(olga, weekend(fixture)), 'accept')
  const walks = await act(
    sam,
    await request(olga, {
      sitterId: fixture.sitterId,
      service: 'dog_walking',
      visits: [
        { on: '2026-12-15', time: '09:00', minutes: 30 },
        { on: '2026-12-16', time: '09:00', minutes: 30 },
      ],
      petIds: [fixture.rex],
    }),
    'accept',
  )
  await request(olga, { ...weekend(fixture), startOn: '2026-12-20', endOn: '2026-12-22' })
  const address = await make()
  expect(address).toMatch(/^http:\/\/localhost:3000\/calendars\/[\w-]{54}\.ics$/)

  const first = await read(address)
  expect(first.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
  expect(eventsOf(first.body)).toEqual([
    {
      uid: `booking-${walks.id}-1@localhost:3000`,
      sequence: String(walks.version),
      summary: 'Dog walk: Rex (Olga)',
      status: 'CONFIRMED',
      dtstart: '2026-12-15T09:00:00Z',
      dtend: '2026-12-15T09:30:00Z',
    },
    expect.objectContaining({ uid: `booking-${walks.id}-2@localhost:3000`, dtstart: '2026-12-16T09:00:00Z' }),
    expect.objectContaining({
      uid: `booking-${stay.id}@localhost:3000`,
      summary: 'Boarding: Rex (Olga)',
      dtstart: '2026-12-11T15:00:00Z',
      dtend: '2026-12-13T11:00:00Z',
    }),
  ])
  expect(first.body).not.toMatch(/Hidden|353860|example\.org/)

  const again = await read(address, { 'if-none-match': String(first.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])

  clock.set(new Date(now.getTime() + 3_600_000))
  const cancelled = await act(olga, stay, 'cancel')
  const changed = await read(address, { 'if-none-match': String(first.headers['etag']) })
  expect(changed.statusCode).toBe(200)
  expect(eventsOf(changed.body).at(-1)).toMatchObject({
    uid: `booking-${stay.id}@localhost:3000`,
    sequence: String(cancelled.version),
    summary: 'Cancelled: Boarding: Rex (Olga)',
    status: 'CANCELLED',
  })
  expect(cancelled.version).toBeGreaterThan(stay.version)
  expect(await send(fixture.deps, contract.showCalendarAddress, sam, addressOf)).toMatchObject({
    address,
    readAt: now.toISOString(),
  })

  const owners = await send(fixture.deps, contract.makeCalendarAddress, olga, {
    params: { accountId: olga.accountId },
    body: {},
  })
  expect(eventsOf((await read(owners.address!)).body).map(({ summary }) => summary)).toContain(
    'Rex with Sam (dog walk)',
  )
})

test('a feed address that is replaced, revoked, altered or of an erased account gets the same 404 as an unknown one', async () => {
  const { deps, db, read, make } = await openCalendars()
  const bodyOf = async (address: string) => {
    const { statusCode, body } = await read(address)
    return [statusCode, body.replace(/"requestId":"[^"]+"/, '')]
  }
  const never = await bodyOf(`http://localhost:3000/calendars/${'A'.repeat(54)}.ics`)
  expect(never[0]).toBe(404)
  const first = await make()
  const second = await make()
  expect(await bodyOf(first)).toEqual(never)
  expect((await read(second)).statusCode).toBe(200)
  const [start = '', token = ''] = second.split('/calendars/')
  expect(token.length).toBeGreaterThanOrEqual(54)
  for (let at = 0; at < 54; at += 1) {
    const other = token[at] === 'x' ? 'y' : 'x'
    // The last four bits of the last character are unused.
    expect(await bodyOf(`${start}/calendars/${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toEqual(
      never,
    )
  }
  const others = { ...deps, site: { ...deps.site, secret: 'another secret' } }
  expect((await send(others, contract.showCalendarAddress, sam, addressOf)).address).not.toBe(second)

  await db.updateTable('account').set({ erased_at: now }).where('id', '=', sam.accountId).execute()
  expect(await bodyOf(second)).toEqual(never)
  await db.updateTable('account').set({ erased_at: null }).where('id', '=', sam.accountId).execute()
  expect((await read(second)).statusCode).toBe(200)
  await send(deps, contract.revokeCalendarAddress, sam, addressOf)
  expect(await bodyOf(second)).toEqual(never)
  expect((await send(deps, contract.showCalendarAddress, sam, addressOf)).address).toBeNull()
  expect((await refusalOf(send(deps, contract.showCalendarAddress, eve, addressOf))).code).toBe(
    'account-not-found',
  )
})

test('owner and sitter can download a booking as a calendar file, and for others it is not found', async () => {
  const fixture = await openCalendars()
  const { deps, request } = fixture
  const { id } = await request(olga, weekend(fixture))
  const file = (viewer: typeof sam, bookingId: string) =>
    send(deps, contract.downloadBookingCalendar, viewer, { params: { bookingId } })
  expect(eventsOf(await file(sam, id))).toHaveLength(1)
  expect(eventsOf(await file(olga, id))[0]).toMatchObject({ summary: 'Rex with Sam (boarding)' })
  const never = await refusalOf(file(eve, newId(now)))
  expect(await refusalOf(file(eve, id))).toEqual(never)
})

test('visits removed by a change are cancelled in the feed, and confirmed again when visits are added back', async () => {
  const fixture = await openCalendars()
  const { request, act, read, make, sitterId, rex, deps } = fixture
  const visit = (day: number) => ({ on: `2026-12-${day}`, time: '09:00', minutes: 30 as const })
  const days = (...list: number[]) => ({ visits: list.map(visit), petIds: [rex], addOns: [] })
  const walks = await act(
    sam,
    await request(olga, { sitterId, service: 'dog_walking', ...days(15, 16, 17) }),
    'accept',
  )
  const address = await make()
  const calendarEntries = async () =>
    eventsOf((await read(address)).body).map(({ uid, status, dtstart }) => [
      uid!.split('@')[0]!.at(-1),
      status,
      dtstart!.slice(8, 10),
    ])
  const changeTo = async (...list: number[]) => {
    const now = await fixture.show(olga, walks)
    const params = { bookingId: walks.id }
    const { changeHash } = await send(deps, calculateChange, olga, { params, body: days(...list) })
    const proposed = await act(olga, now, 'propose_change', { ...days(...list), changeHash })
    return act(sam, proposed, 'accept_change')
  }
  expect(await calendarEntries()).toEqual([
    ['1', 'CONFIRMED', '15'],
    ['2', 'CONFIRMED', '16'],
    ['3', 'CONFIRMED', '17'],
  ])
  const shorter = await changeTo(15, 17)
  expect(await calendarEntries()).toEqual([
    ['1', 'CONFIRMED', '15'],
    ['2', 'CONFIRMED', '17'],
    ['3', 'CANCELLED', '17'],
  ])
  expect(eventsOf((await read(address)).body).at(-1)).toMatchObject({
    summary: 'Cancelled: Dog walk: Rex (Olga)',
    sequence: String(shorter.version),
  })
  await changeTo(15)
  expect((await calendarEntries()).map(([, status]) => status)).toEqual([
    'CONFIRMED',
    'CANCELLED',
    'CANCELLED',
  ])
  await changeTo(15, 18, 19)
  expect(await calendarEntries()).toEqual([
    ['1', 'CONFIRMED', '15'],
    ['2', 'CONFIRMED', '18'],
    ['3', 'CONFIRMED', '19'],
  ])
})
