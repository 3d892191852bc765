import Star from 'lucide-react/icons/star'
import { cx } from '#web/ui/cx.ts'

/** 5 → "5.0", 4.9 → "4.9", 4.973 → "4.97". */
export function ratingText(value: number) {
  return value.toFixed(2).replace(/(\.\d)0$/, '$1')
}

/** Five stars, partly filled. */
export function Stars({
  value,
  size = 18,
  className,
}: {
  value: number
  size?: number
  className?: string | undefined
}) {
  const row = (style: string) => (
    <span className={cx('flex', style)}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} size={size} className="shrink-0 fill-current" strokeWidth={1.4} aria-hidden />
      ))}
    </span>
  )
  return (
    <span className={cx('relative inline-flex w-fit', className)}>
      <span className="sr-only">{`${ratingText(value)} out of 5 stars`}</span>
      {row('text-line')}
      <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${(value / 5) * 100}%` }}>
        {row('text-gold')}
      </span>
    </span>
  )
}
