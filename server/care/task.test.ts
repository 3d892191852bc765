import { expect, test } from 'vitest'
import type { Service, Species } from '#contract/codes.ts'
import { PetDetails } from '#contract/pets.ts'
import { type CaredPet, tasksOf } from '#server/care/task.ts'

const pet = (species: Species, details: object = {}): CaredPet => ({
  id: species,
  name: species,
  species,
  details: PetDetails.parse(details),
})
const meal = (...times: string[]) => ({ feeding: [{ food: 'Dry food', amount: '80 g', times }] })
const pill = (...times: string[]) => ({ medications: [{ name: 'Apoquel', dose: '1 tablet', times }] })

const at = (on: string, time: string) => new Date(`${on}T${time}:00Z`)
const visit = (on: string, time: string, minutes = 30) => ({
  on,
  startsAt: at(on, time),
  endsAt: new Date(at(on, time).getTime() + minutes * 60_000),
})
const night = (on: string, next: string, end = '15:00') => ({
  on,
  startsAt: at(on, '15:00'),
  endsAt: at(next, end),
})

type Units = Parameters<typeof tasksOf>[0]['units']
const tasksInWords = (service: Service, units: Units, ...pets: CaredPet[]) =>
  tasksOf({ service, units, timeZone: 'UTC' }, () => pets).map((tasks) =>
    tasks.map(({ kind, time }) => [kind, time].filter(Boolean).join(' ')),
  )

const monday = '2026-12-14'
const tuesday = '2026-12-15'

test.each<[string, Service, Units, CaredPet[], string[][]]>([
  [
    'a walk asks for the walk and water',
    'dog_walking',
    [visit(monday, '09:00')],
    [pet('dog')],
    [['water', 'walk']],
  ],
  [
    'a walker gives no meal without a time',
    'dog_walking',
    [visit(monday, '09:00')],
    [pet('dog', meal())],
    [['water', 'walk']],
  ],
  [
    'a pill at the time of the walk is asked for',
    'dog_walking',
    [visit(monday, '09:00')],
    [pet('dog', pill('09:30'))],
    [['meds 09:30', 'water', 'walk']],
  ],
  [
    'a visit is asked for the meals around it',
    'drop_in',
    [visit(monday, '08:00'), visit(monday, '18:00')],
    [pet('cat', meal('07:30', '19:00', '13:00'))],
    [
      ['feed 07:30', 'water', 'litter'],
      ['feed 19:00', 'water', 'litter'],
    ],
  ],
  [
    'of two visits the nearer one gives the meal',
    'drop_in',
    [visit(monday, '08:00'), visit(monday, '10:00')],
    [pet('cat', meal('09:00'))],
    [
      ['feed 09:00', 'water', 'litter'],
      ['water', 'litter'],
    ],
  ],
  [
    'a meal without a time is given at each visit',
    'drop_in',
    [visit(monday, '08:00'), visit(tuesday, '08:00')],
    [pet('cat', meal())],
    [
      ['feed', 'water', 'litter'],
      ['feed', 'water', 'litter'],
    ],
  ],
  [
    'a night takes its evening and the next morning',
    'boarding',
    [night(monday, tuesday)],
    [pet('dog', { ...meal('07:00', '18:00'), ...pill('22:00') })],
    [['feed 18:00', 'meds 22:00', 'feed 07:00', 'water', 'walk', 'walk']],
  ],
  [
    'the last night ends with the pick-up',
    'boarding',
    [night(monday, tuesday, '11:00')],
    [pet('dog', meal('07:00', '12:00', '18:00'))],
    [['feed 18:00', 'feed 07:00', 'water', 'walk', 'walk']],
  ],
  [
    'a day of care takes what lies within it',
    'day_care',
    [visit(monday, '08:00', 600)],
    [pet('dog', meal('07:00', '12:00'))],
    [['feed 12:00', 'water', 'walk']],
  ],
  ['fish drink by themselves', 'drop_in', [visit(monday, '08:00')], [pet('fish', meal())], [['feed']]],
  [
    'two pets have their own',
    'drop_in',
    [visit(monday, '08:00')],
    [pet('cat'), pet('dog')],
    [['water', 'litter', 'water', 'walk']],
  ],
])('%s', (_, service, units, pets, expected) => {
  expect(tasksInWords(service, units, ...pets)).toEqual(expected)
})

test('a care sheet always gives the same unique task keys, and a DST change moves no meal to another day', () => {
  // In Dublin the clocks go back on 25 October 2026.
  const units = [
    { on: '2026-10-24', startsAt: at('2026-10-24', '14:00'), endsAt: at('2026-10-25', '15:00') },
    { on: '2026-10-25', startsAt: at('2026-10-25', '15:00'), endsAt: at('2026-10-26', '11:00') },
  ]
  const booked = { service: 'boarding' as const, units, timeZone: 'Europe/Dublin' }
  const dog = pet('dog', meal('07:00', '18:00'))
  const keys = tasksOf(booked, () => [dog]).map((tasks) => tasks.map(({ key }) => key))
  expect(keys).toEqual(tasksOf(booked, () => [dog]).map((tasks) => tasks.map(({ key }) => key)))
  for (const own of keys) {
    expect(new Set(own).size).toBe(own.length)
    expect(own.filter((key) => key.includes('|feed|'))).toEqual([
      'dog|feed|dry food|18:00',
      'dog|feed|dry food|07:00',
    ])
  }
})
