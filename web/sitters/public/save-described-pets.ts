import type { Pet } from '#contract/pets.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import type { SearchPet } from '#web/search/search-state.ts'
import { isWholePet } from '#web/sitters/public/keep-pets.ts'
import { matchPets } from '#web/sitters/public/saved-pets.ts'

/**
 * Saves the described pets that are not saved yet. Each has its own key, so that a repetition saves it only once.
 * Returns null if it failed: the form of a pet then says why.
 */
export async function saveDescribedPets(
  described: readonly SearchPet[],
  saved: readonly Pet[],
  key: string,
): Promise<readonly Pet[] | null> {
  const { unmatched } = matchPets(described, saved)
  const save = (pet: SearchPet) => {
    const { name, species, weightKg, bornOn: birthOn, neutered } = pet
    const idempotencyKey = `${key}-${described.indexOf(pet)}`
    return api('POST /v1/pets', { body: { name, species, weightKg, birthOn, neutered } }, { idempotencyKey })
  }
  try {
    return await Promise.all(unmatched.filter(isWholePet).map(save))
  } catch (error) {
    ignoreRequestError(error)
    return null
  }
}
