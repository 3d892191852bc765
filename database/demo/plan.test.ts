import { expect, test } from 'vitest'
import { bookingStatuses, type BookingStatus } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { SitterInput } from '#contract/sitters.ts'
import { statusAfter } from '#server/bookings/booking.ts'
import { addHours } from '#server/calendar/day.ts'
import { passwordFault } from '#server/identity/password-policy.ts'
import { readContent } from './content.ts'
import { demoPassword } from './people.ts'
import { type BookingPlan, type CityPlan, planCity, townSizes } from './plan.ts'

const content = readContent()
const settings = Settings.parse({})
const noon = new Date('2026-11-20T12:00:00Z')
const planAt = (now: Date, index: number): CityPlan =>
  planCity(
    { ...content.cities[index]!, placeId: 1 },
    { index, cities: content.cities.length },
    townSizes.on,
    {
      content,
      settings,
      now,
    },
  )
const town = content.cities.map((_, index) => planAt(noon, index))

const others = ['review', 'publish_reviews', 'reply'] as const
const isOther = (event: string): event is (typeof others)[number] => others.some((other) => other === event)

/** The status that the steps until a moment lead to; undefined when the table knows no such way. */
function statusAt({ steps }: BookingPlan, now: Date): BookingStatus | undefined {
  let status: BookingStatus | 'new' | undefined = 'new'
  for (const { at, event } of steps)
    if (at <= now && status && !isOther(event)) status = statusAfter(event, status)
  return status === 'new' ? undefined : status
}

test('the full town has the promised size', () => {
  const count = (of: (city: CityPlan) => number) => town.reduce((sum, city) => sum + of(city), 0)
  expect({
    sitters: count(({ sitters }) => sitters.length),
    owners: count(({ owners }) => owners.length),
    pets: count(({ owners }) => owners.flatMap(({ pets }) => pets).length),
    bookings: count(({ bookings }) => bookings.length),
  }).toEqual({ sitters: 300, owners: 400, pets: 600, bookings: 3000 })
})

test('nobody shares an address, and everybody gets in', () => {
  const people = town.flatMap(({ sitters, owners }) => [...sitters, ...owners].map(({ person }) => person))
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
  for (const { email, name } of people) expect(passwordFault(demoPassword, { email, name })).toBeUndefined()
})

test('every state that can be reached occurs in every city, whatever the day', () => {
  const reachable = bookingStatuses.filter(
    (status) => !['inquiry', 'awaiting_card', 'offered', 'awaiting_payment'].includes(status),
  )
  for (let month = 0; month < 12; month++) {
    const now = new Date(Date.UTC(2027, month, 1 + month * 2, (month * 7) % 24, 20))
    const { city, bookings } = planAt(now, month)
    const statuses = new Set(bookings.map((booking) => statusAt(booking, now)))
    expect([...statuses], city.name).toEqual(expect.arrayContaining(reachable))
  }
})

test('the town is the same each time', () => {
  const namesOf = ({ sitters, bookings }: CityPlan) => [
    ...sitters.map(({ person, profile }) => [person.name, profile.bio]),
    ...bookings.map(({ slot, message }) => [slot.requestAt, slot.owner.person.name, message]),
  ]
  expect(namesOf(planAt(noon, 2))).toEqual(namesOf(town[2]!))
})

test('steps follow one another in the order of time', () => {
  for (const { steps } of town.flatMap(({ bookings }) => bookings)) {
    const moves = steps.filter(({ event }) => !isOther(event)).map(({ at }) => at.getTime())
    expect(moves).toEqual(moves.toSorted((a, b) => a - b))
  }
})

test('there is always something to answer, to wait for, to look after and to review', () => {
  for (const { bookings } of town) {
    const isIn = (status: BookingStatus) => bookings.filter((booking) => statusAt(booking, noon) === status)
    expect(isIn('requested').length).toBeGreaterThan(5)
    expect(isIn('requested').every(({ slot }) => slot.expiresAt > noon)).toBe(true)
    expect(isIn('confirmed').length).toBeGreaterThan(20)
    expect(isIn('in_progress').length).toBeGreaterThan(3)
    const due = isIn('completed').filter(
      ({ slot, steps }) =>
        slot.plan.endsAt > addHours(noon, -14 * 24) &&
        !steps.some(({ at, event }) => event === 'review' && at <= noon),
    )
    expect(due.length).toBeGreaterThan(0)
  }
})

test('no text is left with a gap, and each profile is one that the contract takes', () => {
  for (const { sitters, bookings } of town) {
    for (const { profile } of sitters) {
      expect(SitterInput.safeParse(profile).success).toBe(true)
      expect(profile.bio).not.toMatch(/[{}]/)
      expect(profile.bio.length).toBeGreaterThan(120)
    }
    for (const { message, steps } of bookings) {
      expect(message).toMatch(/^[^{}]{20,}$/s)
      for (const step of steps) {
        if (step.event === 'review') expect(step.review.text).toMatch(/^[^{}]{20,2000}$/s)
        if (step.event === 'reply') expect(step.text).toMatch(/^[^{}]{2,}$/s)
        if (step.event === 'decline') expect(step.note).toMatch(/^[^{}]{2,}$/s)
      }
    }
  }
})
