import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'

type CardStyleOptions = {
  /** Adds a hover effect, for cards covered by a single link (`coverLink`). */
  interactive?: boolean | undefined
  padding?: 'none' | 'small' | 'medium' | 'large'
  className?: string | undefined
}

const paddings = { none: '', small: 'p-4', medium: 'p-4 sm:p-6', large: 'p-5 sm:p-8' }

export function cardStyle({ interactive = false, padding = 'medium', className }: CardStyleOptions = {}) {
  return cx('card', interactive && 'card-interactive', paddings[padding], className)
}

type CardProps = Omit<ComponentProps<'div'>, 'className'> &
  CardStyleOptions & { as?: 'div' | 'article' | 'section' | 'li' | 'aside' }

export function Card({
  as: Element = 'div',
  interactive,
  padding = 'medium',
  className,
  ...rest
}: CardProps) {
  return <Element {...(rest as object)} className={cardStyle({ interactive, padding, className })} />
}

/** Makes the link of an interactive card cover the whole card. */
export const coverLink = 'cover-link'
