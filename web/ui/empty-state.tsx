import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Portrait, type PortraitSeed } from '#web/ui/portrait/portrait.tsx'

type EmptyStateProps = {
  /** One helpful sentence. */
  children: ReactNode
  title?: ReactNode
  /** A button or link to the next step. */
  action?: ReactNode
  seed?: PortraitSeed
  className?: string | undefined
}

const defaultSeed: PortraitSeed = { id: 'patient', species: 'dog', coat: 'cream', ears: 'floppy' }

export function EmptyState({ title, children, action, seed = defaultSeed, className }: EmptyStateProps) {
  return (
    <div className={cx('grid justify-items-center gap-4 px-4 py-10 text-center', className)}>
      <Portrait seed={seed} className="h-27 w-30 rounded-picture" />
      {title && <h2 className="text-xl">{title}</h2>}
      <p className="max-w-[46ch] text-ink-2">{children}</p>
      {action}
    </div>
  )
}
