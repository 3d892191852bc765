import '#web/search/photo-strip.css'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Photo as PhotoOfSitter } from '#contract/files/files.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { Icon } from '#web/ui/icon.tsx'
import { cardPictureSizes, groundOf, Photo } from '#web/ui/photo.tsx'

type PhotoStripProps = {
  /** Address of the picture below the strip, which is the first photo. */
  src: string
  photos: readonly PhotoOfSitter[]
  /** The link of the card. */
  link: HTMLAnchorElement
  href: string
}

const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent) =>
  metaKey || ctrlKey || shiftKey || altKey

/** Which photo is in view, and how many are loaded: only the first until the strip is used, then the next one too. */
function usePosition(count: number) {
  const row = useRef<HTMLAnchorElement>(null)
  /** The photo that an arrow is scrolling to. */
  const target = useRef<number | null>(null)
  const [at, setAt] = useState(0)
  const [loaded, setLoaded] = useState(1)
  const show = (index: number) => {
    setAt(index)
    setLoaded((before) => Math.max(before, index + 2))
  }
  const step = (by: number) => {
    const next = (at + by + count) % count
    target.current = next
    show(next)
    row.current?.scrollTo({ left: next * row.current.clientWidth })
  }
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {}
    const index = Math.round(scrollLeft / clientWidth)
    if (target.current !== null && target.current !== index) return
    target.current = null
    show(index)
  }
  const takeOver = () => {
    target.current = null
  }
  const handlers = { onScroll, onWheel: takeOver, onPointerDown: takeOver, onPointerEnter: () => show(at) }
  return { row, at, loaded, step, handlers }
}

/** Calls `step` for the arrow keys while the link has the focus. */
function useArrowKeys(link: HTMLAnchorElement, step: (by: number) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by || opensElsewhere(event)) return
    event.preventDefault()
    step(by)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    link.addEventListener('keydown', listen)
    return () => link.removeEventListener('keydown', listen)
  }, [link])
}

/**
 * The photos of a sitter over the picture of the card: swiped by touch, moved by arrows with a mouse, and by the arrow
 * keys while the link of the card has the focus. A press opens the profile like the rest of the card. Hidden from
 * assistive technology, for which the card stays one link; the profile has the photos with their descriptions.
 */
export function PhotoStrip({ src, photos, link, href }: PhotoStripProps) {
  const { row, at, loaded, step, handlers } = usePosition(photos.length)
  useArrowKeys(link, step)
  /** Presses the link of the card, which knows the search that the profile leads back to. */
  const open = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    link.click()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps the focus where it is
    <span aria-hidden className="photo-strip" onMouseDown={(event) => event.preventDefault()}>
      <a ref={row} href={href} tabIndex={-1} onClick={open} {...handlers}>
        <img src={src} alt="" />
        {/* Each photo keeps its element while it loads: a swipe would end where it began if its goal were replaced. */}
        {photos.slice(1).map((photo, index) => (
          <span key={photo.id} style={groundOf(photo.blur)}>
            {index + 1 < loaded && (
              <Photo picture={{ ...pictureOfPhoto(photo), alt: '' }} sizes={cardPictureSizes} eager />
            )}
          </span>
        ))}
      </a>
      <span className="photo-strip-dots">
        {photos.map(({ id }, index) => (
          <i key={id} data-at={index === at || undefined} />
        ))}
      </span>
      <Arrow name="chevron-left" onPress={() => step(-1)} />
      <Arrow name="chevron-right" onPress={() => step(1)} />
    </span>
  )
}

function Arrow({ name, onPress }: { name: 'chevron-left' | 'chevron-right'; onPress: () => void }) {
  return (
    <button type="button" tabIndex={-1} onClick={onPress} className={name}>
      <Icon name={name} size={18} />
    </button>
  )
}
