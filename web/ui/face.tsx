import type { CSSProperties } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Photo, type UploadedPhoto } from '#web/ui/photo.tsx'

export type ShownFace = {
  photo: { sizes: readonly { width: number; url: string }[] } | null
  /** Number of the colour behind the initials. */
  tint: number
}

type FaceProps = {
  name: string
  face: ShownFace
  size?: 'small' | 'medium' | 'large' | undefined
  className?: string | undefined
}

const widths = { small: '32px', medium: '48px', large: '80px' }

/** A person’s photo, or their initials. Hidden from assistive technology, because it is always next to the name. */
export function Face({ name, face, size = 'medium', className }: FaceProps) {
  const style = cx('face', size !== 'medium' && `face-${size}`, className)
  const picture = pictureOfFace(face, '')
  if (picture) return <Photo picture={picture} sizes={widths[size]} className={style} />
  const colour: CSSProperties & Record<'--tint', number> = { '--tint': face.tint }
  return (
    <span aria-hidden className={style} style={colour}>
      {initials(name)}
    </span>
  )
}

export function pictureOfFace({ photo }: ShownFace, alt: string): UploadedPhoto | null {
  if (!photo) return null
  const { sizes } = photo
  const srcSet = sizes.length > 1 ? sizes.map(({ url, width }) => `${url} ${width}w`).join() : undefined
  return { src: sizes[0]!.url, srcSet, alt }
}

/** The first letters of the first and the last name. */
export function initials(name: string): string {
  const [first, ...others] = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part))
  return [first, others.at(-1)]
    .map((part) => [...(part ?? '')][0])
    .join('')
    .toUpperCase()
}
