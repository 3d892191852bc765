import { type CSSProperties, useState } from 'react'
import { Link } from 'react-router'
import type { RankingComponent } from '#contract/codes.ts'
import type { SitterCard } from '#contract/search/search.ts'
import { formatPercent } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Dropdown } from '#web/search/dropdown.tsx'
import { rankingNames } from '#web/search/filter-words.ts'
import { reasonsOf, scoreInWords } from '#web/search/why-words.ts'

type WhyProps = {
  why: SitterCard['why']
  weights: Record<RankingComponent, number>
  distanceKm: number | null
  placeName: string | null
}

/**
 * "Why here?" on a card: the published ranking formula, applied to this sitter. A page has many and few are opened, so
 * each is a single button until then. Without JavaScript it is hidden; the page links to the formula above the list.
 */
export function WhyHere(props: WhyProps) {
  const [isOpened, setOpened] = useState(false)
  if (!isOpened)
    return (
      <button type="button" aria-expanded={false} onClick={() => setOpened(true)} className="why">
        Why here?
      </button>
    )
  return (
    <Dropdown group="why" opensAtOnce className="why" summary="Why here?">
      <WhyList {...props} />
    </Dropdown>
  )
}

/** Length and fill of a bar as CSS variables; a page has hundreds of them, so the style sheet draws them. */
const barOf = (weight: number, share: number): CSSProperties & Record<`--${string}`, string> => ({
  '--length': Math.min(1, Math.max(0.1, weight * 3.3)).toFixed(3),
  '--share': share.toFixed(3),
})

export function WhyList(props: WhyProps) {
  return (
    <>
      <p className="font-semibold">{`Match ${scoreInWords(props.why.score)}`}</p>
      <ul className="grid gap-2.5">
        {reasonsOf(props).map(({ component, words, share, weight }) => (
          <li key={component} className="why-row" style={barOf(weight, share)}>
            <span>{words}</span>
            <span className="figures text-ink-2">
              <span className="sr-only">{`${rankingNames[component]}: `}</span>
              {formatPercent(share)}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        {'A longer bar counts more. Nobody can pay for a place. '}
        <Link to={paths.ranking()} className="link">
          How ranking works
        </Link>
      </p>
    </>
  )
}
