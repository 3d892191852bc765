import { expect, test } from 'vitest'
import { SitterInput } from '#contract/sitters/sitters.ts'
import {
  blankService,
  blankSitter,
  type Defaults,
  fieldOfSitter,
  missingIn,
  sitterInputOf,
} from '#web/sitters/own/sitter-form.ts'

const defaults: Defaults = {
  currency: 'EUR',
  capacity: { boarding: 2, house_sitting: 1, drop_in: 8, day_care: 3, dog_walking: 8 },
  noticeHours: { boarding: 24, house_sitting: 24, drop_in: 3, day_care: 12, dog_walking: 3 },
  homeCeiling: 3,
  cutoffDays: { flexible: 1, moderate: 3, strict: 7 },
}
const walks = blankService('dog_walking', defaults)
const ready = () => ({
  ...blankSitter(defaults),
  headline: 'Fenced garden, one resident dog',
  place: { id: 2267057, name: 'Lisbon' },
  services: { dog_walking: { ...walks, rates: { ...walks.rates, base: 15_00 } } },
})

test('an empty profile lists each missing field with its step', () => {
  expect(missingIn(blankSitter(defaults)).map(({ step, name }) => `${step} ${name}`)).toEqual([
    'basics headline',
    'basics place',
    'services services',
  ])
})

test('faults of the first step are listed in the order of the screen', () => {
  const form = { ...blankSitter(defaults), experienceYears: 'many' }
  const basics = missingIn(form).filter(({ step }) => step === 'basics')
  expect(basics.map(({ name }) => name)).toEqual(['headline', 'place', 'experienceYears'])
})

test('a service without a rate and with a non-numeric weight has an error for each', () => {
  const form = { ...ready(), services: { dog_walking: { ...walks, maxWeight: 'heavy' } } }
  expect(missingIn(form).map(({ name }) => name)).toEqual(['dog_walking.rates.base', 'dog_walking.maxWeight'])
})

test('a complete profile produces valid API input', () => {
  expect(missingIn(ready())).toEqual([])
  const sent = SitterInput.parse(sitterInputOf(ready(), 'published'))
  expect(sent).toMatchObject({ status: 'published', placeId: 2267057, neighbourhood: null })
  expect(sent.services[0]).toMatchObject({ service: 'dog_walking', policy: 'per_unit_24h', noticeHours: 3 })
})

test('API errors are assigned to their form fields', () => {
  const nameOf = fieldOfSitter({ ...ready(), services: { dog_walking: walks, boarding: walks } })
  expect(nameOf('services.1.rates.base')).toBe('dog_walking.rates.base')
  expect(nameOf('services.0.accepts.maxWeightKg')).toBe('boarding.maxWeight')
  expect(nameOf('services')).toBe('services')
  expect(nameOf('placeId')).toBe('place')
})
