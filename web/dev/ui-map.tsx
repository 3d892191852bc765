import { lazy, Suspense, useState } from 'react'
import { Section } from '#web/dev/ui-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const MapStates = lazy(() => import('#web/dev/map-states.tsx'))

/** The map is large and is loaded on demand, as in the search. */
export function MapSection() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section id="map" title="Map">
      {isOpen ? (
        <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
          <MapStates />
        </Suspense>
      ) : (
        <Button className="justify-self-start" onClick={() => setIsOpen(true)}>
          Show the map
        </Button>
      )}
      <NoMap />
    </Section>
  )
}

/** Shown by the search if the browser cannot draw a map. */
export const NoMap = () => (
  <Notice kind="info" title="The map cannot be shown in this browser">
    The list has the same sitters.
  </Notice>
)
