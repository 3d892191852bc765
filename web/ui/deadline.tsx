import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type DeadlineProps = {
  /** What must happen: "Accept by". */
  children?: ReactNode
  at: string
  /** Formatted in the zone: "Tue 16 December, 14:00". */
  time: string
  /** The zone as people call it: "Lisbon time". */
  zone: string
  /** "in 3 hours". */
  left?: string | undefined
  urgent?: boolean
  className?: string | undefined
}

export function Deadline({ children, at, time, zone, left, urgent = false, className }: DeadlineProps) {
  return (
    <p className={cx('flex items-start gap-2 text-sm', urgent ? 'text-rust' : 'text-ink-2', className)}>
      <Clock size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {children}{' '}
        <time dateTime={at} className="font-semibold">
          {time}
        </time>{' '}
        ({zone}){left && <span className="whitespace-nowrap">, {left}</span>}
      </span>
    </p>
  )
}
