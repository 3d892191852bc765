import type { Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SearchAnswer, SitterPin } from '#contract/search/search.ts'
import { usePendingNavigation } from '#web/pending-navigation.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { areaAround, areaOf, areaText } from '#web/search/map-area.ts'
import { closestZoom } from '#web/search/map-canvas.ts'
import { MapCard } from '#web/search/map-card.tsx'
import { MapControls } from '#web/search/map-controls.tsx'
import { keepFootInSight } from '#web/search/map-foot.ts'
import { markInList, useLitInList } from '#web/search/map-list.ts'
import { MapPins, type PinGroup } from '#web/search/map-pins.tsx'
import { pageSize, searchQuery, type SearchState } from '#web/search/search-state.ts'
import { useMap, usePins } from '#web/search/use-map.ts'

type MapPanelProps = { search: SearchState; answer: SearchAnswer | null; onBroken: () => void }

/** Marks map movements made by this file, to distinguish them from the user's. */
const ours = { isOurs: true }
const isOurs = (event: object): boolean => 'isOurs' in event
const none: readonly SitterPin[] = []

const areaNow = (map: MapLibre): string => {
  const bounds = map.getBounds()
  return areaText({
    south: bounds.getSouth(),
    west: bounds.getWest(),
    north: bounds.getNorth(),
    east: bounds.getEast(),
  })
}

/** The search results on a map; list and map always show the same search. */
export default function MapPanel({ search, answer, onBroken }: MapPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const tiles = useConfig()?.map ?? null
  const { map, drawn } = useMap(box, { tiles, bounds: search.bounds, onBroken })
  const { found, failed, retry } = usePins(search)
  const searchHere = useAreaSearch(map, search, found?.items ?? null, answer?.asked.place ?? null)
  const lit = useLitInList()
  const [touched, setTouched] = useState<PinGroup | null>(null)
  const [chosen, setChosen] = useState<PinGroup | null>(null)
  const pins = found?.items ?? none
  const currency = found?.currency ?? 'EUR'
  const isThere = (group: PinGroup | null) => group?.pins.every((pin) => pins.includes(pin)) === true
  const kept = isThere(chosen) ? chosen : null
  const shown = kept ?? (isThere(touched) ? touched : null)
  const shownIds = shown?.pins.map(({ id }) => id).join(' ') ?? ''
  useEffect(() => markInList(shownIds === '' ? [] : shownIds.split(' ')), [shownIds])

  useEffect(() => keepFootInSight(box.current!), [])

  const choose = (group: PinGroup) => {
    const area = areaAround(group.pins)
    const canPart = area && (area.east - area.west > 1e-4 || area.north - area.south > 1e-4)
    if (map && area && canPart && group.pins.length > 1 && map.getZoom() < closestZoom - 0.5) {
      setChosen(null)
      map.fitBounds([area.west, area.south, area.east, area.north], { padding: 70, maxZoom: closestZoom })
    } else setChosen({ ...group })
  }
  const close = () => {
    const [first] = kept?.pins ?? []
    setChosen(null)
    setTouched(null)
    if (first) box.current?.querySelector<HTMLElement>(`[data-pins~="${first.id}"]`)?.focus()
  }
  return (
    <div ref={box} className="search-map" aria-busy={drawn === 'not yet' || (!found && !failed)}>
      {map && (
        <>
          <MapPins
            {...{ map, pins, currency, lit }}
            chosen={shown?.pins.map(({ id }) => id) ?? []}
            onTouch={setTouched}
            onChoose={choose}
          />
          <MapControls
            {...{ map, search, failed, retry, tiles }}
            landFailed={drawn === 'without land'}
            hasMoved={searchHere.hasMoved}
            onSearch={searchHere.search}
            onFollow={searchHere.follow}
            cappedAt={found?.isCapped ? pins.length : null}
          />
        </>
      )}
      {shown && (
        <MapCard key={shownIds} pins={shown.pins} {...{ search, currency }} kept={kept} onClose={close} />
      )}
      <output className="sr-only">{found && `${found.items.length} sitters on the map`}</output>
    </div>
  )
}

/**
 * Keeps the map and the parameter `bounds` in sync: a new search moves the map to its area; if the user moves the map,
 * the search follows or a button offers to search the new area.
 */
function useAreaSearch(
  map: MapLibre | null,
  search: SearchState,
  pins: readonly SitterPin[] | null,
  place: { lat: number; lng: number } | null,
) {
  const navigate = useNavigate()
  const pendingNavigation = usePendingNavigation()
  const [hasMoved, setHasMoved] = useState(false)
  const asked = useRef(search.bounds)
  const { bounds } = search

  const go = useCallback(
    (change: Partial<SearchState>, replace: boolean) =>
      navigate(paths.sitters(searchQuery({ ...search, ...change })), { preventScrollReset: true, replace }),
    [navigate, search],
  )
  const searchArea = useCallback(
    (change: Partial<SearchState>, replace: boolean) => {
      if (!map) return
      asked.current = areaNow(map)
      setHasMoved(false)
      void go({ bounds: asked.current, shown: pageSize, ...change }, replace)
    },
    [map, go],
  )

  useEffect(() => {
    if (!map) return
    const moved = (event: object) => {
      // The end of a movement may arrive after the user has pressed a link to another page.
      const target = pendingNavigation()
      if (isOurs(event) || (target && target.pathname !== window.location.pathname)) return
      if (search.map === 'follow') searchArea({}, true)
      else setHasMoved(true)
    }
    map.on('moveend', moved)
    return () => {
      map.off('moveend', moved)
    }
  }, [map, search.map, searchArea, pendingNavigation])

  const isFirst = useRef(true)
  useEffect(() => {
    if (!map || (bounds !== null && bounds === asked.current && !isFirst.current)) return
    const around = areaAround(pins && pins.length > 0 ? pins : place ? [place] : [])
    const area = bounds === null ? pins && around : areaOf(bounds)
    if (!area) return
    const options = {
      padding: bounds === null ? 60 : 0,
      maxZoom: bounds === null ? 13 : closestZoom,
      animate: !isFirst.current,
    }
    isFirst.current = false
    asked.current = bounds
    setHasMoved(false)
    map.fitBounds([area.west, area.south, area.east, area.north], options, ours)
  }, [map, bounds, pins, place])

  return {
    hasMoved,
    search: () => searchArea({}, false),
    follow: (isOn: boolean) =>
      isOn && hasMoved
        ? searchArea({ map: 'follow' }, true)
        : void go({ map: isOn ? 'follow' : 'open' }, true),
  }
}
