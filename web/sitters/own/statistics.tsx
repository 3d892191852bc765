import { lazy, Suspense, useState } from 'react'
import type { Review, Sitter, SitterFigures } from '#contract/sitters/sitters.ts'
import { serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDay, formatMinutes, formatPercent, formatRating } from '#web/format.ts'
import { ReplyForm } from '#web/reviews/reply-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Figure, Figures } from '#web/ui/figures.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'

const PositionPanel = lazy(() => import('#web/sitters/own/position-panel.tsx'))

const badgeNames: Record<SitterFigures['badges'][number], string> = {
  trusted: 'Trusted sitter',
  newcomer: 'New here',
}

const figuresOf = (sitter: Sitter): Figure[] => [
  {
    label: 'Rating',
    value: sitter.rating.average === null ? 'Not yet' : formatRating(sitter.rating.average),
    note:
      sitter.rating.average === null
        ? `${formatCount(sitter.rating.count)} of the 3 reviews it needs to be shown`
        : `from ${formatCount(sitter.rating.count)} reviews`,
  },
  { label: 'Owners', value: formatCount(sitter.clients), note: 'with a completed booking' },
  { label: 'Came back', value: formatCount(sitter.repeatClients), note: 'with two or more' },
  {
    label: 'Answers',
    value: sitter.responseRate === null ? 'Not yet' : formatPercent(sitter.responseRate),
    note: 'of requests answered within 24 hours',
  },
  {
    label: 'Time to answer',
    value: sitter.responseMinutes === null ? 'Not yet' : formatMinutes(sitter.responseMinutes),
    note: 'or less, half of the time; nights are not counted',
  },
  {
    label: 'Calendar',
    value: sitter.calendarConfirmedOn ? formatDay(sitter.calendarConfirmedOn) : 'Not yet',
    note: 'when you last said that it is up to date',
  },
]

/** The sitter's figures, as seen by owners and used by the ranking. */
export function Statistics({ sitter }: { sitter: Sitter }) {
  return (
    <div className="grid gap-8">
      {sitter.badges.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {sitter.badges.map((badge) => (
            <Badge key={badge} tone="green">
              {badgeNames[badge]}
            </Badge>
          ))}
        </p>
      )}
      <Figures figures={figuresOf(sitter)} className="grid-cols-2 lg:grid-cols-3" />
      <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
        <PositionPanel sitter={sitter} />
      </Suspense>
      <OwnReviews sitter={sitter} />
    </div>
  )
}

function OwnReviews({ sitter }: { sitter: Sitter }) {
  const [reviews, setReviews] = useState(sitter.reviews)
  const [cursor, setCursor] = useState<string | null>(sitter.reviews.length < sitter.rating.count ? '' : null)
  const { pending, errors, attempt, run } = useSaving()
  const more = () =>
    run(async () => {
      const page = await api('GET /v1/sitters/:sitterId/reviews', {
        params: { sitterId: sitter.id },
        query: cursor ? { cursor } : {},
      })
      setReviews((before) => (cursor ? [...before, ...page.items] : page.items))
      setCursor(page.nextCursor)
    })
  return (
    <section aria-labelledby="reviews" className="grid gap-4">
      <h2 id="reviews" className="text-xl">
        Reviews
      </h2>
      {reviews.length === 0 && (
        <p className="text-ink-2">No reviews yet. We ask owners for one after each booking.</p>
      )}
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <OwnReview
            key={review.id}
            review={review}
            onReplied={(replied) =>
              setReviews((all) => all.map((one) => (one.id === replied.id ? replied : one)))
            }
          />
        ))}
      </ul>
      <ErrorSummary errors={errors} attempt={attempt} />
      {reviews.length > 0 && (
        <ShowMore
          shown={reviews.length}
          total={sitter.rating.count}
          noun="reviews"
          done={cursor === null}
          pending={pending}
          onMore={() => void more()}
        />
      )}
    </section>
  )
}

type OwnReviewProps = { review: Review; onReplied: (replied: Review) => void }

function OwnReview({ review, onReplied }: OwnReviewProps) {
  return (
    <Card as="li" padding="small" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Stars value={review.overall} />
        <span className="text-sm text-ink-2">
          {review.by}, {serviceNames[review.service].toLowerCase()}, {formatDay(review.on, 'long')}
        </span>
      </div>
      <p className="max-w-measure whitespace-pre-line">{review.text}</p>
      {review.reply ? (
        <p className="max-w-measure border-l-2 border-green-line pl-4 text-[0.9375rem] whitespace-pre-line text-ink-2">
          <span className="font-semibold text-ink">Your answer: </span>
          {review.reply}
        </p>
      ) : (
        <ReplyForm review={review} onReplied={onReplied} />
      )}
    </Card>
  )
}
