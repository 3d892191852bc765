import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { onPress } from '#web/ui/on-press.tsx'
import { Photo, type Picture } from '#web/ui/photo.tsx'

const Lightbox = onPress(() => import('#web/ui/overlay/lightbox.tsx'))

/** Grid classes per number of pictures; the first picture is the large one. */
const layouts: Record<number, string> = {
  1: 'sm:grid-cols-1',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3 sm:[&>:first-child]:col-span-2 sm:[&>:first-child]:row-span-2',
  4: 'sm:grid-cols-3 sm:[&>:first-child]:col-span-2 sm:[&>:first-child]:row-span-3',
  5: 'sm:grid-cols-4 sm:[&>:first-child]:col-span-2 sm:[&>:first-child]:row-span-2',
}

type PhotoGridProps = {
  pictures: readonly Picture[]
  label: string
  className?: string | undefined
  /** Rendered in the lightbox next to the close button. */
  action?: ((picture: Picture) => ReactNode) | undefined
  /** Name of the transition of the first picture from and to other pages. */
  transitionName?: string
}

/** Shows up to five pictures, and all of them in the lightbox. On phones a swipeable row. */
export function PhotoGrid({ pictures, label, className, action, transitionName }: PhotoGridProps) {
  const [at, setAt] = useState<number | null>(null)
  const shown = pictures.slice(0, 5)
  return (
    <section aria-label={label} className={cx('relative', className)}>
      <div
        className={cx(
          'flex snap-x snap-mandatory gap-3 overflow-x-auto [scrollbar-width:none] sm:grid sm:aspect-[29/10] sm:overflow-visible',
          layouts[shown.length],
        )}
      >
        {shown.map((picture, index) => (
          <button
            key={index}
            type="button"
            onClick={() => setAt(index)}
            onPointerEnter={Lightbox.prefetch}
            onFocus={Lightbox.prefetch}
            className={cx(
              'relative aspect-[4/3] shrink-0 snap-center overflow-hidden rounded-picture sm:aspect-auto sm:w-auto',
              shown.length === 1 ? 'w-full' : 'w-[86%]',
            )}
            aria-label={`Show photo ${index + 1} of ${pictures.length}${picture.alt ? `: ${picture.alt}` : ''}`}
          >
            <Photo
              picture={picture}
              transitionName={index === 0 ? transitionName : undefined}
              eager={index === 0}
              fit={shown.length === 5 ? 'fill' : 'whole'}
              sizes={index === 0 ? '(min-width: 640px) 600px, 86vw' : '(min-width: 640px) 300px, 86vw'}
              className="absolute inset-0 size-full transition-[filter] hover:brightness-[0.97]"
            />
          </button>
        ))}
      </div>
      {pictures.length > 1 && (
        <button
          type="button"
          onClick={() => setAt(0)}
          className={buttonStyle({ size: 'small', className: 'absolute right-3 bottom-3 shadow-card' })}
        >
          <Icon name="images" size={16} />
          {`All ${pictures.length} photos`}
        </button>
      )}
      {at !== null && <Lightbox {...{ pictures, label, action }} startAt={at} onClose={() => setAt(null)} />}
    </section>
  )
}
