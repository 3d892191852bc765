import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type ShowMoreProps = {
  shown: number
  total?: number | undefined
  /** "sitters", "messages". */
  noun: string
  pending?: boolean | undefined
  onMore?: (() => void) | undefined
  /** Link to the next page instead of the button, so that it works without JavaScript. */
  link?: ReactNode
  done?: boolean | undefined
  className?: string | undefined
}

/** Cursor pagination: shows the progress and a button for more. */
export function ShowMore({
  shown,
  total,
  noun,
  pending = false,
  onMore,
  link,
  done = false,
  className,
}: ShowMoreProps) {
  const text = total === undefined ? `Showing ${shown} ${noun}` : `Showing ${shown} of ${total} ${noun}`
  return (
    <div className={cx('grid justify-items-center gap-3', className)}>
      <p className="figures text-sm text-ink-2" aria-live="polite">
        {text}
      </p>
      {!done &&
        (link ?? (
          <Button pending={pending && 'Loading…'} onClick={onMore}>
            Show more
          </Button>
        ))}
    </div>
  )
}
