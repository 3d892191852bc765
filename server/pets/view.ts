import type { Photo, StoredDocument } from '#contract/files/files.ts'
import type { Pet, PublicPet } from '#contract/pets.ts'
import { completenessOf } from '#server/pets/completeness.ts'
import type { PetRow } from '#server/pets/store.ts'

const kilograms = (grams: number | null) => (grams === null ? null : grams / 1000)
export const gramsOf = (kg: number | null): number | null => (kg === null ? null : Math.round(kg * 1000))

export type PetFiles = { photos: Photo[]; documents: StoredDocument[] }
/** For callers that need no pictures: a price, a rule. */
const noFiles: PetFiles = { photos: [], documents: [] }

/** Renders every detail, for the owner. */
export function viewPet(row: PetRow, files: PetFiles = noFiles): Pet {
  const { species, birth_on: birthOn, details } = row
  const weightKg = kilograms(row.weight_grams)
  return {
    ...details,
    ...files,
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    species,
    birthOn,
    weightKg,
    archived: row.archived_at !== null,
    completeness: completenessOf({ ...details, species, birthOn, weightKg }),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/**
 * Renders what the sitter of a booking needs to care for the pet, without the owner's passport and insurance numbers.
 */
export const viewCareSheet = (row: PetRow, files?: PetFiles): Pet => ({
  ...viewPet(row, files),
  passportNumber: null,
  insurance: null,
})

export const viewPublicPet = (row: PetRow, now: Date): PublicPet => ({
  id: row.id,
  name: row.name,
  species: row.species,
  breed: row.details.breed,
  coat: row.details.coat,
  ageYears: row.birth_on === null ? null : ageInYears(row.birth_on, now.toISOString().slice(0, 10)),
  weightKg: kilograms(row.weight_grams),
})

/** Returns full years; a pet born on 29 February turns a year older on 1 March. */
function ageInYears(birthOn: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(birthOn.slice(0, 4))
  return Math.max(0, on.slice(5) < birthOn.slice(5) ? years - 1 : years)
}
