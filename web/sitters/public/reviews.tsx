import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Species, species as allSpecies } from '#contract/codes.ts'
import type { Review, ReviewSummary as Summary, Sitter } from '#contract/sitters/sitters.ts'
import { serviceNames } from '#contract/words.ts'
import { api } from '#web/api.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { formatDay } from '#web/format.ts'
import { ReportButton } from '#web/reports/report-button.tsx'
import { reasonNames } from '#web/reports/report-words.ts'
import { AspectLine, ReviewSummary } from '#web/reviews/review-summary.tsx'
import { chipStyle } from '#web/ui/chip.tsx'
import { Face } from '#web/ui/face.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PhotoGrid } from '#web/ui/photo-grid.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { ratingText, Stars } from '#web/ui/stars.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

type ReviewPage = { items: Review[]; nextCursor: string | null; summary: Summary }
type ReviewsProps = { sitter: Sitter; first: ReviewPage; filter: Species | null; stars: number | null }

const pageSize = 12

/** Reviews, newest first, filtered by kind of pet, each with the sitter's reply. */
export function Reviews({ sitter, first, filter, stars }: ReviewsProps) {
  const { pages, loading, failed, more } = useMoreReviews(sitter.id, first, filter, stars)
  const items = pages.flatMap((page) => page.items)
  const { rating } = sitter
  if (rating.count === 0 && items.length === 0)
    return <p className="text-ink-2">{`No reviews yet. Only owners whose stay is finished can write one.`}</p>
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Average {...rating} />
        <SpeciesFilter sitter={sitter} filter={filter} />
      </div>
      <ReviewSummary summary={first.summary} />
      <StarsFilter counts={first.summary.stars} chosen={stars} />
      {items.length === 0 && (
        <p className="text-ink-2">
          {stars ? 'There is no such review.' : `No reviews about ${speciesWord(filter ?? 'other', 2)} yet.`}
        </p>
      )}
      <ol className="grid gap-6">
        {items.map((review) => (
          <ReviewItem key={review.id} review={review} sitterName={sitter.name} />
        ))}
      </ol>
      {failed && <Notice kind="error" announced title="The next reviews could not be loaded. Try again." />}
      {(pages.at(-1)?.nextCursor ?? null) !== null && (
        <ShowMore
          shown={items.length}
          total={filter || stars ? undefined : rating.count}
          noun="reviews"
          pending={loading}
          onMore={more}
        />
      )}
    </div>
  )
}

function Average({ average, count }: Sitter['rating']) {
  if (average === null) return <p className="text-ink-2">The average is shown from three reviews on.</p>
  return (
    <p className="flex items-center gap-3">
      <span className="heading figures text-3xl">{ratingText(average)}</span>
      <span className="grid">
        <Stars value={average} />
        <span className="text-sm text-ink-2">{`${count} ${count === 1 ? 'review' : 'reviews'}`}</span>
      </span>
    </p>
  )
}

function SpeciesFilter({ sitter, filter }: { sitter: Sitter; filter: Species | null }) {
  const [params] = useSearchParams()
  const kinds = allSpecies.filter((code) =>
    sitter.services.some(({ accepts }) => accepts.species.includes(code)),
  )
  if (kinds.length < 2) return null
  const to = (code: Species | null) => {
    const next = new URLSearchParams(params)
    if (code) next.set('reviews', code)
    else next.delete('reviews')
    return `?${next}#reviews`
  }
  return (
    <ul aria-label="Reviews by kind of pet" className="flex flex-wrap gap-2">
      {[null, ...kinds].map((code) => (
        <li key={code ?? 'all'}>
          <Link
            to={to(code)}
            replace
            preventScrollReset
            aria-current={code === filter ? 'true' : undefined}
            className={chipStyle({ selected: code === filter })}
          >
            {code ? capitalised(speciesWord(code, 2)) : 'All'}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function StarsFilter({ counts, chosen }: { counts: readonly number[]; chosen: number | null }) {
  const [params] = useSearchParams()
  const to = (stars: number | null) => {
    const next = new URLSearchParams(params)
    if (stars) next.set('stars', `${stars}`)
    else next.delete('stars')
    return `?${next}#reviews`
  }
  if (counts.filter((count) => count > 0).length < 2) return null
  return (
    <ul aria-label="Reviews by stars" className="flex flex-wrap gap-2">
      {[null, 5, 4, 3, 2, 1]
        .filter((stars) => stars === null || stars === chosen || counts[stars - 1]! > 0)
        .map((stars) => (
          <li key={stars ?? 'all'}>
            <Link
              to={to(stars)}
              replace
              preventScrollReset
              aria-current={stars === chosen ? 'true' : undefined}
              className={chipStyle({ selected: stars === chosen })}
            >
              {stars ? `${stars} stars (${counts[stars - 1]})`.replace('1 stars', '1 star') : 'Any stars'}
            </Link>
          </li>
        ))}
    </ul>
  )
}

function useMoreReviews(sitterId: string, first: ReviewPage, filter: Species | null, stars: number | null) {
  const [pages, setPages] = useState([first])
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  useEffect(() => setPages([first]), [first])
  const cursor = pages.at(-1)?.nextCursor
  async function more() {
    if (!cursor) return
    setState('loading')
    try {
      const query = { cursor, limit: pageSize, ...(filter && { species: filter }), ...(stars && { stars }) }
      const next = await api('GET /v1/sitters/:sitterId/reviews', { params: { sitterId }, query })
      setPages((now) => [...now, next])
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { pages, loading: state === 'loading', failed: state === 'failed', more: () => void more() }
}

function ReviewItem({ review, sitterName }: { review: Review; sitterName: string }) {
  const { id, by, face, on, overall, ratings, photos, service, species, text, reply, removedFor } = review
  const pets = [...new Set(species)].map((code) => speciesWord(code)).join(', ')
  return (
    <li className="grid gap-2 border-b pb-6 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex items-center gap-2.5 font-semibold">
          <Face name={by} face={face} size="small" />
          {by}
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={on}>{formatDay(on, 'long')}</time>
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        {!removedFor && <Stars value={overall} size="small" />}
        {pets ? `${serviceNames[service]}, ${pets}` : serviceNames[service]}
      </p>
      {removedFor ? (
        <p className="max-w-measure text-ink-2 italic">
          {`We have removed this review: ${reasonNames[removedFor].label.toLowerCase()}. It is not counted.`}
        </p>
      ) : (
        <>
          <AspectLine ratings={ratings} />
          <p className="max-w-measure whitespace-pre-line">{text}</p>
        </>
      )}
      {photos.length > 0 && (
        <PhotoGrid
          pictures={photos.map(pictureOfPhoto)}
          label={`Photos by ${by}`}
          className="mt-1 max-w-md"
        />
      )}
      {reply && (
        <div className="ml-4 max-w-measure border-l-2 border-green-line pl-4">
          <p className="text-sm font-semibold">{`${sitterName} answered`}</p>
          <p className="whitespace-pre-line text-ink-2">{reply}</p>
        </div>
      )}
      {!removedFor && (
        <div className="-ml-3">
          <ReportButton kind="review" id={id} name={`the review by ${by}`} />
        </div>
      )}
    </li>
  )
}
