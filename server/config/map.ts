import { resolve } from 'node:path'

export type MapTileConfig = {
  /** A PMTiles archive, or a template with {z}, {x} and {y} and the deepest zoom that it has. */
  tiles: { file: string } | { url: string; maxZoom: number }
  attribution: string
  attributionUrl: string | null
}

type Values = {
  MAP_TILES_FILE?: string | undefined
  MAP_TILES_URL?: string | undefined
  MAP_TILES_MAX_ZOOM: number
  MAP_ATTRIBUTION?: string | undefined
  MAP_ATTRIBUTION_URL?: string | undefined
}

/** Tiles require an attribution, and only one source of tiles can be set. */
export function mapMistakes({
  MAP_TILES_FILE: file,
  MAP_TILES_URL: url,
  MAP_ATTRIBUTION: attribution,
}: Values): string[] {
  const hasTiles = file !== undefined || url !== undefined
  return [
    ...(file && url ? ['MAP_TILES_URL: Set either this or MAP_TILES_FILE.'] : []),
    ...(hasTiles && !attribution ? ['MAP_ATTRIBUTION: Say whose map it is.'] : []),
    ...(!hasTiles && attribution ? ['MAP_ATTRIBUTION: Set MAP_TILES_FILE or MAP_TILES_URL too.'] : []),
  ]
}

/** Returns the configured tiles; a file path is relative to the data folder. */
export function mapOf(values: Values, dataDir: string): MapTileConfig | undefined {
  const { MAP_TILES_FILE: file, MAP_TILES_URL: url, MAP_TILES_MAX_ZOOM: maxZoom } = values
  const { MAP_ATTRIBUTION: attribution, MAP_ATTRIBUTION_URL: attributionUrl = null } = values
  if (attribution === undefined) return undefined
  if (file !== undefined) return { tiles: { file: resolve(dataDir, file) }, attribution, attributionUrl }
  return url === undefined ? undefined : { tiles: { url, maxZoom }, attribution, attributionUrl }
}
