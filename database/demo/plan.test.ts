import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { SitterInput } from '#contract/sitters/sitters.ts'
import { demoPassword } from '#server/development/demo-password.ts'
import { passwordFault } from '#server/identity/passwords/policy.ts'
import { readContent } from './content.ts'
import { planCity, townSizes } from './plan.ts'
import type { CityPlan } from './story.ts'

const content = readContent()
const settings = Settings.parse({})
const noon = new Date('2026-11-20T12:00:00Z')
const planAt = (now: Date, index: number, size: keyof typeof townSizes = 'on'): CityPlan =>
  planCity(
    { ...content.cities[index]!, placeId: 1 },
    { index, cities: content.cities.length },
    townSizes[size],
    {
      content,
      settings,
      now,
    },
  )
const cityPlans = content.cities.map((_, index) => planAt(noon, index))

const isAboutReviews = (event: string) => ['review', 'publish_reviews', 'reply'].includes(event)

test('the full plan has 300 sitters, 400 owners, 600 pets and 3000 bookings', () => {
  const count = (of: (city: CityPlan) => number) => cityPlans.reduce((sum, city) => sum + of(city), 0)
  expect({
    sitters: count(({ sitters }) => sitters.length),
    owners: count(({ owners }) => owners.length),
    pets: count(({ owners }) => owners.flatMap(({ pets }) => pets).length),
    bookings: count(({ bookings }) => bookings.length),
  }).toEqual({ sitters: 300, owners: 400, pets: 600, bookings: 3000 })
})

test('all e-mail addresses are unique, and the demo password is valid for every user', () => {
  const people = cityPlans.flatMap(({ sitters, owners }) =>
    [...sitters, ...owners].map(({ person }) => person),
  )
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
  for (const { email, name } of people) expect(passwordFault(demoPassword, { email, name })).toBeUndefined()
})

test('the plan is deterministic', () => {
  const namesOf = ({ sitters, bookings }: CityPlan) => [
    ...sitters.map(({ person, profile }) => [person.name, profile.bio]),
    ...bookings.map(({ slot, message }) => [slot.requestAt, slot.owner.person.name, message]),
  ]
  expect(namesOf(planAt(noon, 2))).toEqual(namesOf(cityPlans[2]!))
})

test('the steps of each booking are in chronological order', () => {
  for (const { steps } of cityPlans.flatMap(({ bookings }) => bookings)) {
    const moves = steps.filter(({ event }) => !isAboutReviews(event)).map(({ at }) => at.getTime())
    expect(moves).toEqual(moves.toSorted((a, b) => a - b))
  }
})

test('sitters have answered a good part of the reviews, in the small town too', () => {
  const steps = content.cities
    .flatMap((_, index) => planAt(noon, index, 'small').bookings)
    .flatMap((booking) => booking.steps)
    .filter(({ at }) => at <= noon)
  const reviews = steps.filter((step) => step.event === 'review' && step.by === 'owner').length
  const replies = steps.filter(({ event }) => event === 'reply').length
  expect(replies / reviews).toBeGreaterThan(0.15)
  expect(replies / reviews).toBeLessThan(0.5)
})

test('no text contains unfilled placeholders, and every profile is valid by the contract', () => {
  for (const { sitters, bookings } of cityPlans) {
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
