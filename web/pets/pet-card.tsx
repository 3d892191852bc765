import { Link } from 'react-router'
import type { Pet } from '#contract/pets.ts'
import { useToday } from '#web/accounts/own-account.ts'
import { formatKilograms } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { ageOf } from '#web/pets/pet-words.ts'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

/** One of the owner's pets, with a link to its page. */
export function PetCard({ pet }: { pet: Pet }) {
  const { id, name, species, breed, coat, birthOn, weightKg, completeness } = pet
  const today = useToday()
  const facts = [
    breed ?? capitalised(speciesWord(species)),
    birthOn && ageOf(birthOn, today),
    weightKg === null ? null : formatKilograms(weightKg),
  ].filter(Boolean)
  return (
    <Card as="li" interactive padding="none" className="flex gap-4 p-3.5">
      <Portrait
        seed={{ id, species, coat: coat ?? undefined }}
        fit="fill"
        className="h-24 w-26 shrink-0 rounded-control"
      />
      <div className="grid min-w-0 flex-1 content-center gap-1">
        <h2 className="text-lg">
          <Link to={paths.pet(id)} className={coverLink}>
            {name}
          </Link>
        </h2>
        <p className="text-sm text-ink-2">{facts.join(', ')}</p>
        <Meter
          label="Care sheet"
          value={completeness.percent}
          text={`${completeness.percent} %`}
          className="mt-1"
        />
      </div>
    </Card>
  )
}
