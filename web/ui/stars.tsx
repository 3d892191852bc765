import type { CSSProperties } from 'react'
import { cx } from '#web/ui/cx.ts'

const sizes = { small: 'h-4 w-20', medium: 'h-4.5 w-22.5', large: 'h-6 w-30' }

/** 5 → "5.0", 4.9 → "4.9", 4.973 → "4.97". */
export function ratingText(value: number) {
  return value.toFixed(2).replace(/(\.\d)0$/, '$1')
}

/** Five stars, partly filled. */
export function Stars({
  value,
  size = 'medium',
  className,
}: {
  value: number
  size?: 'small' | 'medium' | 'large'
  className?: string | undefined
}) {
  const share: CSSProperties & Record<'--share', string> = { '--share': `${(value / 5) * 100}%` }
  return (
    <span className={cx('stars icon-star-row', sizes[size], className)} style={share}>
      <span className="sr-only">{`${ratingText(value)} out of 5 stars`}</span>
    </span>
  )
}
