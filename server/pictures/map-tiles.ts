import { closeSync, openSync, readSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { MapTileConfig } from '#server/config/map.ts'
import { PermanentStartError } from '#server/kernel/start-error.ts'
import type { Sources } from '#server/pages/pages.ts'
import type { MapTiles } from '#web/layout/contexts.ts'

const path = '/map/tiles.pmtiles'

/** Returns the tile source for browsers. An unusable archive is reported at the start, before anybody opens a map. */
export function readTiles({ tiles, attribution, attributionUrl }: MapTileConfig): MapTiles {
  if ('url' in tiles) {
    const kind = /\.(pbf|mvt)$/.test(new URL(tiles.url).pathname) ? 'vector' : 'raster'
    return { archive: false, url: tiles.url, kind, maxZoom: tiles.maxZoom, attribution, attributionUrl }
  }
  return { archive: true, url: path, ...readHeader(tiles.file), attribution, attributionUrl }
}

/** The fixed header of PMTiles version 3: byte 99 is the kind of tiles, byte 101 the maximum zoom. */
const header = { length: 127, magic: 'PMTiles', version: 7, kind: 99, maxZoom: 101 }
/** PNG, JPEG, WebP and AVIF. */
const pictures = [2, 3, 4, 5]

function readHeader(file: string): Pick<MapTiles, 'kind' | 'maxZoom'> {
  const bytes = Buffer.alloc(header.length)
  try {
    const opened = openSync(file, 'r')
    readSync(opened, bytes, 0, header.length, 0)
    closeSync(opened)
  } catch (error) {
    throw new PermanentStartError(`MAP_TILES_FILE: ${file} cannot be read.`, { cause: error })
  }
  const kind = bytes[header.kind] === 1 ? 'vector' : pictures.includes(bytes[header.kind]!) ? 'raster' : null
  const isArchive = bytes.toString('latin1', 0, 7) === header.magic && bytes[header.version] === 3
  if (!isArchive || !kind)
    throw new PermanentStartError(`MAP_TILES_FILE: ${file} is not a PMTiles archive of version 3.`)
  return { kind, maxZoom: bytes[header.maxZoom]! }
}

/** Returns the additional policy sources if tiles come from another origin. */
export function mapSources({ archive, url }: MapTiles): Sources {
  if (archive) return {}
  const { origin } = new URL(url)
  return { 'connect-src': [origin], 'img-src': [origin] }
}

/** Serves the archive in the ranges that browsers request. */
export async function serveTiles(app: FastifyInstance, file: string): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: dirname(file), serve: false, decorateReply: true })
    scope.get(path, { config: { lane: 'reads' } }, (_, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('application/octet-stream')
        .sendFile(basename(file), { cacheControl: false }),
    )
  })
}
