import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The library that draws is large, so it loads after the page. */
const BarDrawing = lazy(() => import('#web/ui/bar-drawing.tsx'))

export type Bar = {
  label: string
  /** A shorter label for the axis. */
  tick?: string
  value: number
  /** Formatted value: "€124.00", "12 stays". */
  text: string
  /** True for the one bar that the text refers to. */
  highlighted?: boolean
}

export type Bars = {
  bars: readonly Bar[]
  /** Formats the values of the axis, without decimals. */
  formatTick: (value: number) => string
  /** True for bars from left to right, which leave room for long labels. */
  horizontal?: boolean
}

type BarChartProps = Bars & {
  title: string
  /** What each bar stands for: "Month". */
  labelHeader: string
  valueHeader: string
  className?: string | undefined
}

/** Draws bars, with an equivalent table for screen readers. */
export function BarChart({ title, labelHeader, valueHeader, className, ...drawn }: BarChartProps) {
  const isHydrated = useHydrated()
  const waiting = <Skeleton className="size-full" />
  return (
    <figure className={className}>
      <figcaption className="mb-4 font-semibold">{title}</figcaption>
      <div aria-hidden className="h-60">
        {isHydrated ? (
          <Suspense fallback={waiting}>
            <BarDrawing {...drawn} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeader}</th>
            <th scope="col">{valueHeader}</th>
          </tr>
        </thead>
        <tbody>
          {drawn.bars.map(({ label, text }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
