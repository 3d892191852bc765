import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Pet } from '#contract/pets.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { setArchived } from '#web/pets/archive.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

/** Archived pets, which are shown to nobody else and can be restored. */
export function ArchivedPets({ accountId }: { accountId: string }) {
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
