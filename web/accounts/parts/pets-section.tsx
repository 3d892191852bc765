import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Pet } from '#contract/pets.ts'
import { useToday } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatKilograms } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { setArchived } from '#web/pets/archive.ts'
import { ageOf } from '#web/pets/pet-words.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card, coverLink } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

export function PetsSection({ pets, accountId }: { pets: readonly Pet[]; accountId: string }) {
  return (
    <section id="pets" aria-labelledby="pets-title" className="grid scroll-mt-6 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="pets-title">Pets</h2>
        <Link to={paths.newPet()} className={buttonStyle()}>
          <Icon name="plus" size={18} />
          Add a pet
        </Link>
      </div>
      {pets.length === 0 ? (
        <p className="text-ink-2">No pets yet. What you write about them becomes their care sheet.</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {pets.map((pet) => (
            <PetCard key={pet.id} pet={pet} />
          ))}
        </ul>
      )}
      <ArchivedPets accountId={accountId} />
    </section>
  )
}

function PetCard({ pet }: { pet: Pet }) {
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
        <h3 className="text-lg">
          <Link to={paths.pet(id)} className={coverLink}>
            {name}
          </Link>
        </h3>
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

/** Archived pets, which are shown to nobody else and can be restored. */
function ArchivedPets({ accountId }: { accountId: string }) {
  const [pets, setPets] = useState<readonly Pet[] | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const { revalidate } = useRevalidator()
  const read = () =>
    run(async () => {
      const { items } = await api('GET /v1/accounts/:accountId/pets', {
        params: { accountId },
        query: { archived: 'true' },
      })
      setPets(items)
    })
  const restore = (pet: Pet) =>
    run(async () => {
      await setArchived(pet, false)
      setPets((before) => before?.filter(({ id }) => id !== pet.id) ?? null)
      await revalidate()
    })
  return (
    <details onToggle={(event) => event.currentTarget.open && void read()}>
      <summary className="link w-fit py-2 text-sm">Archived pets</summary>
      <ErrorSummary errors={errors} attempt={attempt} />
      {pets?.length === 0 && <p className="py-2 text-sm text-ink-2">There are none.</p>}
      <ul className="grid gap-2">
        {pets?.map((pet) => (
          <li key={pet.id} className="flex flex-wrap items-center gap-4">
            <Link to={paths.pet(pet.id)} className="link">
              {pet.name}
            </Link>
            <Button size="small" pending={pending && 'Bringing back…'} onClick={() => void restore(pet)}>
              Bring back<span className="sr-only"> {pet.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
