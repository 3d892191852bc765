import { Link } from 'react-router'
import { serviceNames } from '#contract/words.ts'
import { formatDay } from '#web/format.ts'
import type { Praised } from '#web/home/newest-praise.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Face } from '#web/ui/face.tsx'
import { Stars } from '#web/ui/stars.tsx'

export function Praise({ praise }: { praise: readonly Praised[] }) {
  return (
    <section aria-labelledby="praise" className="page grid gap-6">
      <h2 id="praise" className="text-3xl">
        What owners wrote
      </h2>
      <ul className="grid gap-5 md:grid-cols-3">
        {praise.map(({ sitter, review }) => (
          <Card as="li" key={review.id} className="flex flex-col gap-4">
            <Stars value={review.overall} />
            <blockquote className="line-clamp-6 text-ink">{review.text}</blockquote>
            <div className="mt-auto flex items-center gap-3 text-sm">
              <Face name={review.by} face={review.face} />
              <p>
                <span className="font-semibold">{review.by}</span>
                {' about '}
                <Link to={paths.sitter(sitter.id)} className="link">
                  {sitter.name}
                </Link>
                <span className="block text-ink-2">
                  {serviceNames[review.service]}, {formatDay(review.on)}
                </span>
              </p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
