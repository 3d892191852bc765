import { expect, test } from 'vitest'
import { Accepts, Rates } from '#contract/sitters/sitters.ts'
import { acceptsInWords, rateLines } from '#web/sitters/public/rate-words.ts'

test('surcharges that are not set are omitted', () => {
  expect(rateLines({ service: 'boarding', rates: Rates.parse({ base: 38_00 }) }, 'EUR')).toEqual([])
})

test('every surcharge is listed with its label and unit', () => {
  const rates = Rates.parse({
    base: 38_00,
    catBase: 30_00,
    extraPet: 22_00,
    extraCat: 12_00,
    puppyExtra: 5_00,
    holidayExtra: 10_50,
    longStayPct: 10,
    bathing: 25_00,
    pickupTrip: 12_00,
  })
  expect(
    rateLines({ service: 'boarding', rates }, 'EUR').map(({ label, amount }) => `${label}: ${amount}`),
  ).toEqual([
    'A cat: €30 a night',
    'Each further pet: + €22 a night',
    'Each further cat: + €12 a night',
    'Puppy or kitten: + €5 a night',
    'On holidays: + €10.50 a night',
    'From 7 nights: − 10 %',
    'Bathing: + €25 a pet',
    'Picked up or brought home: + €12 a trip',
  ])
})

test('visits have no long-stay discount', () => {
  const rates = Rates.parse({ base: 10_00, longStayPct: 10, minutes60Extra: 6_50 })
  expect(rateLines({ service: 'drop_in', rates }, 'EUR')).toEqual([
    { label: '60 minutes instead of 30', amount: '+ €6.50 a visit' },
  ])
})

test.each([
  [{ medication: true }, 'Dogs and cats'],
  [{ species: ['dog'], maxWeightKg: 18, medication: true }, 'Dogs up to 18 kg'],
  [
    { species: ['dog'], minWeightKg: 7, maxWeightKg: 45, puppies: false },
    'Dogs from 7 kg to 45 kg, no puppies, no medication',
  ],
])('%o is "%s"', (accepts, words) => {
  expect(acceptsInWords(Accepts.parse(accepts))).toBe(words)
})
