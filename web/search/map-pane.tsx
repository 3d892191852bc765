import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ShownAnswer } from '#web/search/shown-card.ts'
import { paths } from '#web/paths.ts'
import { searchQuery, type SearchState } from '#web/search/search-state.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useUpgrade } from '#web/ui/use-upgrade.ts'

const loadMap = () => import('#web/search/map-panel.tsx')

/**
 * The map beside the list, or in its place on phones. Its code is loaded when the map is opened; if that fails, only
 * the list is shown.
 */
export function useSearchMap(search: SearchState, answer: ShownAnswer | null) {
  const { Rich: MapPanel, request, failed } = useUpgrade(loadMap)
  const [broken, setBroken] = useState(false)
  const isRequested = search.map !== null
  useEffect(() => {
    if (isRequested) request()
  }, [isRequested, request])
  const isOpen = isRequested && !failed && !broken
  return {
    isOpen,
    /** Class for elements covered by the map on phones; without JavaScript there is no map. */
    hidesOnPhones: 'max-lg:hidden max-lg:noscript:grid',
    toggle: !failed && !broken && <MapToggle {...{ search, isOpen, request }} />,
    notice: isRequested && !isOpen && (
      <Notice kind="info" title="The map cannot be shown in this browser">
        The list has the same sitters.
      </Notice>
    ),
    pane: isOpen && (
      <section
        aria-label="Map of the results"
        className="relative overflow-hidden bg-line max-lg:-mx-(--gutter) max-lg:mt-4 max-lg:h-[calc(100dvh-20.5rem)] max-lg:min-h-96 noscript:hidden lg:sticky lg:top-0 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:-mt-6 lg:h-dvh"
      >
        {MapPanel && <MapPanel {...{ search, answer }} onBroken={() => setBroken(true)} />}
      </section>
    ),
  }
}

type MapToggleProps = { search: SearchState; isOpen: boolean; request: () => void }

function MapToggle({ search, isOpen, request }: MapToggleProps) {
  return (
    <Link
      to={paths.sitters(searchQuery({ ...search, map: isOpen ? null : 'open' }))}
      preventScrollReset
      onPointerEnter={request}
      onFocus={request}
      className={buttonStyle({
        className: cx(
          'max-lg:not-low:fixed max-lg:not-low:bottom-6 max-lg:not-low:left-1/2 max-lg:not-low:z-30 max-lg:not-low:-translate-x-1/2 max-lg:rounded-full! max-lg:shadow-float',
          // Placed above the attribution line of an open map.
          isOpen
            ? 'max-md:bottom-[calc(6.25rem+env(safe-area-inset-bottom))]'
            : 'max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]',
        ),
      })}
    >
      {isOpen ? <Icon name="list" size={18} /> : <Icon name="map" size={18} />}
      {isOpen ? <span className="max-lg:hidden">Close the map</span> : 'Map'}
      <span className={isOpen ? 'lg:hidden' : 'sr-only'}>
        {isOpen ? 'Show the list' : ' of these sitters'}
      </span>
    </Link>
  )
}
