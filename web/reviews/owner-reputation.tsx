import { useEffect, useState } from 'react'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { showOwnerReviews } from '#contract/reviews/owner-reviews.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { formatDay, plural } from '#web/format.ts'
import { AspectLine, ReviewSummary } from '#web/reviews/review-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ratingText, Stars } from '#web/ui/stars.tsx'

type Reputation = EndpointResponse<typeof showOwnerReviews>

/** Other sitters' reviews of the owner, for the sitter of a request. */
export default function OwnerReputation({ bookingId }: { bookingId: string }) {
  const [attempt, setAttempt] = useState(0)
  return <Loaded key={attempt} bookingId={bookingId} onRepeat={() => setAttempt((now) => now + 1)} />
}

function Loaded({ bookingId, onRepeat }: { bookingId: string; onRepeat: () => void }) {
  const [state, setState] = useState<Reputation | 'loading' | 'failed'>('loading')
  useEffect(() => {
    const stop = new AbortController()
    void (async () => {
      try {
        setState(
          await api(
            'GET /v1/bookings/:bookingId/owner-reviews',
            { params: { bookingId } },
            { signal: stop.signal },
          ),
        )
      } catch (error) {
        if (stop.signal.aborted) return
        if (!(error instanceof ApiProblem) && !(error instanceof NetworkProblem)) throw error
        setState('failed')
      }
    })()
    return () => stop.abort()
  }, [bookingId])

  return (
    <Card as="section" aria-labelledby="owner-reputation" className="grid gap-4 print:hidden">
      <h2 id="owner-reputation" className="text-xl">
        What sitters say about the owner
      </h2>
      {state === 'loading' && (
        <Loading label="Loading the reviews">
          <Skeleton className="h-16 rounded-card" />
        </Loading>
      )}
      {state === 'failed' && (
        <Notice
          kind="error"
          title="The reviews could not be loaded"
          action={
            <Button size="small" onClick={onRepeat}>
              Try again
            </Button>
          }
        />
      )}
      {typeof state === 'object' && <Known {...state} />}
    </Card>
  )
}

function Known({ name, rating, bookings, summary, items }: Reputation) {
  const stays = bookings === 0 ? 'No booking has taken place yet' : `${plural(bookings, 'booking')} so far`
  if (rating.count === 0)
    return <p className="text-ink-2">{`${name} has no reviews by sitters yet. ${stays}.`}</p>
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {rating.average !== null && (
          <>
            <span className="heading figures text-2xl">{ratingText(rating.average)}</span>
            <Stars value={rating.average} />
          </>
        )}
        <span className="text-ink-2">{`${plural(rating.count, 'review')} by sitters. ${stays}.`}</span>
      </p>
      <ReviewSummary summary={summary} />
      <ol className="grid gap-4">
        {items.map(({ id, by, on, overall, ratings, text, reply }) => (
          <li key={id} className="grid gap-1.5 border-t pt-4">
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
              <span className="font-semibold text-ink">{by}</span>
              <Stars value={overall} size="small" />
              <time dateTime={on}>{formatDay(on, 'long')}</time>
            </p>
            <AspectLine ratings={ratings} />
            <p className="max-w-measure whitespace-pre-line">{text}</p>
            {reply && <p className="max-w-measure border-l-2 border-green-line pl-4 text-ink-2">{reply}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}
