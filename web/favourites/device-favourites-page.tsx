import { useEffect, useState } from 'react'
import { Link, redirect } from 'react-router'
import type { Favourite } from '#contract/favourites.ts'
import { api } from '#web/api.ts'
import { FavouriteCard } from '#web/favourites/favourite-card.tsx'
import { type StoredFavourite, deviceFavourites } from '#web/favourites/favourites.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { readHint } from '#web/persisted.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/device-favourites-page.ts'

const atOnce = 50

/** Loads the profiles of the favourites stored on this device, without an account. */
export async function clientLoader() {
  if (readHint()) throw redirect(paths.favourites())
  const ids = deviceFavourites.getState().items.map(({ sitterId }) => sitterId)
  const groups = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, index) =>
    ids.slice(index * atOnce, (index + 1) * atOnce),
  )
  const answers = await Promise.all(
    groups.map((group) => api('GET /v1/sitters/briefs', { query: { ids: group.join(',') } })),
  )
  return { sitters: answers.flatMap(({ items }) => items) }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Your favourites',
  description: 'Your favourite sitters on this device.',
  path: paths.keptFavourites(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your favourites" blocks={['h-40', 'h-40']} narrow />
)

export default function DeviceFavouritesPage({ loaderData: { sitters } }: Route.ComponentProps) {
  const items = deviceFavourites((state) => state.items)
  // The server does not have the favourites stored on a device, so they are shown only after hydration.
  const [isHere, setIsHere] = useState(false)
  useEffect(() => setIsHere(true), [])
  const view = (favourite: StoredFavourite): Favourite => {
    const sitter = sitters.find(({ id }) => id === favourite.sitterId) ?? null
    return { ...favourite, name: sitter?.name ?? 'Somebody', listIds: [], sitter }
  }
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <h1>Your favourites</h1>
      {isHere && items.length > 0 ? (
        <>
          <Notice>
            They are saved on this device only. <Link to={paths.signIn(paths.favourites())}>Sign in</Link> or{' '}
            <Link to={paths.signUp(paths.favourites())}>make an account</Link>, and we add them to it with
            your notes.
          </Notice>
          <ul className="grid gap-4">
            {items.map((favourite) => (
              <FavouriteCard key={favourite.sitterId} favourite={view(favourite)} />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState
          action={
            <Link to={paths.sitters()} className={buttonStyle({ kind: 'primary' })}>
              Find a sitter
            </Link>
          }
        >
          No favourites on this device yet. Press the heart on a sitter you like; you do not need an account.
        </EmptyState>
      )}
    </main>
  )
}
