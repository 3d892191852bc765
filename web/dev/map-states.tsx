import { useMemo, useRef, useState } from 'react'
import type { SitterPin } from '#contract/search/search.ts'
import { NoMap } from '#web/dev/ui-map.tsx'
import { MapCard } from '#web/search/map-card.tsx'
import { MapControls } from '#web/search/map-controls.tsx'
import { MapPins, type PinGroup } from '#web/search/map-pins.tsx'
import { parseSearch } from '#web/search/search-state.ts'
import { useMap } from '#web/search/use-map.ts'

const pin = (name: string, lat: number, lng: number, unitPrice: number): SitterPin => ({
  id: name.toLowerCase(),
  name: `${name} L.`,
  service: 'boarding',
  unitPrice,
  total: null,
  units: null,
  rating: { average: 4.9, count: 12 },
  face: { photo: null, tint: name.length },
  photoUrl: null,
  portrait: null,
  lat,
  lng,
})

/** Two single pins, and three so close together that they form a cluster. */
const pins: readonly SitterPin[] = [
  pin('Ana', 38.75, -9.23, 28_00),
  pin('Rita', 38.715, -9.2, 31_00),
  pin('Tiago', 38.7301, -9.12, 24_00),
  pin('Vera', 38.7302, -9.1201, 26_00),
  pin('Zita', 38.7303, -9.1202, 35_00),
]

/** The search map with fixed pins that make no request. */
export default function MapStates() {
  const box = useRef<HTMLDivElement>(null)
  const search = useMemo(() => parseSearch(new URLSearchParams()), [])
  const [isBroken, setBroken] = useState(false)
  const { map, drawn } = useMap(box, {
    tiles: null,
    bounds: '38.66,-9.26,38.81,-9.06',
    isAskedFor: true,
    onBroken: () => setBroken(true),
  })
  const [chosen, setChosen] = useState<PinGroup | null>(null)
  if (isBroken) return <NoMap />
  return (
    <div className="relative h-96 overflow-hidden rounded-card bg-line">
      <div ref={box} className="search-map" aria-busy={drawn === 'not yet'}>
        {map && (
          <>
            <MapPins
              {...{ map, pins }}
              currency="EUR"
              lit="rita"
              chosen={chosen?.pins.map(({ id }) => id) ?? []}
              onTouch={() => undefined}
              onChoose={(group) => setChosen({ ...group })}
            />
            <MapControls
              {...{ map, search }}
              tiles={null}
              hasMoved
              onSearch={() => undefined}
              onFollow={() => undefined}
              cappedAt={null}
              failed={false}
              retry={() => undefined}
              landFailed={drawn === 'without land'}
            />
          </>
        )}
        {chosen && (
          <MapCard
            pins={chosen.pins}
            search={search}
            currency="EUR"
            chosen={chosen}
            onClose={() => setChosen(null)}
          />
        )}
      </div>
    </div>
  )
}
