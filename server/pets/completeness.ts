import { petDetailsFor, type Species } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import type { PetDetails } from '#contract/pets.ts'

export type PetField = keyof PetDetails
export type DescribedDetails = PetDetails & {
  species: Species
  birthOn: string | null
  weightKg: number | null
}

/** How much a sitter misses a detail; 0 if it may legitimately be empty. */
const weights: Record<PetField, number> = {
  breed: 1,
  sex: 1,
  neutered: 1,
  coat: 1,
  chip: 1,
  passportNumber: 0,
  vaccinations: 2,
  parasitesTreatedOn: 0,
  vet: 3,
  insurance: 0,
  conditions: 0,
  allergies: 0,
  medications: 0,
  feeding: 3,
  toilet: 2,
  energy: 1,
  aloneMaxHours: 2,
  crate: 0,
  leash: 1,
  recall: 1,
  behaviour: 3,
  emergency: 3,
  careNotes: 1,
}
const names = keysOf(weights)

/** Returns the fields worth asking about this kind of pet, in the order of the form. */
export const fieldsFor = (species: Species): PetField[] => petDetailsFor(species)

/** Clears the details that make no sense for the species, such as the recall of a fish. */
export function relevantDetails(species: Species, details: PetDetails): PetDetails {
  const relevant = new Set(fieldsFor(species))
  const emptied = names
    .filter((field) => !relevant.has(field))
    .map((field) => [field, Array.isArray(details[field]) ? [] : null] as const)
  return { ...details, ...Object.fromEntries(emptied) }
}

function isFilled(field: PetField, pet: PetDetails): boolean {
  if (field === 'behaviour') return isBehaviourFilled(pet.behaviour)
  const value = pet[field]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
}

function isBehaviourFilled(behaviour: PetDetails['behaviour']): boolean {
  if (!behaviour) return false
  const { dogs, cats, children, strangers, bitten } = behaviour
  return bitten !== null || [dogs, cats, children, strangers].some((answer) => answer !== 'unknown')
}

/** Computes how much of what a sitter needs is filled in; `missing` starts with the most useful field. */
export function completenessOf(pet: DescribedDetails): { percent: number; missing: string[] } {
  const fields = [
    { field: 'birthOn', weight: 2, filled: pet.birthOn !== null },
    ...(pet.species === 'fish' ? [] : [{ field: 'weightKg', weight: 2, filled: pet.weightKg !== null }]),
    ...fieldsFor(pet.species).map((field) => ({
      field,
      weight: weights[field],
      filled: isFilled(field, pet),
    })),
  ].filter(({ weight }) => weight > 0)
  const sum = (rows: typeof fields) => rows.reduce((total, { weight }) => total + weight, 0)
  const missing = fields.filter(({ filled }) => !filled)
  return {
    percent: Math.floor((100 * (sum(fields) - sum(missing))) / sum(fields)),
    missing: missing.toSorted((a, b) => b.weight - a.weight).map(({ field }) => field),
  }
}
