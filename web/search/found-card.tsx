import { useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import type { SearchPageData } from '#web/search/search-page-data.ts'
import { bookingQuery } from '#web/search/search-state.ts'
import type { ShownCard } from '#web/search/shown-card.ts'
import { SitterCardView } from '#web/search/sitter-card.tsx'

export type FoundBy = Pick<SearchPageData, 'search' | 'place' | 'weights'>

type FoundCardProps = FoundBy & { card: ShownCard; position?: number }

/** The card of a search result, whose link carries over dates and pets. */
export function FoundCard({ search, place, weights, card, position }: FoundCardProps) {
  const { search: address } = useLocation()
  return (
    <SitterCardView
      card={card}
      weights={weights}
      placeName={place?.name ?? null}
      oneService={search.service !== null}
      href={paths.sitter(card.id, { ...bookingQuery(search), service: card.service })}
      from={address}
      position={position}
    />
  )
}
