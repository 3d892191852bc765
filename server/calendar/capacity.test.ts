import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Service, services } from '#contract/codes.ts'
import {
  conflicts,
  type DayUse,
  freePlaces,
  type SitterCalendar,
  usesOf,
  type Wanted,
} from '#server/calendar/capacity.ts'
import { daysFrom } from '#server/kernel/day.ts'

const week = (capacity: number) => Array.from({ length: 7 }, () => capacity)
const calendar: SitterCalendar = {
  weekdays: {
    boarding: [2, 2, 2, 2, 2, 1, 0],
    day_care: week(3),
    house_sitting: week(1),
    drop_in: week(8),
    dog_walking: week(8),
  },
  overrides: [],
  homeCeiling: 3,
  oneHousehold: false,
  visitsWhileSitting: false,
  travelMinutes: 15,
}
const monday = '2026-12-14'
const use = (kind: Service, used: number, ownerId = 'olga', on = monday): DayUse => ({
  on,
  kind,
  used,
  ownerIds: [ownerId],
})
const freeOn = (uses: DayUse[], over: Partial<SitterCalendar> = {}, ownerId?: string) =>
  Object.fromEntries(
    freePlaces({ ...calendar, ...over }, uses, [monday], ownerId).map(({ service, free }) => [service, free]),
  )

test('capacity comes from the weekday unless an override replaces it, and 0 counts as away', () => {
  const overrides = [
    { on: monday, service: 'boarding' as const, capacity: 0 },
    { on: '2026-12-20', service: 'boarding' as const, capacity: 4 },
  ]
  const days = freePlaces(
    { ...calendar, weekdays: { boarding: calendar.weekdays.boarding! }, overrides },
    [],
    daysFrom(monday, 7),
  )
  expect(days.map(({ capacity }) => capacity)).toEqual([0, 2, 2, 2, 2, 1, 4])
  expect(days.map(({ free }) => free)).toEqual([0, 2, 2, 2, 2, 1, 3])
  expect(days.map(({ obstacle }) => obstacle)).toEqual(['away', null, null, null, null, null, null])
})

test.each([
  // used, boarding, day care, house sitting, drop-in, walk
  ['nothing', [], [2, 3, 1, 8, 8]],
  ['one dog boards', [use('boarding', 1)], [1, 2, 0, 8, 8]],
  ['two dogs board', [use('boarding', 2)], [0, 1, 0, 8, 8]],
  ['the home is full', [use('boarding', 1), use('day_care', 2)], [0, 0, 0, 8, 8]],
  ['house sitting', [use('house_sitting', 1)], [0, 0, 0, 0, 0]],
  ['visits', [use('drop_in', 3), use('dog_walking', 8)], [2, 3, 0, 5, 0]],
])('places left with %s', (_, uses, expected) => {
  const free = freeOn(uses)
  const order = ['boarding', 'day_care', 'house_sitting', 'drop_in', 'dog_walking']
  expect(order.map((service) => free[service])).toEqual(expected)
})

test('visits and house sitting can share a day if the sitter allows it', () => {
  const ticked = { visitsWhileSitting: true }
  expect(freeOn([use('house_sitting', 1)], ticked)).toMatchObject({ drop_in: 8, dog_walking: 8, boarding: 0 })
  expect(freeOn([use('drop_in', 1)], ticked)).toMatchObject({ house_sitting: 1 })
})

test('the one-household limit excludes other owners, but not the owner who is already there', () => {
  const strict = { oneHousehold: true }
  expect(freeOn([use('boarding', 1)], strict)).toMatchObject({ boarding: 0, day_care: 0, drop_in: 8 })
  expect(freeOn([use('boarding', 1)], strict, 'eve')).toMatchObject({ boarding: 0, day_care: 0 })
  expect(freeOn([use('day_care', 1)], strict, 'olga')).toMatchObject({ boarding: 2, day_care: 2 })
  expect(freeOn([use('drop_in', 1)], strict, 'eve')).toMatchObject({ boarding: 2 })
})

describe('the reported obstacle', () => {
  test.each([
    [[use('boarding', 2)], 'boarding', {}, 'full'],
    [[use('boarding', 1), use('day_care', 2)], 'boarding', {}, 'home_full'],
    [[use('house_sitting', 1)], 'day_care', {}, 'house_sitting'],
    [[use('house_sitting', 1)], 'house_sitting', {}, 'full'],
    [[use('day_care', 1)], 'house_sitting', {}, 'home_in_use'],
    [[use('boarding', 1)], 'day_care', { oneHousehold: true }, 'other_household'],
  ] as const)('with uses %o for %s', (uses, service, over, obstacle) => {
    const day = freePlaces({ ...calendar, ...over }, uses, [monday]).find((row) => row.service === service)
    expect(day?.obstacle).toBe(obstacle)
  })
})

const hours = (on: string, from: number, to: number) => ({
  on,
  startsAt: new Date(`${on}T${String(from).padStart(2, '0')}:00:00Z`),
  endsAt: new Date(`${on}T${String(to).padStart(2, '0')}:00:00Z`),
})
const wanted = (over: Partial<Wanted>): Wanted => ({
  service: 'boarding',
  ownerId: 'olga',
  pets: 1,
  units: daysFrom(monday, 3).map((on) => hours(on, 15, 23)),
  ...over,
})

describe('a requested booking', () => {
  test('reports only the conflicting days', () => {
    expect(conflicts(calendar, [use('boarding', 1, 'eve', '2026-12-15')], [], wanted({ pets: 2 }))).toEqual([
      { on: '2026-12-15', free: 1, obstacle: 'full' },
    ])
  })
  test('can end on a day that has no free place', () => {
    const full = [use('boarding', 2, 'eve', '2026-12-17')]
    expect(conflicts(calendar, full, [], wanted({ pets: 2 }))).toEqual([])
  })
  test('of a service that is not offered conflicts on every day', () => {
    const none = { ...calendar, weekdays: {} }
    expect(conflicts(none, [], [], wanted({})).map(({ obstacle }) => obstacle)).toEqual([
      'away',
      'away',
      'away',
    ])
  })
  test('of visits takes one place per visit, regardless of the number of pets', () => {
    const units = [8, 10, 12].map((hour) => hours(monday, hour, hour + 1))
    const visits = wanted({ service: 'drop_in', pets: 4, units })
    expect(conflicts(calendar, [use('drop_in', 5)], [], visits)).toEqual([])
    expect(conflicts(calendar, [use('drop_in', 6)], [], visits)).toEqual([
      { on: monday, free: 2, obstacle: 'full' },
    ])
  })
  test('of visits needs travel time before and after other visits', () => {
    const visit = (minute: string, over: Partial<SitterCalendar> = {}) => {
      const startsAt = new Date(`${monday}T${minute}:00Z`)
      const endsAt = new Date(startsAt.getTime() + 30 * 60_000)
      const units = [{ on: monday, startsAt, endsAt }]
      const busy = [hours(monday, 12, 13)]
      return conflicts({ ...calendar, ...over }, [], busy, wanted({ service: 'dog_walking', units })).length
    }
    expect([visit('11:15'), visit('11:16'), visit('12:15'), visit('13:14'), visit('13:15')]).toEqual([
      0, 1, 1, 1, 0,
    ])
    expect([visit('11:30', { travelMinutes: 0 }), visit('13:00', { travelMinutes: 0 })]).toEqual([0, 0])
  })
  test('of house sitting conflicts with visits only if the sitter does not allow both, regardless of their times', () => {
    const nights = wanted({ service: 'house_sitting', units: [hours(monday, 18, 23)] })
    const busy = [hours(monday, 19, 20)]
    expect(conflicts({ ...calendar, visitsWhileSitting: true }, [use('drop_in', 1)], busy, nights)).toEqual(
      [],
    )
    expect(conflicts(calendar, [use('drop_in', 1)], busy, nights)[0]?.obstacle).toBe('home_in_use')
  })
})

const anyWanted = fc.record({
  service: fc.constantFrom(...services),
  ownerId: fc.constantFrom('olga', 'eve'),
  pets: fc.integer({ min: 1, max: 3 }),
  units: fc
    .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 })
    .map((days) => days.map((day) => hours(daysFrom(monday, 7)[day]!, 8, 9))),
})

test('no sequence of bookings ever exceeds a daily limit', () => {
  fc.assert(
    fc.property(
      fc.array(anyWanted, { maxLength: 30 }),
      fc.boolean(),
      fc.boolean(),
      (asked, oneHousehold, ticked) => {
        const sitter = { ...calendar, oneHousehold, visitsWhileSitting: ticked, travelMinutes: 0 }
        const uses: DayUse[] = []
        for (const one of asked) if (conflicts(sitter, uses, [], one).length === 0) uses.push(...usesOf(one))
        for (const [index, on] of daysFrom(monday, 7).entries()) {
          const today = uses.filter((row) => row.on === on)
          const used = (...kinds: Service[]) =>
            today.filter(({ kind }) => kinds.includes(kind)).reduce((sum, row) => sum + row.used, 0)
          for (const service of services)
            expect(used(service)).toBeLessThanOrEqual(calendar.weekdays[service]![index]!)
          expect(used('boarding', 'day_care')).toBeLessThanOrEqual(3)
          const atHome = today.filter(({ kind }) => kind === 'boarding' || kind === 'day_care')
          const households = new Set(atHome.flatMap(({ ownerIds }) => ownerIds)).size
          expect(households <= 1 || !oneHousehold).toBe(true)
          const others = used('boarding', 'day_care') + (ticked ? 0 : used('drop_in', 'dog_walking'))
          expect(used('house_sitting') > 0 && others > 0).toBe(false)
        }
      },
    ),
  )
})
