import type { SearchPet } from '#web/search/search-state.ts'

/** Prefills the form that adds a described pet to the account. */
export const petPrefill = (pet: SearchPet | undefined): Record<string, string | number | undefined> =>
  pet
    ? {
        species: pet.species,
        name: pet.name || undefined,
        weightKg: pet.weightKg ?? undefined,
        birthOn: pet.bornOn ?? undefined,
        neutered: pet.neutered === null ? undefined : pet.neutered ? 'yes' : 'no',
      }
    : {}
