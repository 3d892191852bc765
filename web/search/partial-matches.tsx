import type { CloseMatches } from '#contract/search/close-matches.ts'
import { listWords } from '#contract/words.ts'
import { formatDay } from '#web/format.ts'
import { type FoundBy, FoundCard } from '#web/search/found-card.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { unitCount } from '#web/words.ts'

type PartialMatchesProps = FoundBy & { partial: CloseMatches['partial'] }

const namedDays = 3

/** Sitters free for part of the dates, shown apart from and below the results so that the two are not confused. */
export default function PartialMatches({ search, place, weights, partial }: PartialMatchesProps) {
  return (
    <section aria-labelledby="partial-title" className="mt-4 grid gap-4 border-t pt-8">
      <div>
        <h2 id="partial-title" className="text-xl">
          Free for part of your dates
        </h2>
        <p className="mt-1 text-[0.9375rem] text-ink-2">
          They match everything else, but not all of your dates. Change the dates on their page, or split them
          between two sitters.
        </p>
      </div>
      <ol className="grid gap-5">
        {partial.map(({ card, freeUnits, units, missing }) => (
          <li key={card.id} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
              <Badge tone="gold">{`Free ${freeUnits} of ${unitCount(units, card.service)}`}</Badge>
              {missing.length <= namedDays && `Not on ${listWords(missing.map((on) => formatDay(on)))}`}
            </p>
            <FoundCard {...{ search, place, weights, card }} />
          </li>
        ))}
      </ol>
    </section>
  )
}
