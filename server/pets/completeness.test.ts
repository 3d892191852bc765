import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { species } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { PetDetails } from '#contract/pets.ts'
import {
  completenessOf,
  type DescribedDetails,
  fieldsFor,
  relevantDetails,
} from '#server/pets/completeness.ts'

const empty = PetDetails.parse({})
const pet = (over: Partial<DescribedDetails>): DescribedDetails => ({
  ...empty,
  species: 'dog',
  birthOn: '2021-05-01',
  weightKg: 22,
  ...over,
})
const full = PetDetails.parse({
  breed: 'Beagle',
  sex: 'male',
  neutered: true,
  coat: 'tricolour',
  chip: { number: '620098100000000' },
  vaccinations: [{ type: 'Rabies' }],
  vet: { name: 'Clínica da Graça' },
  feeding: [{ food: 'Dry food' }],
  toilet: 'Three walks a day',
  energy: 'high',
  aloneMaxHours: 4,
  leash: 'always',
  recall: 'good',
  behaviour: { dogs: 'yes' },
  emergency: { consent: true },
  careNotes: 'Sleeps on the sofa',
})

test('the leash field is only for dogs, and the behaviour field for every species but fish', () => {
  expect(species.filter((kind) => fieldsFor(kind).includes('leash'))).toEqual(['dog'])
  expect(species.filter((kind) => !fieldsFor(kind).includes('behaviour'))).toEqual(['fish'])
  for (const kind of species)
    expect(fieldsFor(kind)).toEqual(expect.arrayContaining(['vet', 'feeding', 'emergency']))
})

test('fields that do not apply to the species are cleared, and the others are kept', () => {
  const fish = relevantDetails('fish', full)
  expect(fish).toMatchObject({ leash: null, behaviour: null, vaccinations: [], chip: null, breed: 'Beagle' })
  expect(fish.feeding).toEqual(full.feeding)
  expect(relevantDetails('dog', full)).toEqual(full)
  for (const kind of species) expect(PetDetails.safeParse(relevantDetails(kind, full)).success).toBe(true)
})

test('a pet of any species with all relevant fields is 100 % complete', () => {
  for (const kind of species)
    expect(completenessOf(pet({ ...relevantDetails(kind, full), species: kind }))).toEqual({
      percent: 100,
      missing: [],
    })
})

test('missing fields are sorted by importance, starting with vet, feeding, behaviour and emergency', () => {
  const { percent, missing } = completenessOf(pet({}))
  expect(percent).toBe(12)
  expect(missing.slice(0, 4)).toEqual(['vet', 'feeding', 'behaviour', 'emergency'])
})

test('behaviour without any answer counts as missing', () => {
  const unknown = PetDetails.parse({ behaviour: {} }).behaviour
  expect(completenessOf(pet({ ...full, behaviour: unknown })).missing).toEqual(['behaviour'])
  expect(completenessOf(pet({ ...full, behaviour: { ...unknown!, bitten: false } })).missing).toEqual([])
})

test('filling in a field never lowers the percentage, and 100 means nothing is missing', () => {
  const anyFields = fc.subarray(keysOf(full))
  fc.assert(
    fc.property(fc.constantFrom(...species), anyFields, anyFields, (kind, some, more) => {
      const filled = (keys: string[]) =>
        pet({
          ...empty,
          ...Object.fromEntries(Object.entries(full).filter(([key]) => keys.includes(key))),
          species: kind,
        })
      const [less, most] = [completenessOf(filled(some)), completenessOf(filled([...some, ...more]))]
      expect(most.percent).toBeGreaterThanOrEqual(less.percent)
      expect(less.percent === 100).toBe(less.missing.length === 0)
    }),
  )
})
