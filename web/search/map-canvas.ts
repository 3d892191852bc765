import {
  addProtocol,
  type GeoJSONSource,
  type LngLatBoundsLike,
  Map as MapLibre,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { landNames, landPrefix } from 'virtual:land'
import type { MapTiles } from '#web/layout/contexts.ts'
import { areaOf } from '#web/search/map-area.ts'
import { type Cell, cellsIn, landFeatures, type LandFile } from '#web/search/map-land.ts'
import { bordersUpToZoom, preciseFromZoom, readColours, styleFor } from '#web/search/map-style.ts'
import '#web/search/map.css'

/** Positions are blurred by a few hundred metres; a closer zoom would suggest more precision than there is. */
export const closestZoom = 15
const wholeWorld: LngLatBoundsLike = [-150, -50, 150, 70]

let archiveProtocolAdded = false

/** Creates an empty map in an element; throws if the browser cannot draw it. */
export async function openMap(
  container: HTMLElement,
  { tiles, bounds }: { tiles: MapTiles | null; bounds: string | null },
): Promise<MapLibre> {
  setWorkerUrl(workerUrl)
  if (tiles?.archive && !archiveProtocolAdded) {
    const { Protocol } = await import('pmtiles')
    addProtocol('pmtiles', new Protocol().tile)
    archiveProtocolAdded = true
  }
  const area = bounds === null ? null : areaOf(bounds)
  const map = new MapLibre({
    container,
    style: styleFor(readColours(container), tiles),
    bounds: area ? [area.west, area.south, area.east, area.north] : wholeWorld,
    maxZoom: closestZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: 0,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map
}

/** Repaints the map when the system's or the page's theme changes; returns a function that stops it. */
export function followTheme(map: MapLibre, tiles: MapTiles | null): () => void {
  const repaint = () => {
    for (const { id, paint } of styleFor(readColours(map.getContainer()), tiles).layers)
      for (const [name, value] of Object.entries(paint ?? {}))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a layer's paint are those of the library
        map.setPaintProperty(id, name as Parameters<MapLibre['setPaintProperty']>[1], value)
  }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const page = new MutationObserver(repaint)
  // The theme may have changed while the map was loading.
  repaint()
  system.addEventListener('change', repaint)
  page.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', repaint)
    page.disconnect()
  }
}

const sourceOf = (map: MapLibre, id: string) => map.getSource<GeoJSONSource>(id)

async function fetchLand(name: string, signal: AbortSignal): Promise<LandFile> {
  const response = await fetch(`${landPrefix}${name}.json`, { signal })
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the same build
  return (await response.json()) as LandFile
}

/** The cells to load: those in view, and those that a short movement brings into view. */
function cellsAround(map: MapLibre): Cell[] {
  const [view, marginShare] = [map.getBounds(), 0.5]
  const [width, height] = [view.getEast() - view.getWest(), view.getNorth() - view.getSouth()]
  return cellsIn({
    south: view.getSouth() - height * marginShare,
    west: view.getWest() - width * marginShare,
    north: view.getNorth() + height * marginShare,
    east: view.getEast() + width * marginShare,
  })
}

const emptyCell = (box: Cell['box']): LandFile => ({ boxes: [{ box, polygons: [] }], borders: [] })

/** Returns a function that draws the precise land around the view. */
function createPreciseLand(map: MapLibre, signal: AbortSignal) {
  const loaded = new Map<string, LandFile>()
  let shown = ''
  return async () => {
    const cells = cellsAround(map)
    const names = cells.map(({ name }) => name).join(' ')
    if (names === shown) return
    for (const { name, box } of cells) if (!landNames.includes(name)) loaded.set(name, emptyCell(box))
    await Promise.all(
      cells.map(async ({ name }) => loaded.has(name) || loaded.set(name, await fetchLand(name, signal))),
    )
    await sourceOf(map, 'precise')?.setData(landFeatures(cells.map(({ name }) => loaded.get(name)!)))
    shown = names
  }
}

/** Returns a function that draws the coarse land and the borders, once. */
function createWorld(map: MapLibre, signal: AbortSignal) {
  let isDrawn = false
  return async () => {
    if (isDrawn) return
    await sourceOf(map, 'world')?.setData(landFeatures([await fetchLand('world', signal)]))
    isDrawn = true
  }
}

/**
 * Draws the land of the present view, and later that of each view to which the map moves; rejects if the first cannot be
 * loaded.
 */
export async function drawLand(map: MapLibre, signal: AbortSignal): Promise<void> {
  const [drawPrecise, drawWorld] = [createPreciseLand(map, signal), createWorld(map, signal)]
  const draw = () =>
    Promise.all([
      map.getZoom() >= preciseFromZoom && drawPrecise(),
      map.getZoom() < bordersUpToZoom && drawWorld(),
    ])
  const follow = () =>
    draw().catch((error: unknown) => !signal.aborted && console.info('The land could not be loaded', error))
  map.on('moveend', follow)
  signal.addEventListener('abort', () => map.off('moveend', follow))
  await draw()
}

type Town = { name: string; lat: number; lng: number }

/** Labels the towns, given in order of size. */
export const drawTowns = (map: MapLibre, towns: readonly Town[]) =>
  sourceOf(map, 'towns')?.setData({
    type: 'FeatureCollection',
    features: towns.map(({ name, lat, lng }, rank) => ({
      type: 'Feature',
      properties: { name, rank },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  })
