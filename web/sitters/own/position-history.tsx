import type { Service } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { formatCount, formatDay } from '#web/format.ts'
import { formatOrdinal } from '#web/sitters/own/position-words.ts'
import { type Day, serialOfDay } from '#web/ui/dates/days.ts'

export type DailyPosition = { on: string; service: Service; position: number; of: number }

const [width, height, edge] = [600, 120, 8]

const daysFrom = (one: Day, other: Day): number => serialOfDay(other) - serialOfDay(one)

/** Builds an SVG path that breaks at missing days; a single day between two gaps becomes a dot. */
function lineOf(positions: readonly DailyPosition[], at: (one: DailyPosition) => string): string {
  return positions
    .map((one, index) => {
      const before = positions[index - 1]
      return before && daysFrom(before.on, one.on) === 1 ? `L${at(one)}` : `M${at(one)}h0`
    })
    .join('')
}

type PositionHistoryProps = { service: Service; kept: readonly DailyPosition[] }

/** A line chart of the positions by day, with the first place at the top; a table below has the same data. */
export function PositionHistory({ service, kept }: PositionHistoryProps) {
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last) return null
  const lowest = Math.max(2, ...kept.map(({ position }) => position))
  const best = kept.reduce((a, b) => (b.position < a.position ? b : a))
  const days = daysFrom(first.on, last.on)
  const at = ({ on, position }: DailyPosition) => {
    const x = days === 0 ? width / 2 : (daysFrom(first.on, on) / days) * (width - 2 * edge) + edge
    const y = ((position - 1) / (lowest - 1)) * (height - 2 * edge) + edge
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return (
    <figure className="grid gap-3">
      <figcaption>
        <span className="font-semibold">{serviceNames[service]}</span>{' '}
        <span className="text-sm text-ink-2">
          {`${formatOrdinal(last.position)} of ${formatCount(last.of)} on ${formatDay(last.on)}; best ${formatOrdinal(best.position)} on ${formatDay(best.on)}`}
        </span>
      </figcaption>
      <div
        aria-hidden
        className="figures grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs text-ink-2"
      >
        <span className="flex flex-col justify-between text-right">
          <span>{formatOrdinal(1)}</span>
          <span>{formatOrdinal(lowest)}</span>
        </span>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-28 w-full overflow-visible rounded-control bg-paper"
        >
          <path
            d={lineOf(kept, at)}
            className="fill-none stroke-green"
            strokeWidth={2.5}
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M${at(last)}h0`}
            className="stroke-gold"
            strokeWidth={11}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span className="col-start-2 flex justify-between">
          {days > 0 && <span>{formatDay(first.on, 'plain')}</span>}
          <span className={days === 0 ? 'mx-auto' : undefined}>{formatDay(last.on, 'plain')}</span>
        </span>
      </div>
      <PositionTable {...{ service, kept }} />
    </figure>
  )
}

function PositionTable({ service, kept }: PositionHistoryProps) {
  return (
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
              <td>{formatCount(of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
