import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { recordOf } from '#contract/entries.ts'
import type { MapTiles } from '#web/layout/contexts.ts'

const colourNames = ['land', 'water', 'green', 'road', 'line', 'building', 'ink', 'halo'] as const
export type MapColours = Record<(typeof colourNames)[number], string>

/** Reads the current theme's colours, resolved by the browser inside the map's element. */
export function readColours(inside: HTMLElement): MapColours {
  const colourOf = (name: string) => {
    // A new element each time: on an existing one the colour changes by a transition and would be read too early.
    const probe = inside.appendChild(document.createElement('span'))
    probe.style.color = `var(--map-${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  return recordOf(colourNames, colourOf)
}

const nothing = { type: 'FeatureCollection' as const, features: [] }

/** Style with the world's land, borders and towns, or with the operator's tiles; needs no font from a server. */
export function styleFor(colours: MapColours, tiles: MapTiles | null): StyleSpecification {
  // Where no land is loaded yet, everything looks like land, so that no pin appears to be in the water.
  const base: LayerSpecification[] = [
    { id: 'background', type: 'background', paint: { 'background-color': colours.land } },
  ]
  if (!tiles)
    return {
      version: 8,
      sources: {
        world: { type: 'geojson', data: nothing },
        precise: { type: 'geojson', data: nothing },
        towns: { type: 'geojson', data: nothing },
      },
      layers: [...base, ...outlineLayers(colours)],
    }
  const source = {
    maxzoom: tiles.maxZoom,
    ...(tiles.archive
      ? { url: `pmtiles://${new URL(tiles.url, location.origin).href}` }
      : { tiles: [tiles.url] }),
  }
  return tiles.kind === 'raster'
    ? {
        version: 8,
        sources: { tiles: { type: 'raster', tileSize: 256, ...source } },
        // No fade-in: on a slow machine the map may stop drawing just before its end, so the tiles would stay pale.
        layers: [
          ...base,
          { id: 'tiles', type: 'raster', source: 'tiles', paint: { 'raster-fade-duration': 0 } },
        ],
      }
    : {
        version: 8,
        sources: { tiles: { type: 'vector', ...source } },
        layers: [...base, ...vectorLayers(colours)],
      }
}

const label = (colours: MapColours) => ({
  'text-color': colours.ink,
  'text-halo-color': colours.halo,
  'text-halo-width': 1.4,
})
const font = { 'text-font': ['Figtree Variable', 'sans-serif'] }

/** From this zoom on, the coarse coastline is off by kilometres and would place sitters in the sea. */
export const preciseFromZoom = 7
/** From this zoom on, the borders are off by so much that they are left out. */
export const bordersUpToZoom = 9

const isKind = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]

const landLayers = (
  colours: MapColours,
  source: 'world' | 'precise',
  zooms: { minzoom: number } | { maxzoom: number },
): LayerSpecification[] => [
  ...(['water', 'land'] as const).map((kind): LayerSpecification => ({
    id: `${source}-${kind}`,
    type: 'fill',
    source,
    ...zooms,
    filter: isKind(kind),
    paint: { 'fill-color': colours[kind] },
  })),
  {
    id: `${source}-coast`,
    type: 'line',
    source,
    ...zooms,
    filter: isKind('coast'),
    paint: { 'line-color': colours.line, 'line-width': 1 },
  },
]

const outlineLayers = (colours: MapColours): LayerSpecification[] => [
  ...landLayers(colours, 'world', { maxzoom: preciseFromZoom }),
  ...landLayers(colours, 'precise', { minzoom: preciseFromZoom }),
  {
    id: 'borders',
    type: 'line',
    source: 'world',
    filter: isKind('border'),
    maxzoom: bordersUpToZoom,
    paint: { 'line-color': colours.line, 'line-width': 1, 'line-dasharray': [3, 2] },
  },
  {
    id: 'towns',
    type: 'symbol',
    source: 'towns',
    layout: {
      ...font,
      'text-field': ['get', 'name'],
      'text-size': ['interpolate', ['linear'], ['get', 'rank'], 0, 15, 40, 12],
      'text-padding': 6,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: label(colours),
  },
]

/** The kind of a road, park or town in the two common vector tile schemas, Protomaps and OpenMapTiles. */
const kind: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], '']
const isOneOf = (...kinds: string[]): ExpressionSpecification => ['in', kind, ['literal', kinds]]
const greens = isOneOf(
  'park',
  'forest',
  'wood',
  'grass',
  'grassland',
  'garden',
  'nature_reserve',
  'national_park',
  'cemetery',
  'golf_course',
  'meadow',
  'pitch',
  'recreation_ground',
  'scrub',
)
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const mainRoads = ['highway', 'major_road', 'motorway', 'trunk', 'primary', 'secondary', 'tertiary']
const townKinds = ['locality', 'city', 'town', 'village', 'suburb', 'neighbourhood', 'macrohood']

/** The layers of a style for a layer of the tiles, which the two schemas name differently. */
const layersOf = (names: string[], layer: (name: string) => LayerSpecification) => names.map(layer)

function vectorLayers(colours: MapColours): LayerSpecification[] {
  return [
    ...groundLayers(colours),
    ...roadLayers(colours),
    ...layersOf(['boundaries', 'boundary'], (name) => ({
      id: name,
      type: 'line',
      source: 'tiles',
      'source-layer': name,
      paint: { 'line-color': colours.line, 'line-dasharray': [3, 2] },
    })),
    ...layersOf(['places', 'place'], (name) => ({
      id: name,
      type: 'symbol',
      source: 'tiles',
      'source-layer': name,
      filter: isOneOf(...townKinds),
      layout: {
        ...font,
        'text-field': ['coalesce', ['get', 'name'], ''],
        'text-size': 13,
        'text-padding': 6,
      },
      paint: label(colours),
    })),
  ]
}

function groundLayers(colours: MapColours): LayerSpecification[] {
  return [
    ...layersOf(['landcover', 'landuse', 'park'], (name) => ({
      id: name,
      type: 'fill',
      source: 'tiles',
      'source-layer': name,
      ...(name !== 'park' && { filter: greens }),
      paint: { 'fill-color': colours.green },
    })),
    {
      id: 'water',
      type: 'fill',
      source: 'tiles',
      'source-layer': 'water',
      filter: isArea,
      paint: { 'fill-color': colours.water },
    },
    ...layersOf(['waterway'], (name) => ({
      id: name,
      type: 'line',
      source: 'tiles',
      'source-layer': name,
      paint: { 'line-color': colours.water, 'line-width': 1.5 },
    })),
    ...layersOf(['buildings', 'building'], (name) => ({
      id: name,
      type: 'fill',
      source: 'tiles',
      'source-layer': name,
      minzoom: 14,
      paint: { 'fill-color': colours.building },
    })),
  ]
}

function roadLayers(colours: MapColours): LayerSpecification[] {
  return [
    ...layersOf(['roads', 'transportation'], (name) => ({
      id: name,
      type: 'line',
      source: 'tiles',
      'source-layer': name,
      filter: ['!', isOneOf('rail', 'ferry', 'path', 'other')],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.road,
        'line-width': [
          'interpolate',
          ['exponential', 1.5],
          ['zoom'],
          6,
          ['case', isOneOf(...mainRoads), 0.8, 0],
          12,
          ['case', isOneOf(...mainRoads), 3, 0.8],
          16,
          ['case', isOneOf(...mainRoads), 12, 6],
        ],
      },
    })),
  ]
}
