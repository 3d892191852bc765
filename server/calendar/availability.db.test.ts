import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import * as calendar from '#contract/calendar/calendar.ts'
import * as feeds from '#contract/feeds.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { deps, sitterId } = fixture
  const text = (query: object = {}) =>
    answerOf(calendarRoutes, feeds.showAvailability, deps, { params: { sitterId }, query })
  const read = async (query: object = {}) =>
    daysIn(await text(query)).map(({ startOn, endsBefore }) => ({ startOn, endsBefore }))
  const block = (days: object[]) =>
    answerOf(calendarRoutes, calendar.updateCalendar, deps, {
      viewer: sam,
      body: { days },
      params: { sitterId },
    })
  return { ...fixture, text, read, block }
}

const daysIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return { title: event.summary, startOn: event.startDate.toString(), endsBefore: event.endDate.toString() }
  })

test('days on which nothing is free are in the calendar as one entry, without any detail', async () => {
  const { text, block } = await setup()
  await block([
    { on: '2026-12-10', capacity: 0 },
    { on: '2026-12-11', capacity: 0 },
    { on: '2026-12-14', capacity: 0 },
  ])
  const calendar = await text()

  expect(daysIn(calendar)).toEqual([
    { title: 'Not available', startOn: '2026-12-10', endsBefore: '2026-12-12' },
    { title: 'Not available', startOn: '2026-12-14', endsBefore: '2026-12-15' },
  ])
  expect(calendar).not.toMatch(/DESCRIPTION|LOCATION|ATTENDEE/)
})

test('a day counts as taken only if every service is full, or the one that was asked for', async () => {
  const { read, block } = await setup()
  await block([{ on: '2026-12-10', service: 'boarding', capacity: 0 }])
  expect(await read()).toEqual([])
  expect(await read({ service: 'boarding' })).toEqual([{ startOn: '2026-12-10', endsBefore: '2026-12-11' }])
})

test('a booking takes days without being told apart from a blocked day', async () => {
  const { text, request, act, block, ...draft } = await setup()
  await block([{ on: '2026-12-11', capacity: 1 }])
  const booking = await request(olga, { ...weekend(draft), startOn: '2026-12-11', endOn: '2026-12-12' })
  await act(sam, booking, 'accept')
  const boarding = await text({ service: 'boarding' })
  expect(daysIn(boarding)).toEqual([
    { title: 'Not available', startOn: '2026-12-11', endsBefore: '2026-12-12' },
  ])
  expect(boarding).not.toContain(booking.id)
})

test('a profile that is not public has no calendar', async () => {
  const { db, text } = await setup()
  await db.updateTable('sitter').set({ status: 'paused' }).execute()
  expect(await refusalOf(text())).toMatchObject({ code: 'sitter-not-found' })
})

test('the calendar stays the same for a day, so that it is loaded once', async () => {
  const { deps, text } = await setup()
  const first = await text()
  deps.clock.set(new Date(deps.clock().getTime() + 3_600_000))
  expect(await text()).toBe(first)
})

test('the holidays of a region are a calendar that keeps nobody busy', async () => {
  const { deps } = await setup()
  const text = await answerOf(calendarRoutes, feeds.downloadHolidays, deps, { query: { country: 'IE' } })
  expect(daysIn(text)).toContainEqual({
    title: 'Christmas and New Year',
    startOn: '2026-12-23',
    endsBefore: '2027-01-03',
  })
  expect(text).not.toContain('OPAQUE')
})
