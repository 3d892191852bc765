import { useEffect, useRef, useState } from 'react'
import type { ShownAnswer } from '#web/search/shown-card.ts'
import { isMapAskedFor } from '#web/search/map-toggle.tsx'
import type { SearchState } from '#web/search/search-state.ts'
import { preferences } from '#web/persisted.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { useUpgrade } from '#web/ui/use-upgrade.ts'

const importMap = () => import('#web/search/map-panel.tsx')

/** The code of the map is large, so a browser that cannot draw one does not load it. */
const loadMap: typeof importMap = () =>
  document.createElement('canvas').getContext('webgl2')
    ? importMap()
    : Promise.reject(new Error('This browser does not support WebGL'))

/**
 * Whether there is a map. The style sheet has the same conditions (the variants `beside` and `instead`), because the
 * server does not know the screen.
 */
function useShown(search: SearchState): boolean {
  const isWide = useMedia('(width >= 68.75rem)')
  const isHiddenHere = preferences(({ hidesMap }) => hidesMap === true)
  return isMapAskedFor(search) || (search.map === null && isWide && !isHiddenHere)
}

/**
 * The map beside the list, or in its place on phones. If it cannot be loaded or drawn, the list is shown with a
 * message.
 */
export default function MapPane({ search, answer }: { search: SearchState; answer: ShownAnswer | null }) {
  const { Rich: MapPanel, request, failed } = useUpgrade(loadMap)
  const [broken, setBroken] = useState(false)
  const isShown = useShown(search)
  useEffect(() => {
    if (isShown) request()
  }, [isShown, request])
  if (!isShown) return null
  if (failed || broken)
    return (
      <Notice kind="info" title="The map cannot be shown in this browser" className="map-broken">
        The list has the same sitters.
      </Notice>
    )
  return (
    <section aria-label="Map of the results" className="absolute inset-0">
      {isMapAskedFor(search) && <FillScreen />}
      {MapPanel && <MapPanel {...{ search, answer }} onBroken={() => setBroken(true)} />}
    </section>
  )
}

/**
 * Scrolls to the map when it is opened in place of the list, so that it fills the screen: the mark is as far below its
 * edge as the page's `scroll-padding-top`.
 */
function FillScreen() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (matchMedia('(width < 64rem)').matches) mark.current?.scrollIntoView({ behavior: 'instant' })
  }, [])
  return <span ref={mark} className="absolute top-20" />
}
