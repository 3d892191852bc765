import { Link } from 'react-router'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { ArchivedPets } from '#web/pets/archived-pets.tsx'
import { PetCard } from '#web/pets/pet-card.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/pets-page.ts'

const load = async ({ accountId, api }: Own) => ({
  accountId,
  pets: (await api('GET /v1/accounts/:accountId/pets', { params: { accountId }, query: {} })).items,
})

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ownMeta({
  title: 'Pets',
  description: 'Your pets and their care sheets.',
  path: paths.ownPets(),
})

const loading = <AccountLoading section="pets" label="Loading your pets" blocks={['h-32', 'h-8 w-40']} />

export default function PetsPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData loaded={loaderData} loading={loading}>
      {(data) => <Pets {...data} />}
    </OwnData>
  )
}

function Pets({ accountId, pets }: Awaited<ReturnType<typeof load>>) {
  return (
    <AccountFrame section="pets">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1>Pets</h1>
        <Link to={paths.newPet()} className={buttonStyle()}>
          <Icon name="plus" size={18} />
          Add a pet
        </Link>
      </header>
      {pets.length === 0 ? (
        <EmptyState>No pets yet. What you write about them becomes their care sheet.</EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {pets.map((pet) => (
            <PetCard key={pet.id} pet={pet} />
          ))}
        </ul>
      )}
      <ArchivedPets accountId={accountId} />
    </AccountFrame>
  )
}
