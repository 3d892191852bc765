import type { Pet, PetInput } from '#contract/pets.ts'
import { api } from '#web/api.ts'

/** A pet as it is sent back: without what only the server says. */
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

/** Puts a pet away or brings it back; answers with the pet as it is then. */
export const setArchived = (pet: Pet, archived: boolean): Promise<Pet> =>
  api('PUT /v1/pets/:petId', { params: { petId: pet.id }, body: { ...inputOf(pet), archived } })
