import { Link } from 'react-router'
import { rankingComponents } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { SaveSearch } from '#web/favourites/save-search.tsx'
import { formatPercent } from '#web/format.ts'
import { useHowToPay } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { rankingNames } from '#web/search/filter-words.ts'
import type { SearchPageData } from '#web/search/search-page-data.ts'
import { pageSize, searchQuery } from '#web/search/search-state.ts'
import { datesInWords, petsInSentence } from '#web/search/search-words.ts'
import { Card } from '#web/ui/card.tsx'
import { offeredOrder } from '#web/words.ts'

/** Beside the results: the same search for other services, and an explanation of prices and order. */
export default function SidePanel({ search, answer, place, weights }: SearchPageData) {
  const pay = useHowToPay('your sitter')
  return (
    <aside aria-label="About these results" className="results-aside">
      <OtherServices {...{ search, answer, place }} />
      <Card padding="medium" className="grid gap-3 text-[0.9375rem]">
        <h2 className="text-lg">Come back to it</h2>
        <p className="text-ink-2">Save this search. We tell you when a new sitter matches.</p>
        <SaveSearch search={search} placeName={place?.name ?? null} />
      </Card>
      <Card padding="medium" className="grid gap-2 text-[0.9375rem]">
        <h2 className="text-lg">What you see is what you pay</h2>
        <p className="text-ink-2">
          With dates and pets, each price is the total: every night or visit, extra pets, holidays and the
          service fee. You {pay}, and only once a request is accepted.
        </p>
        <Link to={paths.legal('service-fee')} className="link w-fit">
          About the service fee
        </Link>
      </Card>
      <Card padding="medium" className="grid gap-3 text-[0.9375rem]">
        <h2 className="text-lg">What decides the order</h2>
        <ul className="figures grid gap-1 text-ink-2">
          {rankingComponents.map((component) => (
            <li key={component} className="flex justify-between gap-4">
              {rankingNames[component]}
              <span>{formatPercent(weights[component])}</span>
            </li>
          ))}
        </ul>
        <p className="text-ink-2">Nobody can pay for a place.</p>
        <Link to={paths.ranking()} className="link w-fit">
          The whole formula
        </Link>
      </Card>
    </aside>
  )
}

function OtherServices({ search, answer, place }: Pick<SearchPageData, 'search' | 'answer' | 'place'>) {
  const facets = answer?.facets.services
  const others = offeredOrder.filter((code) => code !== search.service && (facets?.[code] ?? 0) > 0)
  if (!facets || others.length === 0) return null
  const criteria = [place && `near ${place.name}`, datesInWords(search), petsInSentence(search.pets)]
    .filter(Boolean)
    .join(' · ')
  return (
    <Card padding="medium">
      <h2 className="text-lg">{search.service ? 'Other kinds of care' : 'By kind of care'}</h2>
      {criteria && <p className="mt-1 text-sm text-ink-2">{criteria}</p>}
      <ul className="mt-3 grid divide-y">
        {others.map((service) => (
          <li key={service}>
            <Link
              to={paths.sitters(searchQuery({ ...search, service, shown: pageSize }))}
              className="service-row"
            >
              {serviceNames[service]}
              <span className="figures text-sm text-ink-2">
                {facets[service]}
                <span className="sr-only"> sitters</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
