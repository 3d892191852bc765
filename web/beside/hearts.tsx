import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useParts } from '#web/beside/use-parts.ts'
import {
  deviceFavourites,
  mergeDeviceFavourites,
  sitterInLists,
  useFavouriteIds,
} from '#web/favourites/favourites.ts'
import { Heart } from '#web/favourites/heart.tsx'
import { hint } from '#web/persisted.ts'
import { Icon } from '#web/ui/icon.tsx'

type Place = { element: HTMLElement; sitterId: string; name: string; onCard: boolean }

/** Finds the cards of sitters and the header of a profile on the page. */
const placesIn = (page: Element): Place[] =>
  [...page.querySelectorAll<HTMLElement>('li[data-sitter],[data-heart]')].map((element) => {
    const { sitter, heart = '' } = element.dataset
    const name = sitter ? element.querySelector('h2 a') : page.querySelector('#main h1')
    return { element, sitterId: sitter ?? heart, name: name?.textContent ?? '', onCard: !!sitter }
  })

const attributes = ['data-sitter', 'data-heart'] as const

/**
 * Renders heart buttons into the page's placeholders after it has loaded, and on profiles a button for the lists. On any
 * page, favourites that were saved before signing in are moved to the account.
 */
export function Hearts() {
  const places = useParts(placesIn, attributes)
  const accountId = hint((state) => state.accountId)
  const favouriteIds = useFavouriteIds(accountId)

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
        <>
          <Heart sitterId={sitterId} name={name} isFavourite={favouriteIds.has(sitterId)} />
          {!onCard && accountId !== null && (
            <button
              type="button"
              aria-label={`Lists for ${name}`}
              className="group grid size-11 place-items-center rounded-full"
              onClick={() => sitterInLists.setState({ id: sitterId, name })}
            >
              <Icon name="list" size={18} />
            </button>
          )}
        </>,
        element,
        sitterId,
      ),
    )
  )
}
