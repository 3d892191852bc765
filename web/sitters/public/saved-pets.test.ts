import { expect, test } from 'vitest'
import { type Pet, PetDetails } from '#contract/pets.ts'
import { parsePets } from '#web/search/search-state.ts'
import { matchPets } from '#web/sitters/public/saved-pets.ts'

const details = PetDetails.parse({})
const petOf = (pet: Pick<Pet, 'id' | 'name' | 'species' | 'weightKg'>): Pet => ({
  ...details,
  ...pet,
  birthOn: null,
  ownerId: 'olga',
  archived: false,
  completeness: { percent: 0, missing: [] },
  photos: [],
  documents: [],
  version: 1,
  createdAt: '2026-12-01T10:00:00.000Z',
  updatedAt: '2026-12-01T10:00:00.000Z',
})
const saved = [
  petOf({ id: 'rex', name: 'Rex', species: 'dog', weightKg: 31 }),
  petOf({ id: 'pip', name: 'Pip', species: 'dog', weightKg: 8 }),
  petOf({ id: 'tom', name: 'Tom', species: 'cat', weightKg: 4 }),
]

test.each([
  ['dog:30', '', ['rex'], 0],
  ['dog:9,dog:30', '', ['pip', 'rex'], 0],
  ['dog:20', '', [], 1],
  ['dog', '', ['rex'], 0],
  ['dog:22', 'pip', ['pip'], 0],
  ['dog:22', 'Miso', [], 1],
  ['cat,cat', '', ['tom'], 1],
])('%s named "%s" matches %s', (pets, names, ids, left) => {
  const { petIds, unmatched } = matchPets(parsePets(pets, names), saved)
  expect(petIds).toEqual(ids)
  expect(unmatched).toHaveLength(left)
})
