import { Link } from 'react-router'
import type { SharedList } from '#contract/favourite-lists.ts'
import { apiOf } from '#web/api.ts'
import { BriefCard } from '#web/favourites/brief-card.tsx'
import { SaveAll } from '#web/favourites/save-all.tsx'
import { plural } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { orNotFound } from '#web/layout/page-check.ts'
import { unlistedHeaders } from '#web/layout/unlisted-headers.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/shared-list-page.ts'

export const loader = ({ context, request, params: { code } }: Route.LoaderArgs) =>
  orNotFound(request, apiOf(context)('GET /v1/lists/:code', { params: { code } }))

export const headers = unlistedHeaders

const titleOf = ({ name, isEverything, ownerName }: SharedList): string =>
  isEverything ? `${ownerName}’s favourites` : name

export const meta: Route.MetaFunction = ({ loaderData: list, matches, location }) =>
  list
    ? pageMeta(configOf(matches), {
        title: titleOf(list),
        description: `${plural(list.sitters.length, 'pet sitter')}, chosen by ${list.ownerName}.`,
        path: location.pathname,
        noindex: true,
      })
    : []

/** A list of favourites for anybody who has its address. */
export default function SharedListPage({ loaderData: list }: Route.ComponentProps) {
  const { isEverything, ownerName, sitters } = list
  const count = plural(sitters.length, 'sitter')
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <div className="grid gap-2">
        <h1>{titleOf(list)}</h1>
        <p className="text-lg text-ink-2">
          {isEverything ? `${count}, saved by ${ownerName}` : `A list by ${ownerName} with ${count}`}
        </p>
      </div>
      {sitters.length === 0 ? (
        <EmptyState
          action={
            <Link to={paths.sitters()} className={buttonStyle({ kind: 'primary' })}>
              Find a sitter
            </Link>
          }
        >
          {`This list is empty at the moment. ${ownerName} can add sitters at any time.`}
        </EmptyState>
      ) : (
        <>
          <div>
            <SaveAll sitterIds={sitters.map(({ id }) => id)} />
          </div>
          <ol className="grid gap-4">
            {sitters.map((sitter, index) => (
              <BriefCard key={sitter.id} sitter={sitter} eager={index < 2} />
            ))}
          </ol>
        </>
      )}
    </main>
  )
}
