import { cx } from '#web/ui/cx.ts'
import { Photo, type Picture } from '#web/ui/photo.tsx'

type AvatarProps = {
  name: string
  picture?: Picture | undefined
  size?: 'small' | 'medium' | 'large'
  round?: boolean
  className?: string | undefined
}

const boxes = { small: 'size-8 text-xs', medium: 'size-12 text-base', large: 'size-20 text-xl' }

/** Hidden from assistive technology, because it is always shown next to the name. */
export function Avatar({ name, picture, size = 'medium', round = true, className }: AvatarProps) {
  const shape = cx('shrink-0 overflow-hidden', round ? 'rounded-full' : 'rounded-lg', boxes[size], className)
  if (picture) return <Photo picture={{ ...picture, alt: '' }} fit="fill" className={shape} />
  return (
    <span aria-hidden className={cx('grid place-items-center bg-green-soft font-semibold text-green', shape)}>
      {initials(name)}
    </span>
  )
}

export function initials(name: string) {
  const parts = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part))
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => (part ? [...part][0] : ''))
    .join('')
    .toUpperCase()
}
