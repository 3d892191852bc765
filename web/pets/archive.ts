import type { Pet, PetInput } from '#contract/pets.ts'
import { api } from '#web/api.ts'

/** Converts a pet to its input by leaving out the fields that only the server sets. */
export function inputOf(pet: Pet): PetInput {
  const {
    id: _id,
    ownerId: _owner,
    completeness: _completeness,
    createdAt: _created,
    updatedAt: _updated,
    ...input
  } = pet
  return input
}

/** Archives a pet or restores it; returns the updated pet. */
export const setArchived = (pet: Pet, archived: boolean): Promise<Pet> =>
  api('PUT /v1/pets/:petId', { params: { petId: pet.id }, body: { ...inputOf(pet), archived } })
