import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { deviceFavourites, mergeDeviceFavourites, useFavouriteIds } from '#web/favourites/favourites.ts'
import { Heart } from '#web/favourites/heart.tsx'
import { hint } from '#web/persisted.ts'

type Place = { element: HTMLElement; sitterId: string; name: string; onCard: boolean }

/** Finds the search cards and profile headers on the page. */
const placesIn = (page: Element): Place[] => [
  ...[...page.querySelectorAll<HTMLElement>('li[data-sitter]')].map((element) => ({
    element,
    sitterId: element.dataset['sitter']!,
    name: element.querySelector('h2 a')?.textContent ?? '',
    onCard: true,
  })),
  ...[...page.querySelectorAll<HTMLElement>('[data-heart]')].map((element) => ({
    element,
    sitterId: element.dataset['heart']!,
    name: page.querySelector('#main h1')?.textContent ?? '',
    onCard: false,
  })),
]

const areSame = (one: Place[], other: Place[]) =>
  one.length === other.length &&
  one.every((place, index) => {
    const twin = other[index]!
    return place.element === twin.element && place.sitterId === twin.sitterId && place.name === twin.name
  })

/**
 * Renders heart buttons into the page's placeholders after it has loaded. On any page, favourites that were saved before
 * signing in are moved to the account.
 */
export function Hearts() {
  const [places, setPlaces] = useState<Place[]>([])
  const accountId = hint((state) => state.accountId)
  const favouriteIds = useFavouriteIds(accountId)

  useEffect(() => {
    const updatePlaces = () => {
      const found = placesIn(document.body)
      setPlaces((before) => (areSame(before, found) ? before : found))
    }
    updatePlaces()
    const observer = new MutationObserver(updatePlaces)
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-sitter', 'data-heart'],
    })
    return () => observer.disconnect()
  }, [])

  const isAnyOnDevice = deviceFavourites(({ items }) => items.length > 0)
  const isNeeded = places.length > 0 || isAnyOnDevice
  useEffect(() => {
    if (!isNeeded || accountId === null) return
    void mergeDeviceFavourites(accountId)
  }, [isNeeded, accountId])

  return (
    favouriteIds &&
    places.map(({ element, sitterId, name, onCard }) =>
      createPortal(
        <Heart
          key={sitterId}
          sitterId={sitterId}
          name={name}
          isFavourite={favouriteIds.has(sitterId)}
          className={onCard ? 'absolute top-2.5 left-2.5 z-10' : undefined}
        />,
        element,
      ),
    )
  )
}
