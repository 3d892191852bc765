import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Photo } from '#contract/files/files.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { useParts } from '#web/beside/use-parts.ts'
import { PhotoStrip } from '#web/search/photo-strip.tsx'

/** Sitters whose photos are requested at once: what a person sees by scrolling once or twice. */
const groupSize = 8

type CardOnPage = {
  picture: HTMLElement
  /** Address of the picture that the card shows. */
  src: string
  sitterId: string
  link: HTMLAnchorElement
  href: string
}

const attributes = ['href', 'src'] as const

/** Finds the cards that show a photo. Those of the map are not among them, because they are swiped themselves. */
const cardsIn = (page: Element): CardOnPage[] =>
  [...page.querySelectorAll<HTMLElement>(':is(.sitter-card, .favourite-card) > .sitter-picture')].flatMap(
    (picture) => {
      const src = picture.querySelector(':scope > img')?.getAttribute('src')
      const link = picture.parentElement?.querySelector<HTMLAnchorElement>('h2 a')
      if (!src?.startsWith('/files/') || !link) return []
      return [{ picture, src, sitterId: link.pathname.split('/').at(-1)!, link, href: link.href }]
    },
  )

/** Puts a strip of photos over the picture of each card whose sitter has several. */
export default function CardPhotos() {
  const cards = useParts(cardsIn, attributes)
  const photosOf = usePhotosNearby(cards)
  return cards.map(({ picture, ...card }) => {
    const photos = photosOf.get(card.sitterId) ?? []
    // The photos may have changed since the page was rendered; then the card keeps its single picture.
    const beginsWithPicture = photos[0]?.sizes.some(({ url }) => url === card.src)
    if (!beginsWithPicture || photos.length < 2) return null
    return createPortal(<PhotoStrip key={card.sitterId} {...card} photos={photos} />, picture)
  })
}

/** Requests the photos of a group of cards when one of them is less than a screen away. */
function usePhotosNearby(cards: readonly CardOnPage[]): ReadonlyMap<string, readonly Photo[]> {
  const [photos, setPhotos] = useState<ReadonlyMap<string, readonly Photo[]>>(new Map())
  const requested = useRef(new Set<string>())
  useEffect(() => {
    const request = async (ids: readonly string[]) => {
      for (const id of ids) requested.current.add(id)
      try {
        const query = { ids: ids.join(',') }
        const { items } = await api('GET /v1/sitters/photos', { query }, { anonymous: true })
        setPhotos(
          (before) =>
            new Map([...before, ...items.map(({ sitterId, photos }) => [sitterId, photos] as const)]),
        )
      } catch (error) {
        for (const id of ids) requested.current.delete(id)
        ignoreRequestError(error)
      }
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const near = new Set(
          entries.flatMap(({ isIntersecting, target }) => (isIntersecting ? [target] : [])),
        )
        for (let from = 0; from < cards.length; from += groupSize) {
          const group = cards.slice(from, from + groupSize)
          if (!group.some(({ picture }) => near.has(picture))) continue
          const ids = group.map(({ sitterId }) => sitterId).filter((id) => !requested.current.has(id))
          if (ids.length > 0) void request(ids)
        }
      },
      { rootMargin: '100% 0px' },
    )
    for (const { picture } of cards) observer.observe(picture)
    return () => observer.disconnect()
  }, [cards])
  return photos
}
