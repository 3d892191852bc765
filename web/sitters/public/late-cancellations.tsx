import type { LateCancellation, Sitter } from '#contract/sitters/sitters.ts'
import { serviceNames } from '#contract/words.ts'
import { formatDay, plural } from '#web/format.ts'
import { PageSection } from '#web/sitters/public/page-section.tsx'

function words({ service, daysBefore, missed }: LateCancellation): string {
  const what = serviceNames[service]
  if (missed) return `${what}: one visit missed`
  if (daysBefore === null) return `${what}: ended early, after it had begun`
  return daysBefore === 0
    ? `${what}: cancelled less than a day before it began`
    : `${what}: cancelled ${plural(daysBefore, 'day')} before it began`
}

/** Neutral notes on late cancellations of the last twelve months, each with the sitter's comment. */
export default function LateCancellations({ sitter: { name, lateCancellations } }: { sitter: Sitter }) {
  return (
    <PageSection
      id="late-cancellations"
      title={plural(lateCancellations.length, 'late cancellation')}
      note="in the last twelve months"
    >
      <p className="max-w-measure text-ink-2">
        Owners got back everything that was not delivered. We add these notes automatically; they say nothing
        about the reason.
      </p>
      <ol className="grid gap-5">
        {lateCancellations.map((one) => (
          <li key={one.on + one.service} className="grid gap-2">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="font-semibold">{words(one)}</span>
              <time dateTime={one.on} className="text-sm text-ink-2">
                {formatDay(one.on, 'long')}
              </time>
            </p>
            {one.reply && (
              <div className="ml-4 max-w-measure border-l-2 border-green-line pl-4">
                <p className="text-sm font-semibold">{`${name} says`}</p>
                <p className="whitespace-pre-line text-ink-2">{one.reply}</p>
              </div>
            )}
          </li>
        ))}
      </ol>
    </PageSection>
  )
}
