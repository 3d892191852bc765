import type { ReactNode } from 'react'
import { type Tone, toneStyles } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'

export type TimelineEntry = {
  id: string
  title: ReactNode
  /** Formatted, with weekday and time zone if they matter. */
  time?: string | undefined
  at?: string | undefined
  detail?: ReactNode
  icon: ReactNode
  tone?: Tone
  /** True for events that are still to come. */
  ahead?: boolean
}

export function Timeline({
  entries,
  label,
  className,
}: {
  entries: readonly TimelineEntry[]
  label: string
  className?: string | undefined
}) {
  return (
    <ol aria-label={label} className={cx('grid', className)}>
      {entries.map(({ id, title, time, at, detail, icon, tone = 'neutral', ahead = false }, index) => (
        <li key={id} className="relative flex gap-4 pb-6 last:pb-0">
          {index < entries.length - 1 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-9 bottom-0 left-[17px] border-l-2',
                entries[index + 1]?.ahead && 'border-dashed',
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              'z-1 grid size-9 shrink-0 place-items-center rounded-full',
              ahead ? 'border-2 border-dashed border-line bg-card text-ink-3' : toneStyles[tone],
            )}
          >
            {icon}
          </span>
          <div className="grid gap-0.5 pt-1.5">
            <p className={cx('font-medium', ahead && 'text-ink-2')}>
              {title}
              {ahead && <span className="sr-only"> (still ahead)</span>}
            </p>
            {time && (
              <time dateTime={at} className="text-sm text-ink-2">
                {time}
              </time>
            )}
            {detail && <div className="mt-1 text-sm text-ink-2">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
