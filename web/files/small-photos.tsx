import { type ReactNode, useState } from 'react'
import type { Photo as StoredPhoto } from '#contract/files/files.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { cx } from '#web/ui/cx.ts'
import { onPress } from '#web/ui/on-press.tsx'
import { Photo, type Picture } from '#web/ui/photo.tsx'

const Lightbox = onPress(() => import('#web/ui/overlay/lightbox.tsx'))

type SmallPhotosProps = {
  photos: readonly StoredPhoto[]
  /** "Pictures by Inês"; used as alt text for pictures without a description. */
  label: string
  className?: string
  tileClassName?: string
  /** Rendered in the lightbox next to the close button. */
  action?: ((picture: Picture) => ReactNode) | undefined
}

/** Small square thumbnails next to text; each opens in the lightbox. */
export function SmallPhotos({
  photos,
  label,
  className,
  tileClassName = 'size-24',
  action,
}: SmallPhotosProps) {
  const [at, setAt] = useState<number | null>(null)
  if (photos.length === 0) return null
  const pictures = photos.map((photo) => ({ ...pictureOfPhoto(photo), alt: photo.alt || label }))
  return (
    <>
      <ul aria-label={label} className={cx('flex flex-wrap gap-2', className)}>
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <button
              type="button"
              onClick={() => setAt(index)}
              onPointerEnter={Lightbox.prefetch}
              onFocus={Lightbox.prefetch}
              aria-label={`Show photo ${index + 1} of ${photos.length}: ${picture.alt}`}
              className={cx('block overflow-hidden rounded-control', tileClassName)}
            >
              <Photo picture={picture} sizes="10rem" className="size-full" />
            </button>
          </li>
        ))}
      </ul>
      {at !== null && <Lightbox {...{ pictures, label, action }} startAt={at} onClose={() => setAt(null)} />}
    </>
  )
}
