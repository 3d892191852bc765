import type { PublicPet, SitterPet } from '#contract/pets.ts'
import { formatKilograms, plural } from '#web/format.ts'
import { petPictureOf } from '#web/sitters/public/pictures.ts'
import { Photo } from '#web/ui/photo.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

const factsOf = ({ breed, species, ageYears, weightKg }: PublicPet): string =>
  [
    breed ?? capitalised(speciesWord(species)),
    ageYears === null ? null : ageYears === 0 ? 'under a year' : plural(ageYears, 'year'),
    weightKg === null ? null : formatKilograms(weightKg),
  ]
    .filter(Boolean)
    .join(', ')

export function OwnPets({ pets }: { pets: readonly SitterPet[] }) {
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {pets.map((pet) => (
        <li key={pet.id} className="grid gap-2">
          <Photo
            picture={petPictureOf(pet)}
            fit="fill"
            sizes="(min-width: 640px) 240px, 45vw"
            className="aspect-square w-full rounded-picture"
          />
          <div>
            <p className="font-semibold">{pet.name}</p>
            <p className="text-sm text-ink-2">{factsOf(pet)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
