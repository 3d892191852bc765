import { Icon } from '#web/ui/icon.tsx'
import { startTransition, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { RankingComponent } from '#contract/codes.ts'
import { paths } from '#web/paths.ts'
import type { FromSearch } from '#web/search/sitter-card.tsx'
import { WhyList } from '#web/search/why-here.tsx'
import { Card } from '#web/ui/card.tsx'
import { loadLazyParts } from '#web/ui/lazy-on-interaction.tsx'
import { isHydrated } from '#web/ui/use-hydrated.ts'

const isFromSearch = (state: unknown): state is FromSearch =>
  typeof state === 'object' && state !== null && 'from' in state && 'why' in state

/**
 * Navigation state passed on by the search. It exists only in the browser, so a page that is hydrated reads it
 * afterwards, and one that another page has led to at once.
 */
export function useFromSearch(): FromSearch | null {
  const { state } = useLocation()
  const [from, setFrom] = useState(() => (isHydrated() && isFromSearch(state) ? state : null))
  useEffect(() => {
    if (from || !isFromSearch(state)) return
    loadLazyParts()
    startTransition(() => setFrom(state))
  }, [from, state])
  return from
}

export function BackToResults({ from }: { from: FromSearch }) {
  return (
    <Link
      to={`${paths.sitters()}${from.from}`}
      className="link inline-flex min-h-8 items-center gap-1.5 text-sm"
    >
      <Icon name="arrow-left" size={16} />
      Back to the results
    </Link>
  )
}

export function WhyShown({
  from,
  weights,
  name,
}: {
  from: FromSearch
  weights: Record<RankingComponent, number>
  name: string
}) {
  return (
    <Card as="section" aria-labelledby="why" padding="medium" className="grid gap-3">
      <h2 id="why" className="text-xl">{`Why ${name} came up in your search`}</h2>
      <div className="grid gap-3 text-sm">
        <WhyList why={from.why} weights={weights} distanceKm={from.distanceKm} placeName={from.placeName} />
      </div>
    </Card>
  )
}
