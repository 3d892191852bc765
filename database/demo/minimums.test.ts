import { expect, test } from 'vitest'
import { entriesOf } from '#contract/entries.ts'
import { Settings } from '#contract/settings.ts'
import { addHours } from '#server/kernel/day.ts'
import { introductions } from './cast.ts'
import { readContent } from './content.ts'
import { planCity, townSizes } from './plan.ts'
import { castMinimums, countKinds, minimums, shortfalls, statusAt } from './minimums.ts'

const content = readContent()
const { cities } = content
const settings = Settings.parse({})

const planAt = (now: Date, index: number, size: keyof typeof townSizes) =>
  planCity({ ...cities[index]!, placeId: 1 }, { index, cities: cities.length }, townSizes[size], {
    content,
    settings,
    now,
  })

const hoursFrom = (first: string, hours: number): Date[] =>
  Array.from({ length: hours }, (_, hour) => addHours(new Date(`${first}:00Z`), hour))

const moments = {
  'every hour of a week': hoursFrom('2026-11-23T00:00', 7 * 24),
  'the last day of every month and the first of the next': Array.from({ length: 12 }, (_, month) =>
    (
      [
        [0, 10],
        [11, 40],
        [23, 50],
        [24, 10],
      ] as const
    ).map(([hours, minutes]) => new Date(Date.UTC(2027, month + 1, 0, hours, minutes))),
  ).flat(),
  'the turn of the year': hoursFrom('2026-12-31T00:30', 48),
  '29 February': hoursFrom('2028-02-29T00:15', 24),
  'the days of the clock changes in Europe': [
    ...hoursFrom('2027-03-28T00:00', 24),
    ...hoursFrom('2027-10-31T00:00', 24),
  ],
  'the days of the clock changes in America': [
    ...hoursFrom('2027-03-14T00:00', 24),
    ...hoursFrom('2027-11-07T00:00', 24),
  ],
  'the days of the clock changes in Australia': [
    ...hoursFrom('2027-04-03T12:00', 24),
    ...hoursFrom('2027-10-02T12:00', 24),
  ],
}

/** Alternates between the city of the introduced people and the others in turn. */
const cityAt = (number: number): number =>
  number % 2 === 0 ? 0 : 1 + (((number - 1) / 2) % (cities.length - 1))

/** Describes what a plan lacks; empty if every count reaches its minimum. */
function faultsOf(now: Date, index: number, size: keyof typeof townSizes): string[] {
  const plan = planAt(now, index, size)
  const faults = [...plan.missing]
  if (plan.city.slug !== 'lisbon') return faults
  for (const [key, promised] of Object.entries(castMinimums)) {
    const own = plan.bookings.filter(({ slot }) => [slot.owner.key, slot.sitter.key].includes(key))
    const statuses = own.map((booking) => statusAt(booking, now))
    for (const [status, least] of entriesOf(promised)) {
      const found = statuses.filter((one) => one === status).length
      if (found < least) faults.push(`${key}: ${status} ${found} instead of ${least}`)
    }
  }
  return faults
}

const faultsAt = (all: readonly Date[], size: keyof typeof townSizes, cityOf = cityAt) =>
  all.flatMap((now, number) => {
    const index = cityOf(number)
    return faultsOf(now, index, size).map((fault) => `${now.toISOString()} ${cities[index]!.name}: ${fault}`)
  })

for (const [name, all] of Object.entries(moments)) {
  test(`the small plan contains the promised data at ${name}`, () => {
    expect(faultsAt(all, 'small')).toEqual([])
  })

  test(`the full plan contains the promised data at ${name}`, () => {
    const few = [0, 1, 2].map((part) => all[Math.floor((part * (all.length - 1)) / 2)]!)
    expect(faultsAt(few, 'on')).toEqual([])
  })
}

test('the introduced users have their promised bookings at every hour of a week', () => {
  const odd = moments['every hour of a week'].filter((_, hour) => hour % 2 === 1)
  expect(faultsAt(odd, 'small', () => 0)).toEqual([])
})

test('every booking waiting for an answer is still within its deadline', () => {
  for (const [number, now] of moments['every hour of a week'].entries()) {
    if (number % 12 > 0) continue
    const waiting = planAt(now, 0, 'small').bookings.filter((one) => statusAt(one, now) === 'requested')
    expect(waiting.every(({ slot }) => slot.expiresAt > now)).toBe(true)
  }
})

test('both sizes use their own promised counts', () => {
  expect([townSizes.on.promised, townSizes.small.promised]).toEqual([minimums.on, minimums.small])
})

test('every introduced user except Beatriz and Eve has promised bookings', () => {
  const without = introductions.filter(({ firstName }) => {
    const key = firstName.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    return !(key in castMinimums)
  })
  expect(without.map(({ firstName }) => firstName)).toEqual(['Beatriz', 'Eve'])
})

test('positive control: a plan without reviews or without bookings is reported as incomplete', () => {
  const now = new Date('2026-11-23T19:00:00Z')
  const plan = planAt(now, 1, 'small')
  const unreviewed = plan.bookings.map((booking) => ({
    ...booking,
    steps: booking.steps.filter(({ event }) => event !== 'review'),
  }))
  const lacking = (bookings: typeof plan.bookings): string[] =>
    shortfalls(minimums.small, countKinds({ ...plan, bookings }, now, settings))
  expect(lacking(unreviewed)).toEqual(['sitters: rated 0 instead of 1'])
  expect(lacking([])).toHaveLength(11)
})
