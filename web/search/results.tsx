import { Icon } from '#web/ui/icon.tsx'
import { Link, useNavigation } from 'react-router'
import { sorts } from '#contract/codes.ts'
import { type ShownAnswer, unpackCard } from '#web/search/shown-card.ts'
import { paths } from '#web/paths.ts'
import { Dropdown } from '#web/search/dropdown.tsx'
import { sortNames } from '#web/search/filter-words.ts'
import { type FoundBy, FoundCard } from '#web/search/found-card.tsx'
import { mostShown, pageSize, searchQuery, type SearchState } from '#web/search/search-state.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'

type ResultsProps = FoundBy & { answer: ShownAnswer }

export function Results({ search, place, weights, answer }: ResultsProps) {
  const navigation = useNavigation()
  const { cards, total, totalIsCapped, hasMore } = answer
  const more = paths.sitters(searchQuery({ ...search, shown: search.shown + pageSize }))
  const loadsMore =
    navigation.state === 'loading' && `${navigation.location.pathname}${navigation.location.search}` === more
  const canShowMore = hasMore && search.shown < mostShown
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-ink-2">
        <p className="dots">
          <span>
            {search.start && search.end ? 'Totals include all fees' : 'Add dates to see each total'}
          </span>
          <Link to={paths.ranking()} className="link">
            How ranking works
          </Link>
        </p>
        <SortMenu search={search} />
      </div>
      <ol className="grid gap-4">
        {cards.map(unpackCard).map((card, index) => (
          <FoundCard key={card.id} {...{ search, place, weights, card }} position={index + 1} />
        ))}
      </ol>
      <ShowMore
        className="mt-4"
        shown={cards.length}
        total={totalIsCapped ? undefined : total}
        noun="sitters"
        done={!canShowMore}
        link={
          <Link to={more} preventScrollReset className={buttonStyle()} aria-busy={loadsMore || undefined}>
            {loadsMore ? 'Loading…' : 'Show more'}
          </Link>
        }
      />
    </>
  )
}

function SortMenu({ search }: { search: SearchState }) {
  const offered = sorts.filter((sort) => sort !== 'distance' || search.place || search.near)
  return (
    <Dropdown
      className="relative"
      summaryClassName="inline-flex min-h-10 cursor-pointer items-center gap-1.5 rounded-control font-medium text-ink hover:underline"
      summary={
        <>
          <Icon name="arrow-up-down" size={16} />
          <span className="sr-only">Sorted by </span>
          {sortNames[search.sort]}
        </>
      }
      panelClassName="top-full mt-1 sm:right-0 w-56 rounded-card! p-1.5!"
    >
      <ul>
        {offered.map((sort) => (
          <li key={sort}>
            <Link
              to={paths.sitters(searchQuery({ ...search, sort, shown: pageSize }))}
              preventScrollReset
              aria-current={sort === search.sort ? 'true' : undefined}
              onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
              className="sort-choice"
            >
              {sortNames[sort]}
              {sort === search.sort && <Icon name="check" size={16} className="text-green" />}
            </Link>
          </li>
        ))}
      </ul>
    </Dropdown>
  )
}
