import { ViewTransition } from 'react'
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
  /** When one page follows another, the photo grows or shrinks into the one with the same name. Unique in a page. */
  transitionName?: string | undefined
  className?: string | undefined
}

const isServer = typeof document === 'undefined'

/** Widths of the picture of a card: as wide as the card on phones. */
export const cardPictureSizes = '(min-width: 640px) 148px, 100vw'

/** Shown until the photo has loaded. */
export const groundOf = (placeholder = 'var(--line)') => ({
  background: placeholder.startsWith('data:') ? `center / cover url("${placeholder}")` : placeholder,
})

/** Fills the box set by `className` (an aspect ratio or a size), so that nothing moves when it loads. */
export function Photo({ transitionName, ...photo }: PhotoProps) {
  const still = <StillPhoto {...photo} />
  // The server would write three attributes for each photo, and nothing moves before hydration.
  if (isServer || !transitionName) return still
  return (
    <ViewTransition name={transitionName} default="none" share="picture">
      {still}
    </ViewTransition>
  )
}

function StillPhoto({ picture, sizes, eager = false, fit = 'whole', className }: PhotoProps) {
  if ('seed' in picture)
    return <Portrait seed={picture.seed} label={picture.alt || undefined} {...{ eager, fit, className }} />
  const { src, srcSet, alt, placeholder } = picture
  return (
    <img
      src={src}
      srcSet={srcSet}
      // Results have two dozen photos with one size each, so what a photo does not need is left out.
      sizes={srcSet && sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      style={placeholder === undefined ? undefined : groundOf(placeholder)}
      className={cx('photo', className)}
    />
  )
}
