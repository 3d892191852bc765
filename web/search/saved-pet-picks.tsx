import { maxPetsPerBooking, maxPuppyMonths } from '#contract/codes.ts'
import type { Pet } from '#contract/pets.ts'
import { type PetRow, rowOf } from '#web/search/pet-rows.tsx'
import { petName } from '#web/search/search-state.ts'
import { useSavedPets } from '#web/sitters/public/saved-pets.ts'
import { ToggleChip } from '#web/ui/chip.tsx'
import { addMonths, type Day } from '#web/ui/dates/days.ts'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'

type SavedPetPicksProps = { rows: readonly PetRow[]; onChange: (rows: PetRow[]) => void; today: Day }

/** The signed-in user's pets; each fills in a row with everything that a sitter's rules may depend on. */
export default function SavedPetPicks({ rows, onChange, today }: SavedPetPicksProps) {
  const { pets } = useSavedPets()
  const isRowOf = (row: PetRow, pet: Pet) => row.kind === pet.species && row.name === petName(pet.name)
  const named = pets.filter(({ name }) => petName(name) !== '')
  if (named.length === 0) return null
  const youngSince = addMonths(`${today.slice(0, 8)}01`, -maxPuppyMonths)
  const toggle = (pet: Pet, isPicked: boolean) => {
    const others = rows.filter((row) => row.kind !== '' && !isRowOf(row, pet))
    const picked = rowOf({
      species: pet.species,
      weightKg: pet.species === 'dog' ? pet.weightKg : null,
      bornOn: pet.birthOn && pet.birthOn >= youngSince ? pet.birthOn : null,
      name: petName(pet.name),
      neutered: pet.neutered,
      medication: pet.medications.length > 0,
    })
    const left = isPicked ? [...others, picked] : others
    onChange(left.length > 0 ? left.slice(0, maxPetsPerBooking) : [rowOf()])
  }
  return (
    <FieldGroup label="Your pets" role="group" className="mb-4 border-b pb-4">
      <div className="flex flex-wrap gap-2">
        {named.map((pet) => (
          <ToggleChip
            key={pet.id}
            selected={rows.some((row) => isRowOf(row, pet))}
            onToggle={(isPicked) => toggle(pet, isPicked)}
          >
            {pet.name}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}
