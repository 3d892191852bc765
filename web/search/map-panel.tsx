import type { Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PinsAnswer, SitterPin } from '#contract/search/search.ts'
import { createAskedAreas } from '#web/search/asked-areas.ts'
import type { ShownAnswer } from '#web/search/shown-card.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { areaAround, areaOf, areaText } from '#web/search/map-area.ts'
import { closestZoom } from '#web/search/map-canvas.ts'
import { MapCard } from '#web/search/map-card.tsx'
import { MapCarousel } from '#web/search/map-carousel.tsx'
import { MapControls } from '#web/search/map-controls.tsx'
import { keepControlsVisible } from '#web/search/map-bottom-offset.ts'
import { isMapAskedFor } from '#web/search/map-toggle.tsx'
import { highlightInList, useHighlightedInList } from '#web/search/map-list.ts'
import { insetsNow, searchButtonRoom, uncover } from '#web/search/map-insets.ts'
import { MapPins, type PinGroup } from '#web/search/map-pins.tsx'
import { pageSize, searchQuery, type SearchState } from '#web/search/search-state.ts'
import { useIsLeaving, useMap, usePins } from '#web/search/use-map.ts'
import { useMedia } from '#web/ui/use-media.ts'

type MapPanelProps = { search: SearchState; answer: ShownAnswer | null; onBroken: () => void }

/** Marks map movements made by this file, to distinguish them from the user's. */
const ownMovement = { isOurs: true }
const isOwnMovement = (event: object): boolean => 'isOurs' in event
const notYetFound: PinsAnswer = { items: [], currency: 'EUR', isCapped: false }

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
  const { map, drawn } = useMap(box, {
    tiles,
    bounds: openingArea(search, answer),
    isAskedFor: isMapAskedFor(search),
    onBroken,
  })
  const { found, failed, retry } = usePins(search)
  const searchHere = useAreaSearch(map, search, found, answer)
  const [inCarousel, showInCarousel] = useState<string | null>(null)
  const lit = useHighlightedInList(inCarousel)
  const isNarrow = useMedia('(width < 64rem)')
  const { items: pins, currency, isCapped } = found ?? notYetFound
  const { kept, shown, shownIds, touch, choose, release, passTo } = useShownGroup(
    map,
    pins,
    searchHere.roomAtTop,
  )

  useEffect(() => keepControlsVisible(box.current!), [])

  const showSitter = (id: string | null, isSwiped: boolean) => {
    showInCarousel(id)
    passTo(id, isSwiped)
  }
  const close = () => {
    const first = release()
    if (first) box.current?.querySelector<HTMLElement>(`[data-pins~="${first.id}"]`)?.focus()
  }
  return (
    <div ref={box} className="search-map" aria-busy={drawn === 'not yet' || (!found && !failed)}>
      {map && (
        <>
          <MapPins {...{ map, pins, currency, lit }} chosen={shownIds} onTouch={touch} onChoose={choose} />
          <MapControls
            {...{ map, search, failed, retry, tiles }}
            landFailed={drawn === 'without land'}
            hasMoved={searchHere.hasMoved}
            onSearch={searchHere.search}
            onFollow={searchHere.follow}
            cappedAt={isCapped ? pins.length : null}
          />
        </>
      )}
      {shown && (
        <MapCard
          key={shownIds.join(' ')}
          pins={shown.pins}
          {...{ search, currency }}
          chosen={kept}
          onClose={close}
        />
      )}
      {isNarrow && <MapCarousel {...{ pins, search, currency }} chosen={kept} onShow={showSitter} />}
      <output className="sr-only">{found && `${found.items.length} sitters on the map`}</output>
    </div>
  )
}

/** The pins whose card is shown: those chosen, else those hovered or focused. */
function useShownGroup(map: MapLibre | null, pins: readonly SitterPin[], roomAtTop: number) {
  const [touched, touch] = useState<PinGroup | null>(null)
  const [chosen, setChosen] = useState<PinGroup | null>(null)
  const isThere = (group: PinGroup | null) => group?.pins.every((pin) => pins.includes(pin)) === true
  const kept = isThere(chosen) ? chosen : null
  const shown = kept ?? (isThere(touched) ? touched : null)
  const shownIds = shown?.pins.map(({ id }) => id) ?? []
  const marks = shownIds.join(' ')
  useEffect(() => highlightInList(marks === '' ? [] : marks.split(' ')), [marks])

  useEffect(() => {
    if (map && kept) uncover(map, kept, ownMovement)
  }, [map, kept])

  /** Closes the card; returns the first of the chosen pins. */
  const release = (): SitterPin | undefined => {
    setChosen(null)
    touch(null)
    return kept?.pins[0]
  }
  const choose = (group: PinGroup) => {
    const area = areaAround(group.pins)
    const canPart = area && (area.east - area.west > 1e-4 || area.north - area.south > 1e-4)
    if (map && area && canPart && group.pins.length > 1 && map.getZoom() < closestZoom - 0.5) {
      release()
      const padding = insetsNow(map, roomAtTop)
      map.fitBounds([area.west, area.south, area.east, area.north], { padding, maxZoom: closestZoom })
    } else setChosen({ ...group })
  }
  /** Lets go of the chosen pins if the row shows another sitter, whose pin is uncovered after a swipe. */
  const passTo = (id: string | null, isSwiped: boolean) => {
    const inRow = isSwiped && pins.find((pin) => pin.id === id)
    if (map && inRow) uncover(map, inRow, ownMovement)
    if (kept?.pins.every((pin) => pin.id !== id)) release()
  }
  return { kept, shown, shownIds, touch, choose, release, passTo }
}

type Point = { lat: number; lng: number }

/** The area to show until the pins arrive, so that a search in a town does not load the land of the whole world. */
function openingArea({ bounds }: SearchState, answer: ShownAnswer | null): string | null {
  const place = answer?.asked.place
  if (bounds !== null || !place) return bounds
  const { lat, lng } = place
  return areaText({ south: lat - 0.1, west: lng - 0.1, north: lat + 0.1, east: lng + 0.1 })
}

/** Returns the area to show, and how: that of the URL, else around the pins or the town; null before the pins arrive. */
function viewOf(
  map: MapLibre,
  bounds: string | null,
  pins: readonly SitterPin[] | null,
  place: Point | null,
) {
  if (bounds !== null) return { area: areaOf(bounds), padding: 0, maxZoom: closestZoom }
  if (!pins) return null
  const area = areaAround(pins.length > 0 ? pins : place ? [place] : [])
  return area && { area, padding: insetsNow(map), maxZoom: 13 }
}

/** Moves the map to the area of each new search, but not of one that it has asked for; returns the function to ask. */
function useShownArea(
  map: MapLibre | null,
  bounds: string | null,
  pins: readonly SitterPin[] | null,
  place: Point | null,
  setHasMoved: (hasMoved: boolean) => void,
) {
  const [askedAreas] = useState(() => createAskedAreas(bounds))
  const isFirst = useRef(true)
  useEffect(() => {
    if (!map) return
    if (!isFirst.current && askedAreas.isAsked(bounds)) return
    const view = viewOf(map, bounds, pins, place)
    if (!view) return
    const { area, ...options } = { ...view, animate: !isFirst.current }
    isFirst.current = false
    askedAreas.moveTo(bounds)
    setHasMoved(false)
    map.fitBounds([area.west, area.south, area.east, area.north], options, ownMovement)
  }, [map, bounds, pins, place, setHasMoved, askedAreas])
  return askedAreas.ask
}

/**
 * Keeps the map and the parameter `bounds` in sync: a new search moves the map to its area; if the user moves the map,
 * the search follows or a button offers to search the new area.
 */
function useAreaSearch(
  map: MapLibre | null,
  search: SearchState,
  found: PinsAnswer | null,
  answer: ShownAnswer | null,
) {
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const [hasMoved, setHasMoved] = useState(false)
  const { bounds } = search
  const ask = useShownArea(map, bounds, found?.items ?? null, answer?.asked.place ?? null, setHasMoved)

  const go = useCallback(
    (change: Partial<SearchState>, replace: boolean) =>
      navigate(paths.sitters(searchQuery({ ...search, ...change })), { preventScrollReset: true, replace }),
    [navigate, search],
  )
  const searchArea = useCallback(
    (change: Partial<SearchState>, replace: boolean) => {
      if (!map) return
      const area = areaNow(map)
      ask(area)
      setHasMoved(false)
      void go({ bounds: area, shown: pageSize, ...change }, replace)
    },
    [map, go, ask],
  )

  useEffect(() => {
    if (!map) return
    const moved = (event: object) => {
      // The end of a movement may arrive after the user has pressed a link to another page.
      if (isOwnMovement(event) || isLeaving()) return
      if (search.map === 'follow') searchArea({}, true)
      else setHasMoved(true)
    }
    map.on('moveend', moved)
    return () => {
      map.off('moveend', moved)
    }
  }, [map, search.map, searchArea, isLeaving])

  return {
    hasMoved,
    /** Height, in pixels, of the button that appears at the top of the map once it has moved. */
    roomAtTop: hasMoved || search.map === 'follow' ? 0 : searchButtonRoom,
    search: () => searchArea({}, false),
    follow: (isOn: boolean) =>
      isOn && hasMoved
        ? searchArea({ map: 'follow' }, true)
        : void go({ map: isOn ? 'follow' : 'open' }, true),
  }
}
