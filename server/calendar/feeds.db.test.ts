import { expect, test } from 'vitest'
import * as calendarContract from '#contract/calendar/calendar.ts'
import * as contract from '#contract/calendar/feeds.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { searchSitters } from '#contract/search/search.ts'
import { calendarText, uidOf } from '#server/bookings/papers/ics.ts'
import { checkCapacity } from '#server/calendar/commands.ts'
import { resealFeeds } from '#server/calendar/feed-commands.ts'
import { readDueFeeds, readFeedById } from '#server/calendar/feed-read-commands.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import type { Invocation } from '#server/kernel/http/http.ts'
import { FetchRefused, type SafeFetch } from '#server/kernel/http/safe-fetch.ts'
import { refreshSitter } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { sitterForBooking } from '#server/sitters/commands.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...events: string[]) => ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n')
const dentist = calendar(event('DTSTART:20261212T090000Z', 'DURATION:PT1H'))
const address = 'https://calendar.example.net/secret-of-sam/basic.ics'

/** A fixture whose sitter has another calendar, served by a fake server whose response can be changed. */
async function feedFixture() {
  const fixture = await bookingFixture()
  const { deps, sitterId, db } = fixture
  await inTransaction(db, (tx) => refreshSitter(tx, sitterId, now))
  const server = { says: dentist as string | Error | null, asked: [] as Parameters<SafeFetch>[] }
  deps.safeFetch = async (url, wish) => {
    server.asked.push([url, wish])
    if (server.says instanceof Error) throw server.says
    return {
      body: server.says === null ? null : Buffer.from(server.says),
      etag: '"1"',
      lastModified: undefined,
    }
  }
  const call = <E extends Endpoint>(endpoint: E, viewer: Viewer, more: Partial<Invocation> = {}) =>
    answerOf(calendarRoutes, endpoint, deps, { viewer, params: { sitterId }, ...more })
  const add = (more: object = {}) =>
    call(contract.addCalendarFeed, sam, { body: { name: 'Work', address, ...more } })
  const list = () => call(contract.listCalendarFeeds, sam)
  const later = (minutes: number) => deps.clock.set(new Date(deps.now().getTime() + minutes * 60_000))
  const freeOn = async (on: string) => {
    const request = { params: { sitterId }, query: { from: on, to: on } }
    const { items } = await answerOf(calendarRoutes, calendarContract.showCalendar, deps, request)
    return Object.fromEntries(items.map(({ service, free, reason }) => [service, reason ?? free]))
  }
  /** Returns whether a search for these days finds the sitter. */
  const isFound = async (startOn: string, endOn: string) => {
    const query = { service: 'boarding', start: startOn, end: endOn }
    return (await answerOf(searchRoutes, searchSitters, deps, { query })).items.length === 1
  }
  return { ...fixture, server, call, add, list, later, freeOn, isFound }
}

test('a busy hour in another calendar blocks its day for all services until the feed changes', async () => {
  const { deps, add, list, later, freeOn, server } = await feedFixture()
  const { items } = await add()
  expect(items[0]).toMatchObject({
    name: 'Work',
    host: 'calendar.example.net',
    fetchedAt: null,
    busyDays: [],
  })
  expect(JSON.stringify(items)).not.toContain('secret-of-sam')
  expect(deps.jobs).toContainEqual({ name: 'calendar.read-feeds', payload: { feedId: items[0]!.id } })
  expect(await freeOn('2026-12-12')).toEqual({ boarding: 3, dog_walking: 8 })
  expect(await readDueFeeds(deps)).toBe(1)
  expect(await freeOn('2026-12-12')).toEqual({ boarding: 'away', dog_walking: 'away' })
  expect(await freeOn('2026-12-13')).toEqual({ boarding: 3, dog_walking: 8 })
  expect((await list()).items[0]).toMatchObject({
    fetchedAt: now.toISOString(),
    failure: null,
    busyDays: ['2026-12-12'],
  })

  later(14)
  expect(await readDueFeeds(deps)).toBe(0)
  later(1)
  server.says = null
  expect(await readDueFeeds(deps)).toBe(1)
  expect(server.asked.at(-1)![1]).toMatchObject({ etag: '"1"' })
  expect(await freeOn('2026-12-12')).toEqual({ boarding: 'away', dog_walking: 'away' })

  // On a new day the feed is fetched without an etag, since the range of days ahead has moved.
  later(24 * 60)
  server.says = calendar(event('DTSTART:20261214T090000Z', 'DURATION:PT1H'))
  await readDueFeeds(deps)
  expect(server.asked.at(-1)![1].etag).toBeUndefined()
  expect(await freeOn('2026-12-12')).toEqual({ boarding: 3, dog_walking: 8 })
  expect(await freeOn('2026-12-14')).toEqual({ boarding: 'away', dog_walking: 'away' })
})

test('a feed address can be resealed after a change of the site secret, and fails without the old secret', async () => {
  const { deps, add, list, later, server } = await feedFixture()
  await add()
  const old = deps.site.secret
  const next = { ...deps.site, secret: 'a secret that comes later in the tests' }
  deps.site = next
  await readDueFeeds(deps)
  expect(server.asked).toEqual([])
  expect((await list()).items[0]).toMatchObject({ failure: 'address' })
  deps.site = { ...next, previousSecrets: [old] }
  expect(await resealFeeds(deps)).toEqual({ resealed: 1, unreadable: 0 })
  expect(await resealFeeds(deps)).toEqual({ resealed: 0, unreadable: 0 })
  deps.site = next
  later(60)
  await readDueFeeds(deps)
  expect(server.asked.map(([url]) => url)).toEqual([address])
  expect((await list()).items[0]).toMatchObject({ failure: null })
})

test('an uploaded calendar file blocks its days, is stored encrypted, keeps its date and can be replaced', async () => {
  const { deps, db, add, call, list, later, freeOn, server, sitterId } = await feedFixture()
  const file = (text: string) => ({ name: 'rota.ics', text })
  const { items } = await add({ address: null, file: file(dentist) })
  expect(items[0]).toMatchObject({ source: 'file', host: 'rota.ics', fetchedAt: null })
  const { address: stored } = await db.selectFrom('calendar_feed').select('address').executeTakeFirstOrThrow()
  expect(stored.toString('latin1')).not.toContain('VEVENT')
  await readDueFeeds(deps)
  expect(await freeOn('2026-12-12')).toEqual({ boarding: 'away', dog_walking: 'away' })

  // The range of days ahead moves, but the file's age does not change.
  later(24 * 60)
  expect(await readDueFeeds(deps)).toBe(1)
  expect((await list()).items[0]).toMatchObject({ fetchedAt: now.toISOString(), failure: null })
  expect((await db.selectFrom('calendar_feed').select('read_on').executeTakeFirstOrThrow()).read_on).toBe(
    '2026-12-02',
  )

  const params = { sitterId, feedId: items[0]!.id }
  const read = (body: object) => call(contract.readCalendarFeed, sam, { params, body })
  expect(await refusalOf(read({}))).toMatchObject({ code: 'feed-refused', rule: 'source' })
  expect(await refusalOf(read({ file: file('<html>') }))).toMatchObject({ rule: 'unreadable' })
  await read({ file: file(calendar(event('DTSTART:20261214T090000Z', 'DURATION:PT1H'))) })
  await readFeedById(deps, items[0]!.id)
  expect((await list()).items[0]).toMatchObject({
    fetchedAt: deps.now().toISOString(),
    busyDays: ['2026-12-14'],
  })
  expect(server.asked).toEqual([])
})

test('a feed is either an address or a file, and a feed with an address cannot be replaced by a file', async () => {
  const { add, call, sitterId } = await feedFixture()
  const file = { name: 'rota.ics', text: dentist }
  expect(await refusalOf(add({ address: null }))).toMatchObject({ code: 'feed-refused', rule: 'source' })
  expect(await refusalOf(add({ file }))).toMatchObject({ code: 'feed-refused', rule: 'source' })
  const { items } = await add()
  const params = { sitterId, feedId: items[0]!.id }
  expect(await refusalOf(call(contract.readCalendarFeed, sam, { params, body: { file } }))).toMatchObject({
    rule: 'source',
  })
})

test('the feed address is stored encrypted, and a webcal address is fetched over https', async () => {
  const { deps, db, add, server } = await feedFixture()
  await add({ address: 'webcal://calendar.example.net/secret-of-sam/basic.ics' })
  const { address: stored } = await db.selectFrom('calendar_feed').select('address').executeTakeFirstOrThrow()
  expect(stored.toString('latin1')).not.toContain('secret-of-sam')
  await readDueFeeds(deps)
  expect(server.asked[0]![0]).toBe(address)
})

test('busy days are excluded from search and refused as other_calendar until the feed is removed', async () => {
  const fixture = await feedFixture()
  const { deps, add, call, quote, isFound } = fixture
  expect(await isFound('2026-12-11', '2026-12-13')).toBe(true)
  const { items } = await add()
  await readDueFeeds(deps)
  expect(await isFound('2026-12-11', '2026-12-13')).toBe(false)
  expect(await isFound('2026-12-14', '2026-12-16')).toBe(true)
  expect(await refusalOf(quote(olga, weekend(fixture)))).toMatchObject({
    code: 'capacity-full',
    conflicts: [{ on: '2026-12-12', obstacle: 'other_calendar', free: 0 }],
  })
  await call(contract.removeCalendarFeed, sam, {
    params: { sitterId: fixture.sitterId, feedId: items[0]!.id },
  })
  expect(await isFound('2026-12-11', '2026-12-13')).toBe(true)
  expect((await quote(olga, weekend(fixture))).total).toBeGreaterThan(0)
})

test('a feed can be limited to some services, or to visits at the busy times', async () => {
  const fixture = await feedFixture()
  const { deps, add, call, freeOn, quote, sitterId, rex } = fixture
  const { items } = await add({ services: ['boarding'] })
  const params = { sitterId, feedId: items[0]!.id }
  await readDueFeeds(deps)
  expect(await freeOn('2026-12-12')).toEqual({ boarding: 'away', dog_walking: 8 })
  await call(contract.changeCalendarFeed, sam, { params, body: { name: 'Work', blocks: 'times' } })
  await readFeedById(deps, items[0]!.id)
  expect(await freeOn('2026-12-12')).toEqual({ boarding: 3, dog_walking: 8 })
  const walkAt = (time: string) =>
    quote(olga, {
      sitterId,
      service: 'dog_walking',
      visits: [{ on: '2026-12-12', time, minutes: 30 }],
      petIds: [rex],
    })
  expect(await refusalOf(walkAt('09:30'))).toMatchObject({ conflicts: [{ obstacle: 'time_taken' }] })
  expect((await walkAt('15:00')).total).toBeGreaterThan(0)
  expect((await call(contract.listCalendarFeeds, sam)).items[0]).toMatchObject({ busyDays: ['2026-12-12'] })
})

test('a feed is fetched again just before a request is accepted, and the new result decides', async () => {
  const fixture = await feedFixture()
  const { deps, add, act, request, server, later, show } = fixture
  server.says = calendar()
  await add()
  await readDueFeeds(deps)
  const booking = await request(olga, weekend(fixture))
  later(3)
  server.says = dentist
  expect(await refusalOf(act(sam, booking, 'accept'))).toMatchObject({
    code: 'capacity-full',
    detail: expect.stringContaining('another calendar of the sitter says busy'),
  })
  expect(server.asked.at(-1)![1]).toMatchObject({ withinMs: 4_000 })
  expect((await show(sam, booking)).status).toBe('requested')
  // Within the next minutes the feed is not fetched again, and a stranger's attempt fetches nothing at all.
  const fetchCount = server.asked.length
  await refusalOf(act(sam, booking, 'accept'))
  later(3)
  await refusalOf(act(eve, booking, 'accept'))
  expect(server.asked).toHaveLength(fetchCount)
})

test('if the calendar server fails, a request can still be accepted on the last known busy times', async () => {
  const fixture = await feedFixture()
  const { deps, add, act, request, server, later, list } = fixture
  server.says = calendar()
  await add()
  await readDueFeeds(deps)
  const booking = await request(olga, weekend(fixture))
  later(3)
  server.says = new FetchRefused('time', 'too slow')
  expect((await act(sam, booking, 'accept')).status).toBe('confirmed')
  expect((await list()).items[0]).toMatchObject({ failure: 'time', fetchedAt: now.toISOString() })
})

test('a confirmed booking on a busy day stays, its sitter is warned once, and it can still be changed', async () => {
  const fixture = await feedFixture()
  const { deps, db, add, act, request, later, list } = fixture
  const booking = await act(sam, await request(olga, weekend(fixture)), 'accept')
  await add()
  await readDueFeeds(deps)
  const { conflicts } = await list()
  expect(conflicts).toEqual([
    expect.objectContaining({ on: '2026-12-12', feedName: 'Work', bookingId: booking.id, pets: ['Rex'] }),
  ])
  const notices = () => db.selectFrom('notice').select('title').where('kind', '=', 'calendar-feed').execute()
  expect(await notices()).toEqual([{ title: 'Your calendar “Work” shows you as busy on days of a booking' }])
  later(15)
  await readDueFeeds(deps)
  expect(await notices()).toHaveLength(1)
  const sitter = (await sitterForBooking(db, fixture.sitterId))!
  const night = (on: string) => ({
    on,
    startsAt: new Date(`${on}T15:00:00Z`),
    endsAt: new Date(`${on}T23:00:00Z`),
  })
  const wanted = {
    service: 'boarding' as const,
    ownerId: olga.accountId,
    pets: 1,
    units: [night('2026-12-12'), night('2026-12-13')],
  }
  expect(await checkCapacity(db, sitter, wanted, booking.id)).toEqual([])
  expect(await checkCapacity(db, sitter, wanted)).toMatchObject([{ on: '2026-12-12' }])
})

test('bookings exported by this site and read back from another calendar block nothing', async () => {
  const { deps, add, server, list } = await feedFixture()
  const at = new Date('2026-12-12T09:00:00Z')
  server.says = calendarText('Sam', [
    {
      uid: uidOf('0b000000-0000-7000-8000-000000000001', null, 'localhost:3000'),
      sequence: 1,
      changedAt: at,
      startsAt: at,
      endsAt: new Date('2026-12-13T09:00:00Z'),
      title: 'Boarding',
      words: '',
      url: 'http://localhost:3000',
      cancelled: false,
    },
  ])
  await add()
  await readDueFeeds(deps)
  expect((await list()).items[0]).toMatchObject({ failure: null, busyDays: [] })
})

test('a failing feed keeps its busy days, is fetched less and less often, and its sitter is notified once', async () => {
  const { deps, db, add, server, later, list, freeOn } = await feedFixture()
  await add()
  await readDueFeeds(deps)
  const tried: number[] = []
  server.says = new FetchRefused('status', 'It answered 404', { status: 404 })
  for (let minutes = 0; minutes <= 10 * 60; minutes += 15) {
    later(15)
    if ((await readDueFeeds(deps)) > 0) tried.push(minutes + 15)
  }
  expect(tried).toEqual([15, 30, 45, 75, 135, 255, 495])
  expect((await list()).items[0]).toMatchObject({ failure: 'gone', busyDays: ['2026-12-12'] })
  expect(await freeOn('2026-12-12')).toMatchObject({ boarding: 'away' })
  expect(await db.selectFrom('notice').select('title').where('kind', '=', 'calendar-feed').execute()).toEqual(
    [
      {
        title: expect.stringContaining(
          'read your calendar “Work”. There is no longer a calendar at this address',
        ),
      },
    ],
  )
})

test.each([
  ['<html>', 'unreadable'],
  [`BEGIN:VCALENDAR\n${'BEGIN:X\n'.repeat(100_000)}`, 'unreadable'],
  [
    calendar(
      ...Array.from({ length: 9_000 }, () =>
        event('DTSTART:20261201T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=DAILY;BYSECOND=0,1,2,3,4,5,6,7,8,9'),
      ),
    ),
    null,
  ],
])('a malformed or oversized feed is bounded and reported as failed or skipped', async (says, failure) => {
  const { deps, add, server, list } = await feedFixture()
  server.says = says
  await add()
  await readDueFeeds(deps)
  const [feed] = (await list()).items
  if (failure) expect(feed).toMatchObject({ failure, busyDays: [] })
  else expect(feed!.failure === 'too-much' || feed!.skipped > 8_000).toBe(true)
})

test('other accounts cannot see, add, change or remove feeds, and an eleventh feed is refused', async () => {
  const { add, call, sitterId } = await feedFixture()
  const { items } = await add()
  const params = { sitterId, feedId: items[0]!.id }
  const body = { name: 'Mine', address }
  expect((await refusalOf(call(contract.listCalendarFeeds, eve))).code).toBe('sitter-not-found')
  expect((await refusalOf(call(contract.addCalendarFeed, eve, { body }))).code).toBe('sitter-not-found')
  expect((await refusalOf(call(contract.removeCalendarFeed, eve, { params }))).code).toBe('sitter-not-found')
  expect(
    (await refusalOf(call(contract.changeCalendarFeed, eve, { params, body: { name: 'x' } }))).code,
  ).toBe('sitter-not-found')
  for (const [given, rule] of [
    ['http://calendar.example.net/x.ics', 'scheme'],
    ['https://127.0.0.1/x.ics', 'address'],
    ['https://sam:secret@calendar.example.net/', 'credentials'],
    ['https://calendar.example.net:8443/', 'port'],
  ] as const)
    expect(await refusalOf(add({ address: given }))).toMatchObject({ code: 'feed-refused', rule })
  for (let count = 1; count < 10; count += 1) await add()
  expect((await refusalOf(add())).code).toBe('feeds-too-many')
})
