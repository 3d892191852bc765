import type { Pet } from '#contract/pets.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { findPets } from '#server/pets/store.ts'
import { viewCareSheet, viewPet } from '#server/pets/view.ts'

/** A pet of a booking: as its sitter reads it day by day, and with what counts in an emergency. */
export type CaredFor = { sheet: Pet; whole: Pet }

/** Whoever calls has made sure that the viewer may know these pets. */
export async function petsInCare(db: Db, ids: readonly string[]): Promise<CaredFor[]> {
  const rows = await findPets(db, ids)
  return rows.map((row) => ({ sheet: viewCareSheet(row), whole: viewPet(row) }))
}
