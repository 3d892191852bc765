import type { Pet } from '#contract/pets.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { findPets } from '#server/pets/store.ts'
import { viewCareSheet, viewPet } from '#server/pets/view.ts'

/** A pet of a booking: `sheet` is the care sheet for its sitter, `whole` has everything, for an emergency. */
export type PetInCare = { sheet: Pet; full: Pet }

/** The caller must have checked that the viewer may see these pets. */
export async function petsInCare(db: Db, ids: readonly string[]): Promise<PetInCare[]> {
  const rows = await findPets(db, ids)
  return rows.map((row) => ({ sheet: viewCareSheet(row), full: viewPet(row) }))
}
