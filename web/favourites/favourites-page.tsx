import { Link } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { api } from '#web/api.ts'
import { FavouriteCard } from '#web/favourites/favourite-card.tsx'
import { loadFavourites, useOwnFavourites } from '#web/favourites/favourites.ts'
import { ListNav } from '#web/favourites/list-nav.tsx'
import { loadLists, useOwnLists } from '#web/favourites/lists.ts'
import { SavedSearches } from '#web/favourites/saved-searches.tsx'
import { ShareList } from '#web/favourites/share-list.tsx'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/favourites-page.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const accountId = ownAccountId(request)
  const [items, lists, searches] = await whileSignedIn(
    request,
    Promise.all([loadFavourites(accountId), loadLists(accountId), api('GET /v1/saved-searches', {})]),
  )
  return { accountId, items, lists, searches: searches.items }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Your favourites',
  description: 'Your favourite sitters, with your notes about them.',
  path: paths.favourites(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your favourites" blocks={['h-40', 'h-40', 'h-40']} narrow />
)

export default function FavouritesPage({ loaderData }: Route.ComponentProps) {
  const { accountId } = loaderData
  const items = useOwnFavourites(accountId) ?? loaderData.items
  const lists = useOwnLists(accountId) ?? loaderData.lists
  const everything = lists.find(({ isEverything }) => isEverything)!
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'Favourites' }]}
        renderLink={routerLink}
      />
      <div className="flex items-start justify-between gap-3">
        <h1 className="min-w-0">Your favourites</h1>
        {items.length > 0 && <ShareList {...{ accountId }} list={everything} />}
      </div>
      <ListNav {...{ accountId, lists }} favourites={items} current={everything} />
      {items.length === 0 ? (
        <EmptyState
          action={
            <Link to={paths.sitters()} className={buttonStyle({ kind: 'primary' })}>
              Find a sitter
            </Link>
          }
        >
          No favourites yet. Press the heart on a sitter you like, and you see them here with your own notes.
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {items.map((favourite) => (
            <FavouriteCard key={favourite.sitterId} {...{ favourite, lists }} />
          ))}
        </ul>
      )}
      <section id="searches" aria-labelledby="searches-heading" className="mt-6 grid scroll-mt-6 gap-4">
        <h2 id="searches-heading">Saved searches</h2>
        <SavedSearches first={loaderData.searches} />
      </section>
    </main>
  )
}
