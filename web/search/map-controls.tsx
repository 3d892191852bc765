import type { Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useMemo, useState } from 'react'
import type { MapTiles } from '#web/layout/contexts.ts'
import { coversMap } from '#web/search/map-insets.ts'
import { createZoom } from '#web/search/map-zoom.ts'
import type { SearchState } from '#web/search/search-state.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Icon } from '#web/ui/icon.tsx'

type MapControlsProps = {
  map: MapLibre
  search: SearchState
  tiles: MapTiles | null
  hasMoved: boolean
  onSearch: () => void
  onFollow: (isOn: boolean) => void
  /** The number of pins, if there are more sitters than pins. */
  cappedAt: number | null
  failed: boolean
  retry: () => void
  landFailed: boolean
}

const float = 'rounded-full border border-line bg-card shadow-card'

/** Controls on the map: search this area, zoom, attribution. */
export function MapControls(props: MapControlsProps) {
  const { map, search, tiles, hasMoved, onSearch, onFollow, cappedAt, failed, retry, landFailed } = props
  const zoomBy = useMemo(() => createZoom(map), [map])
  return (
    <>
      <div
        {...coversMap('top')}
        className="pointer-events-none absolute inset-x-3 top-3 z-20 grid justify-items-center gap-2 *:pointer-events-auto"
      >
        <Follow key={search.map} isOn={search.map === 'follow'} onFollow={onFollow} />
        {hasMoved && search.map !== 'follow' && (
          <Button onClick={onSearch} className="rounded-full! shadow-float">
            Search this area
          </Button>
        )}
        {cappedAt !== null && (
          <StatusText>{`The first ${cappedAt} of the list are here. Zoom in to see the others.`}</StatusText>
        )}
        {failed && (
          <StatusText>
            We cannot show the sitters on the map. See the list.{' '}
            <button
              type="button"
              onClick={retry}
              className="link min-h-9 font-semibold pointer-coarse:min-h-11"
            >
              Try again
            </button>
          </StatusText>
        )}
        {landFailed && (
          <StatusText>The coastlines could not be loaded. The pins are in the right places.</StatusText>
        )}
      </div>
      <div
        {...coversMap('right')}
        className="absolute right-3 bottom-[calc(2.25rem+var(--below))] z-20 grid max-lg:bottom-[calc(8.5rem+var(--below))] overflow-hidden rounded-control border border-line bg-card shadow-card"
      >
        <Zoom label="Zoom in" onPress={() => zoomBy(1)}>
          <Icon name="plus" size={18} />
        </Zoom>
        <Zoom label="Zoom out" onPress={() => zoomBy(-1)}>
          <Icon name="minus" size={18} />
        </Zoom>
      </div>
      <p className="absolute right-0 bottom-(--below) z-10 rounded-tl-lg bg-card/80 px-2 py-0.5 text-xs text-ink-2">
        {tiles ? <Attribution {...tiles} /> : 'Natural Earth · GeoNames'}
      </p>
    </>
  )
}

/** The checkbox changes at once; the URL follows with the navigation. */
function Follow({ isOn, onFollow }: { isOn: boolean; onFollow: (isOn: boolean) => void }) {
  const [checked, setChecked] = useState(isOn)
  return (
    <Checkbox
      label="Search as I move"
      checked={checked}
      onChange={({ currentTarget }) => {
        setChecked(currentTarget.checked)
        onFollow(currentTarget.checked)
      }}
      className={`${float} px-4 py-2 text-sm font-medium pointer-coarse:py-0`}
    />
  )
}

function StatusText({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-xs rounded-card bg-card px-3 py-1.5 text-center text-sm shadow-card">{children}</p>
  )
}

function Attribution({ attribution, attributionUrl }: Pick<MapTiles, 'attribution' | 'attributionUrl'>) {
  if (attributionUrl === null) return attribution
  return (
    <a href={attributionUrl} target="_blank" rel="noreferrer" className="underline">
      {attribution}
    </a>
  )
}

function Zoom({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={buttonStyle({ kind: 'quiet', iconOnly: true, className: 'rounded-none!' })}
    >
      {children}
    </button>
  )
}
