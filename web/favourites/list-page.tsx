import { Link } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { FavouriteCard } from '#web/favourites/favourite-card.tsx'
import { loadFavourites, useOwnFavourites } from '#web/favourites/favourites.ts'
import { ListMenu } from '#web/favourites/list-menu.tsx'
import { favouritesOn, ListNav } from '#web/favourites/list-nav.tsx'
import { loadLists, useOwnLists } from '#web/favourites/lists.ts'
import { ShareList } from '#web/favourites/share-list.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { OwnPageLoading } from '#web/layout/own-page.tsx'
import { checkId, pageNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/list-page.ts'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const accountId = ownAccountId(request)
  const listId = checkId(params.listId, request)
  const [favourites, lists] = await whileSignedIn(
    request,
    Promise.all([loadFavourites(accountId), loadLists(accountId)]),
  )
  const list = lists.find(({ id, isEverything }) => id === listId && !isEverything)
  if (!list) throw pageNotFound(request)
  return { accountId, favourites, lists, list }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData?.list.name ?? 'A list of favourites',
    description: 'Sitters on one of your lists, with your notes about them.',
    path: location.pathname,
    noindex: true,
  })

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your list" blocks={['h-40', 'h-40', 'h-40']} narrow />
)

/** One of the person's lists; that of all favourites has a page with the saved searches. */
export default function ListPage({ loaderData }: Route.ComponentProps) {
  const { accountId } = loaderData
  const favourites = useOwnFavourites(accountId) ?? loaderData.favourites
  const lists = useOwnLists(accountId) ?? loaderData.lists
  // While a deletion leads to the favourites, the list is no longer among the others.
  const list = lists.find(({ id }) => id === loaderData.list.id) ?? loaderData.list
  const shown = favouritesOn(list, favourites)
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Your account', href: paths.account() },
          { label: 'Favourites', href: paths.favourites() },
          { label: list.name },
        ]}
        renderLink={routerLink}
      />
      <div className="flex items-start justify-between gap-3">
        <h1 className="min-w-0">{list.name}</h1>
        <div className="flex shrink-0">
          <ShareList {...{ accountId, list }} />
          <ListMenu {...{ accountId, list }} sitterIds={shown.map(({ sitterId }) => sitterId)} />
        </div>
      </div>
      <ListNav {...{ accountId, lists, favourites }} current={list} />
      {shown.length === 0 ? (
        <EmptyState
          action={
            <Link to={paths.favourites()} className={buttonStyle({ kind: 'primary' })}>
              See your favourites
            </Link>
          }
        >
          Nobody is on this list yet. Press “Lists” at one of your favourites, or the heart on a sitter and
          then “Change”.
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {shown.map((favourite) => (
            <FavouriteCard key={favourite.sitterId} {...{ favourite, lists, list }} />
          ))}
        </ul>
      )}
    </main>
  )
}
