import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type NoticeKind = 'info' | 'success' | 'warning' | 'error'

const kinds: Record<NoticeKind, { icon: IconName; word: string; look: string; mark: string }> = {
  info: { icon: 'info', word: 'Note', look: 'bg-green-soft text-ink', mark: 'text-green' },
  success: { icon: 'circle-check', word: 'Done', look: 'bg-green-soft text-ink', mark: 'text-green' },
  warning: {
    icon: 'triangle-exclamation-point',
    word: 'Take care',
    look: 'bg-gold-soft text-ink',
    mark: 'text-gold-ink',
  },
  error: {
    icon: 'octagon-exclamation-point',
    word: 'Problem',
    look: 'bg-rust-soft text-ink',
    mark: 'text-rust',
  },
}

type NoticeProps = {
  kind?: NoticeKind
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Set if it appears after the page has loaded. */ announced?: boolean
  className?: string | undefined
}

export function Notice({
  kind = 'info',
  title,
  children,
  action,
  announced = false,
  className,
}: NoticeProps) {
  const { icon, word, look, mark } = kinds[kind]
  return (
    <div
      role={announced ? (kind === 'error' ? 'alert' : 'status') : undefined}
      className={cx('flex gap-3 rounded-card px-4 py-3.5', look, className)}
    >
      <Icon name={icon} size={20} className={cx('mt-0.5', mark)} />
      <div className="grid min-w-0 flex-1 gap-1 wrap-anywhere">
        <span className="sr-only">{word}: </span>
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="max-w-measure text-[0.9375rem]">{children}</div>}
        {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
      </div>
    </div>
  )
}
