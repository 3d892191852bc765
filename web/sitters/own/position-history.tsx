import type { Service } from '#contract/codes.ts'
import { formatDay } from '#web/format.ts'
import { formatOrdinal } from '#web/sitters/own/position-words.ts'
import { serviceNames } from '#web/words.ts'

export type KeptPosition = { on: string; service: Service; position: number; of: number }

const [width, height] = [600, 120]

/** A line for the eye, the first place at the top; the same as a table below. */
export function PositionHistory({ service, kept }: { service: Service; kept: readonly KeptPosition[] }) {
  const last = kept.at(-1)
  if (!last) return null
  const lowest = Math.max(2, ...kept.map(({ position }) => position))
  const best = kept.reduce((a, b) => (b.position < a.position ? b : a))
  const x = (index: number) =>
    kept.length === 1 ? width / 2 : (index / (kept.length - 1)) * (width - 12) + 6
  const y = (position: number) => ((position - 1) / (lowest - 1)) * (height - 12) + 6
  const points = kept.map(({ position }, index) => `${x(index)},${y(position)}`)
  return (
    <figure className="grid gap-3">
      <figcaption>
        <span className="font-semibold">{serviceNames[service]}</span>{' '}
        <span className="text-sm text-ink-2">
          {`${formatOrdinal(last.position)} of ${last.of} on ${formatDay(last.on)}; best ${formatOrdinal(best.position)} on ${formatDay(best.on)}`}
        </span>
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible rounded-control bg-paper"
      >
        <polyline
          points={points.join(' ')}
          className="fill-none stroke-green"
          strokeWidth={2.5}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
        <circle cx={x(kept.length - 1)} cy={y(last.position)} r={5} className="fill-gold" />
      </svg>
      <details>
        <summary className="link w-fit cursor-pointer text-sm">As a table</summary>
        <table className="figures mt-2 w-full max-w-sm text-sm">
          <caption className="sr-only">{`Your places for ${serviceNames[service]}`}</caption>
          <thead>
            <tr className="text-left text-ink-2">
              <th scope="col" className="font-medium">
                Day
              </th>
              <th scope="col" className="font-medium">
                Place
              </th>
              <th scope="col" className="font-medium">
                Sitters
              </th>
            </tr>
          </thead>
          <tbody>
            {kept.toReversed().map(({ on, position, of }) => (
              <tr key={on} className="border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {formatDay(on)}
                </th>
                <td>{formatOrdinal(position)}</td>
                <td>{of}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
