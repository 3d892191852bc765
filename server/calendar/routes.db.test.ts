import { expect, test } from 'vitest'
import * as contract from '#contract/calendar/calendar.ts'
import type { Service } from '#contract/codes.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const nobody = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
const friday = '2026-12-11'
const saturday = '2026-12-12'

async function setup() {
  const fixture = await bookingFixture()
  const { deps, sitterId } = fixture
  const show = (query: object = {}, viewer: Viewer | null = null, id = sitterId) =>
    answerOf(calendarRoutes, contract.showCalendar, deps, { viewer, query, params: { sitterId: id } })
  const update = (days: object[], viewer: Viewer = sam, more: object = {}, id = sitterId) => {
    const call = { viewer, body: { days, ...more }, params: { sitterId: id } }
    return answerOf(calendarRoutes, contract.updateCalendar, deps, call)
  }
  const dayOf = async (on: string, service: Service = 'boarding') =>
    (await show({ from: on, to: on, service })).items[0]
  return { ...fixture, show, update, dayOf }
}

test('anyone can read a year of days per service, in the sitter’s time zone, up to the horizon', async () => {
  const { show } = await setup()

  const { timeZone, today, items, version } = await show()

  expect({ timeZone, today, version }).toEqual({ timeZone: 'Europe/Dublin', today: '2026-12-01', version: 1 })
  expect(items).toHaveLength(366 * 2)
  expect(items.at(-1)).toMatchObject({ on: '2027-12-01', service: 'dog_walking' })
  expect((await show({ from: '2028-01-01' })).items).toEqual([])
})

test('a day shows its free places, or the reason why there are none', async () => {
  const { dayOf, show } = await setup()

  expect(await dayOf('2026-11-30')).toMatchObject({ free: 0, capacity: 3, reason: 'past' })
  // Even at 23:59 on 1 December the 24 hours' notice, counted from 09:00, is not met.
  expect(await dayOf('2026-12-01')).toMatchObject({ free: 0, reason: 'notice' })
  expect(await dayOf('2026-12-02')).toMatchObject({ free: 3, reason: null })
  const christmas = await show({ from: '2026-12-24', to: '2026-12-24' })
  // Only boarding has a holiday rate.
  expect(christmas.items.map(({ holiday }) => holiday)).toEqual(['Christmas and New Year', null])
})

test('a confirmed booking takes capacity, and a cancelled one releases it', async () => {
  const { dayOf, request, act, ...draft } = await setup()
  const booking = await request(olga, { ...weekend(draft), startOn: friday, endOn: '2026-12-13' })
  expect(await dayOf(friday)).toMatchObject({ free: 3 })

  const confirmed = await act(sam, booking, 'accept')
  expect(await dayOf(friday)).toMatchObject({ free: 2, reason: null })
  expect(await dayOf(saturday)).toMatchObject({ free: 2 })
  expect(await dayOf('2026-12-13')).toMatchObject({ free: 3 })

  await act(olga, confirmed, 'cancel')
  expect(await dayOf(friday)).toMatchObject({ free: 3 })
})

test('the sitter can block, resize and reopen days, which confirms the calendar', async () => {
  const { db, deps, update, dayOf } = await setup()

  const { version, items } = await update([
    { on: friday, capacity: 0 },
    { on: saturday, service: 'boarding', capacity: 1 },
  ])

  expect(version).toBe(2)
  expect(items.find(({ on }) => on === friday)).toMatchObject({ capacity: 0, free: 0, reason: 'away' })
  expect(await dayOf(friday, 'dog_walking')).toMatchObject({ reason: 'away' })
  expect(await dayOf(saturday)).toMatchObject({ capacity: 1, free: 1 })
  expect(await dayOf(saturday, 'dog_walking')).toMatchObject({ capacity: 8 })
  const row = await db.selectFrom('sitter').select('calendar_confirmed_on').executeTakeFirstOrThrow()
  expect(row.calendar_confirmed_on).toBe('2026-12-01')
  expect(deps.jobs.at(-1)).toMatchObject({ name: 'search.refresh-sitter' })

  await update([{ on: friday, capacity: null }])
  expect(await dayOf(friday)).toMatchObject({ capacity: 3, reason: null })
})

test('capacity cannot be set below what is booked, and the refused update changes nothing', async () => {
  const { dayOf, update, request, act, ...draft } = await setup()
  await act(sam, await request(olga, { ...weekend(draft), startOn: friday, endOn: '2026-12-13' }), 'accept')

  const refusal = await refusalOf(
    update([
      { on: '2026-12-20', capacity: 0 },
      { on: friday, service: 'boarding', capacity: 0 },
    ]),
  )

  expect(refusal).toMatchObject({ code: 'calendar-booked', status: 422, dates: [friday] })
  expect(await dayOf('2026-12-20')).toMatchObject({ capacity: 3 })
  await update([{ on: friday, service: 'boarding', capacity: 1 }])
  expect(await dayOf(friday)).toMatchObject({ capacity: 1, free: 0, reason: 'full' })
})

test('changing another sitter’s calendar or reading a draft one is refused as if it did not exist', async () => {
  const { show, update, db } = await setup()
  const days = [{ on: friday, capacity: 0 }]

  expect(await refusalOf(update(days, eve))).toEqual(await refusalOf(update(days, eve, {}, nobody)))
  await db.updateTable('sitter').set({ status: 'draft' }).execute()
  expect(await refusalOf(show({}, eve))).toEqual(await refusalOf(show({}, eve, nobody)))
  expect(await show({}, sam)).toMatchObject({ version: 1 })
})

test.each([
  [[{ on: '2026-11-30', capacity: 0 }], {}, 'dates-refused'],
  [[{ on: '2028-01-01', capacity: 0 }], {}, 'dates-refused'],
  [[{ on: '2026-02-30', capacity: 0 }], {}, 'request-invalid'],
  [[{ on: friday, capacity: -1 }], {}, 'request-invalid'],
  [[{ on: friday, capacity: 51 }], {}, 'request-invalid'],
  [[{ on: friday, capacity: 1, used: 0 }], {}, 'request-invalid'],
  [[{ on: friday, capacity: 1, service: 'day_care' }], {}, 'request-invalid'],
  [[{ on: friday, capacity: 1 }], { version: 7 }, 'version-stale'],
])('the change %j with %j is refused with %s', async (days, more, code) => {
  const { update, show } = await setup()
  expect(await refusalOf(update(days, sam, more))).toMatchObject({ code })
  expect(await show()).toMatchObject({ version: 1 })
})

test.each([
  [{ from: '2026-12-10', to: '2026-12-09' }, 'dates-refused'],
  [{ from: '2026-12-01', to: '2028-12-01' }, 'dates-refused'],
  [{ from: 'tomorrow' }, 'request-invalid'],
  [{ service: 'grooming' }, 'request-invalid'],
])('reading the calendar with %j is refused with %s', async (query, code) => {
  const { show } = await setup()
  expect(await refusalOf(show(query))).toMatchObject({ code })
})
