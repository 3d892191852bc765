import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type NoticeKind = 'info' | 'success' | 'warning' | 'error'

const kinds = {
  info: { Icon: Info, word: 'Note', look: 'bg-green-soft text-ink', mark: 'text-green' },
  success: { Icon: CircleCheck, word: 'Done', look: 'bg-green-soft text-ink', mark: 'text-green' },
  warning: { Icon: TriangleAlert, word: 'Take care', look: 'bg-gold-soft text-ink', mark: 'text-gold-ink' },
  error: { Icon: OctagonAlert, word: 'Problem', look: 'bg-rust-soft text-ink', mark: 'text-rust' },
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
  const { Icon, word, look, mark } = kinds[kind]
  return (
    <div
      role={announced ? (kind === 'error' ? 'alert' : 'status') : undefined}
      className={cx('flex gap-3 rounded-card px-4 py-3.5', look, className)}
    >
      <Icon size={20} className={cx('mt-0.5 shrink-0', mark)} aria-hidden />
      <div className="grid min-w-0 flex-1 gap-1 wrap-anywhere">
        <span className="sr-only">{word}: </span>
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="max-w-measure text-[0.9375rem]">{children}</div>}
        {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
      </div>
    </div>
  )
}
