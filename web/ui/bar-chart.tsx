import { cx } from '#web/ui/cx.ts'

export type Bar = {
  label: string
  value: number
  /** Formatted value: "€124.00", "12 stays". */
  text: string
  /** True for the one bar that the text refers to. */
  highlighted?: boolean
}

/** Draws bars, with an equivalent table for screen readers. */
export function BarChart({
  title,
  valueHeader,
  bars,
  className,
}: {
  title: string
  valueHeader: string
  bars: readonly Bar[]
  className?: string | undefined
}) {
  const top = Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <figure className={className}>
      <figcaption className="mb-4 font-semibold">{title}</figcaption>
      <div aria-hidden className="flex h-48 items-end gap-1.5 border-b sm:gap-3">
        {bars.map(({ label, value, text, highlighted }) => (
          <div
            key={label}
            className="group flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1"
            title={`${label}: ${text}`}
          >
            <span className="figures text-xs whitespace-nowrap text-ink-2 max-sm:hidden">{text}</span>
            <span
              className={cx(
                'w-full max-w-14 rounded-t-lg transition-[height]',
                highlighted ? 'bg-gold' : 'bg-green',
              )}
              style={{ height: `max(2px, ${(value / top) * 78}%)` }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-2 flex gap-1.5 text-xs text-ink-2 sm:gap-3">
        {bars.map(({ label }) => (
          <span key={label} className="min-w-0 flex-1 truncate text-center">
            {label}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col">{valueHeader}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, text }) => (
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
