import { Icon } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type DeadlineProps = {
  /** The action that is due: "Accept by". */
  children?: ReactNode
  at: string
  /** Formatted in `zone`: "Tue 16 December, 14:00". */
  time: string
  /** Display name of the time zone: "Lisbon time". */
  zone: string
  /** "in 3 hours". */
  left?: string | undefined
  urgent?: boolean
  /** True if it is the reader's turn to act. */
  turn?: boolean
  size?: 'small' | 'medium'
  className?: string | undefined
}

export function Deadline({
  children,
  at,
  time,
  zone,
  left,
  urgent = false,
  turn = false,
  size = 'small',
  className,
}: DeadlineProps) {
  return (
    <p
      className={cx(
        'flex items-start gap-2',
        size === 'small' ? 'text-sm' : 'text-base',
        urgent ? 'text-rust' : turn ? 'text-ink' : 'text-ink-2',
        className,
      )}
    >
      <Icon name="clock" size={16} className={cx('shrink-0', size === 'small' ? 'mt-0.5' : 'mt-1')} />
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
