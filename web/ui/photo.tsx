import { cx } from '#web/ui/cx.ts'
import { Portrait, type PortraitSeed } from '#web/ui/portrait/portrait.tsx'

export type UploadedPhoto = {
  /** Id of the file, if it can be reported. */
  id?: string | undefined
  src: string
  srcSet?: string | undefined
  alt: string
  /** A tiny data URL or a colour, shown until the photo has loaded. */
  placeholder?: string | undefined
}

/** An uploaded photo, or a generated portrait in its place. */
export type Picture = UploadedPhoto | { seed: PortraitSeed; alt: string }

type PhotoProps = {
  picture: Picture
  sizes?: string | undefined
  /** Set for pictures that are seen before anybody scrolls. */
  eager?: boolean | undefined
  fit?: 'whole' | 'fill'
  className?: string | undefined
}

/** Fills the box set by `className` (an aspect ratio or a size), so that nothing moves when it loads. */
export function Photo({ picture, sizes, eager = false, fit = 'whole', className }: PhotoProps) {
  if ('seed' in picture)
    return <Portrait seed={picture.seed} label={picture.alt || undefined} {...{ eager, fit, className }} />
  const { src, srcSet, alt, placeholder } = picture
  const ground = placeholder?.startsWith('data:')
    ? { background: `center / cover url("${placeholder}")` }
    : { background: placeholder ?? 'var(--line)' }
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      style={ground}
      className={cx('object-cover', className)}
    />
  )
}
