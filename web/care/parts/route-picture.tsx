import type { ReportCard } from '#contract/care/report-cards.ts'
import { lengthWords, linesOf } from '#web/care/route-line.ts'

/** The route as a line, north up. There is no map behind it, so that no third party learns where it was. */
export function RoutePicture({ routes }: { routes: ReportCard['routes'] }) {
  const way = linesOf(routes)
  if (!way) return null
  const { lines, start, end, box, metres } = way
  const size = Math.max(box.right - box.left, box.bottom - box.top, 60)
  const edge = size * 0.08
  const view = [
    box.left - edge,
    box.top - edge,
    Math.max(box.right - box.left, size / 3) + 2 * edge,
    Math.max(box.bottom - box.top, size / 3) + 2 * edge,
  ]
  const dot = size / 45
  return (
    <figure className="grid gap-1">
      <svg
        viewBox={view.join(' ')}
        role="img"
        aria-label={`The route of the walk, ${lengthWords(metres)}, as a line`}
        className="h-56 w-full rounded-control border border-line bg-green-soft print:h-40"
      >
        {lines.map((line, index) => (
          <polyline
            key={index}
            points={line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
            fill="none"
            stroke="var(--green)"
            strokeWidth={3}
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <circle
          cx={start[0]}
          cy={start[1]}
          r={dot}
          fill="var(--card)"
          stroke="var(--green)"
          strokeWidth={dot / 2}
        />
        <circle
          cx={end[0]}
          cy={end[1]}
          r={dot}
          fill="var(--gold)"
          stroke="var(--green)"
          strokeWidth={dot / 2}
        />
      </svg>
      <figcaption className="figures text-sm text-ink-2">
        {lengthWords(metres)}, from the white dot to the golden one. North is up.
      </figcaption>
    </figure>
  )
}
