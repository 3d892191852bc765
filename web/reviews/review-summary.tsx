import type { ReviewSummary as Summary } from '#contract/sitters/sitters.ts'
import { plural } from '#web/format.ts'
import { aspectNames } from '#web/reviews/aspect-words.ts'
import { ratingText } from '#web/ui/stars.tsx'

/** Compares the last year with the time before, if both have enough reviews. */
function trendOf({ lastYear, before }: Summary): string {
  const recent =
    lastYear.average === null
      ? `${plural(lastYear.count, 'review')} in the last 12 months`
      : `${ratingText(lastYear.average)} in the last 12 months, from ${plural(lastYear.count, 'review')}`
  if (before.count === 0) return recent
  return before.average === null
    ? `${recent}; ${before.count} from before`
    : `${recent}; ${ratingText(before.average)} before that, from ${before.count}`
}

/** The recent trend and the averages of the rated aspects. */
export function ReviewSummary({ summary }: { summary: Summary }) {
  const aspects = Object.entries(summary.aspects).filter(([name]) => aspectNames[name])
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2">{trendOf(summary)}</p>
      {aspects.length > 0 && (
        <dl className="grid max-w-measure gap-x-10 gap-y-1.5 sm:grid-cols-2">
          {aspects.map(([name, average]) => (
            <div
              key={name}
              className="flex justify-between gap-4 border-b border-line py-1.5 text-[0.9375rem]"
            >
              <dt className="text-ink-2">{aspectNames[name]}</dt>
              <dd className="figures font-semibold">{ratingText(average)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** The rated aspects of one review, in a line. */
export function AspectLine({ ratings }: { ratings: Record<string, number> }) {
  const given = Object.entries(ratings).filter(([name]) => aspectNames[name])
  if (given.length === 0) return null
  return (
    <ul className="dots text-sm text-ink-2">
      {given.map(([name, stars]) => (
        <li key={name}>{`${aspectNames[name]} ${stars} of 5`}</li>
      ))}
    </ul>
  )
}
