import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

type MeterProps = {
  label: ReactNode
  value: number
  max?: number
  /** The value as text: "6 of 9 answered", "42 %". */
  text: string
  /** Use `progress` for a running task, such as an upload. */
  kind?: 'meter' | 'progress'
  className?: string | undefined
}

export function Meter({ label, value, max = 100, text, kind = 'meter', className }: MeterProps) {
  const id = useId()
  const share = Math.min(100, Math.max(0, (value / max) * 100))
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="figures text-ink-2">{text}</span>
      </div>
      <div
        role={kind === 'meter' ? 'meter' : 'progressbar'}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
        className="h-2.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-green transition-[width]" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
