import { useEffect } from 'react'
import { redirect, useRouteLoaderData } from 'react-router'
import { serviceNames } from '#contract/words.ts'
import { apiOf } from '#web/api.ts'
import { todayIn } from '#web/clock.ts'
import { plural } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import type { PageHandle } from '#web/layout/site-layout.tsx'
import { paths } from '#web/paths.ts'
import { lastSearch } from '#web/persisted.ts'
import { ShareButton } from '#web/share/share-button.tsx'
import { requestedPlace } from '#web/search/requested-place.ts'
import { CompactSearch } from '#web/search/compact-search.tsx'
import { ActiveFilters, FilterBar } from '#web/search/filter-bar.tsx'
import { findCloseMatches, findSitters } from '#web/search/find-sitters.ts'
import { MapToggle } from '#web/search/map-toggle.tsx'
import { noResultsInWords } from '#web/search/no-results-words.ts'
import { Results } from '#web/search/results.tsx'
import type { SearchPageData } from '#web/search/search-page-data.ts'
import {
  countedSearch,
  isNotCanonical,
  parseSearch,
  petsText,
  searchQuery,
} from '#web/search/search-state.ts'
import { petsInSentence } from '#web/search/search-words.ts'
import { loadSitterPage } from '#web/sitters/public/load-sitter-page.ts'
import { firstInteraction, lazyOnInteraction } from '#web/ui/lazy-on-interaction.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useUpgrade } from '#web/ui/use-upgrade.ts'
import type { Route } from './+types/search-page.ts'

const SidePanel = lazyOnInteraction(() => import('#web/search/side-panel.tsx'))
const AllFilters = lazyOnInteraction(() => import('#web/search/all-filters.tsx'))
const NoResults = lazyOnInteraction(() => import('#web/search/no-results.tsx'))
const PartialMatches = lazyOnInteraction(() => import('#web/search/partial-matches.tsx'))

/** Fulfilled at once if the address asks for the map; where it has room beside the results, once the page has loaded. */
const mapIsSeen = () =>
  new Promise<void>((resolve) => {
    if (/[?&]map=[fo]/.test(location.search)) resolve()
    else if (matchMedia('(width >= 68.75rem)').matches)
      if (document.readyState === 'complete') resolve()
      else addEventListener('load', () => resolve())
  })
const loadMapPane = () => import('#web/search/map-pane.tsx')

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const api = apiOf(context)
  const requested = await requestedPlace(api, params)
  const read = parseSearch(params)
  const search = { ...read, place: requested.place?.id ?? null, near: requested.place ? null : read.near }
  if (!requested.unknown && isNotCanonical(params)) throw redirect(paths.sitters(searchQuery(search)))
  const [found, { settings }, ranking] = await Promise.all([
    findSitters(api, search),
    api('GET /v1/settings', {}),
    api('GET /v1/ranking', {}),
  ])
  const showsAllFilters = params.has('filters')
  const [close, choices] = await Promise.all([
    findCloseMatches(api, search, found),
    showsAllFilters && found.answer ? api('GET /v1/sitters/facets', { query: countedSearch(search) }) : null,
  ])
  const placeName = requested.place?.name ?? null
  const { currency } = settings
  const nobody =
    found.answer?.total === 0
      ? noResultsInWords({ search, removals: found.answer.removals, placeName, currency })
      : null
  return {
    search,
    ...found,
    nobody,
    close,
    choices,
    place: requested.place,
    unknownPlace: requested.unknown,
    showsAllFilters,
    currency,
    weights: ranking.weights,
    today: todayIn('UTC'),
  }
}

function HeaderContent() {
  const data = useRouteLoaderData<typeof loader>('search/search-page')
  if (!data) return null
  const { search, place, unknownPlace, today } = data
  return <CompactSearch search={search} place={place} placeText={unknownPlace ?? undefined} today={today} />
}

export const handle: PageHandle = { header: 'search', HeaderContent }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { search, place, answer } = loaderData ?? {}
  const what = search?.service ? serviceNames[search.service] : 'Pet sitters'
  const title = place ? `${what} in ${place.name}` : what
  const tidy = search ? searchQuery(search) : {}
  const { service, place: placeId } = tidy
  return pageMeta(configOf(matches), {
    title,
    description: `${title}: full prices with all fees, real reviews and free days, before you ask.`,
    path: paths.sitters(tidy),
    canonical: paths.sitters({ ...(service && { service }), ...(placeId && { place: placeId }) } as Record<
      string,
      string
    >),
    noindex: Object.keys(tidy).some((key) => key !== 'service' && key !== 'place'),
    things: answer
      ? [
          {
            '@type': 'ItemList',
            name: title,
            numberOfItems: answer.total,
            itemListElement: answer.cards.slice(0, 24).map(([id, name], index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name,
              url: `${configOf(matches)?.site.url ?? ''}${paths.sitter(id)}`,
            })),
          },
        ]
      : [],
  })
}

/** "86 sitters can take Miso", "12 sitters in Lisbon". */
function headingOf({ answer, search, place, nobody }: SearchPageData): string {
  if (!answer) return 'Find a sitter'
  if (nobody) return nobody
  const count = answer.totalIsCapped ? `${answer.total}+ sitters` : plural(answer.total, 'sitter')
  const pets = petsInSentence(search.pets)
  if (pets) return `${count} can take ${pets}`
  if (search.bounds) return `${count} in this part of the map`
  return place || search.near ? `${count} near ${place?.name ?? 'you'}` : count
}

/** Stores no pet names, so that the cookie contains no personal data. */
function useSaveLastSearch({ search, place }: SearchPageData): void {
  const { service, pets } = search
  useEffect(() => {
    if (service || place || pets.length > 0) lastSearch.setState({ service, place, pets: petsText(pets) })
  }, [service, place, pets])
}

/** Nobody opens a sitter sooner, and until then the map and the photos need the connection. */
const readingMs = 1_000

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  useSaveLastSearch(loaderData)
  const { search, answer, currency } = loaderData
  const { Rich: MapPane, request: requestMap } = useUpgrade(loadMapPane)
  useEffect(() => void Promise.race([firstInteraction, mapIsSeen()]).then(requestMap), [requestMap])
  useEffect(() => void firstInteraction.then(() => setTimeout(loadSitterPage, readingMs)), [])
  const units = answer?.asked.units ?? null
  return (
    <main data-map={search.map ?? 'auto'} className="results-page page">
      <FilterBar {...{ search, currency, units }} facets={answer?.facets.services ?? {}} />
      {loaderData.showsAllFilters && (
        <AllFilters
          {...{ search, currency, units }}
          choices={loaderData.choices}
          className="mt-4 rounded-card border bg-card p-5"
        />
      )}
      <div className="results-body">
        <section aria-labelledby="results-title" className="results-list">
          <div className="flex items-center justify-between gap-4">
            <h1 id="results-title" aria-live="polite" className="text-2xl">
              {headingOf(loaderData)}
            </h1>
            <ShareButton className="ml-auto" />
            <MapToggle search={search} preload={requestMap} />
          </div>
          <ActiveFilters {...{ search, currency }} />
          <Refusals {...loaderData} />
          <Found data={loaderData} />
        </section>
        <div className="map-place">{MapPane && <MapPane {...{ search, answer }} />}</div>
        <SidePanel {...loaderData} />
      </div>
    </main>
  )
}

function Refusals({ unknownPlace, faults }: SearchPageData) {
  return (
    <>
      {unknownPlace && (
        <Notice kind="warning" title={`We do not have a town called “${unknownPlace}”`}>
          Here are sitters everywhere. Change the town at the top, or check its spelling.
        </Notice>
      )}
      {faults && (
        <Notice kind="error" title="This search is not valid">
          <ul className="grid gap-1">
            {faults.map((fault) => (
              <li key={fault}>{fault}.</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function Found({ data }: { data: SearchPageData }) {
  const { search, answer, place, close, weights } = data
  return (
    <>
      {answer && answer.cards.length > 0 && (
        <div className="results-found">
          <Results {...data} answer={answer} />
        </div>
      )}
      {answer && answer.cards.length === 0 && <NoResults {...{ search, answer, place, close }} />}
      {close && close.partial.length > 0 && (
        <div className="results-found">
          <PartialMatches {...{ search, place, weights }} partial={close.partial} />
        </div>
      )}
    </>
  )
}
