import {
  addProtocol,
  type GeoJSONSource,
  type LngLatBoundsLike,
  Map as MapLibre,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import worldUrl from 'world-atlas/countries-50m.json?url'
import fineUrl from 'world-atlas/land-10m.json?url'
import type { MapTiles } from '#web/layout/contexts.ts'
import { areaOf } from '#web/search/map-area.ts'
import { readLand, type Topology } from '#web/search/map-land.ts'
import { readColours, styleFor } from '#web/search/map-style.ts'
import '#web/search/map.css'

/** Positions are blurred by a few hundred metres; a closer zoom would suggest more precision than there is. */
export const closestZoom = 15
const wholeWorld: LngLatBoundsLike = [-150, -50, 150, 70]

export const canDraw = (): boolean => document.createElement('canvas').getContext('webgl2') !== null

let archiveProtocolAdded = false

/** Creates an empty map in an element; throws if the browser cannot draw it. */
export async function openMap(
  container: HTMLElement,
  { tiles, bounds }: { tiles: MapTiles | null; bounds: string | null },
): Promise<MapLibre> {
  if (!canDraw()) throw new Error('This browser does not support WebGL')
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
  system.addEventListener('change', repaint)
  page.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', repaint)
    page.disconnect()
  }
}

const sourceOf = (map: MapLibre, id: string) => map.getSource<GeoJSONSource>(id)

async function fetchWorld(url: string, signal: AbortSignal): Promise<Topology> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the package world-atlas, built with this code
  return (await response.json()) as Topology
}

/** From this zoom on, the coarse coastline is off by kilometres and would place sitters in the sea. */
const fineFromZoom = 7

/** Draws the land, and finer coastlines from `fineFromZoom` on; rejects if the coarse land cannot be loaded. */
export async function drawLand(map: MapLibre, signal: AbortSignal): Promise<void> {
  const { land, borders } = readLand(await fetchWorld(worldUrl, signal))
  await Promise.all([sourceOf(map, 'land')?.setData(land), sourceOf(map, 'borders')?.setData(borders)])
  while (map.getZoom() < fineFromZoom && !signal.aborted) await map.once('moveend')
  try {
    await sourceOf(map, 'land')?.setData(readLand(await fetchWorld(fineUrl, signal)).land)
  } catch (error) {
    if (!signal.aborted) console.info('The finer coastlines could not be loaded; the coarse ones stay', error)
  }
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
