import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { mapSources, readTiles, serveTiles } from '#server/pictures/map-tiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

function archive(name: string, { magic = 'PMTiles', version = 3, kind = 1, maxZoom = 13 } = {}): string {
  const bytes = Buffer.alloc(200, 7)
  bytes.write(magic, 0, 'latin1')
  bytes.set([version], 7)
  bytes.set([kind, 0, maxZoom], 99)
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}
const named = { attribution: '© Somebody', attributionUrl: null }
const read = (environment: Record<string, string>) =>
  readConfig({ SECRET: 'x'.repeat(32), ...environment }, '/nowhere').map

describe('the configuration', () => {
  test('is undefined by default', () => expect(read({})).toBeUndefined())

  test('accepts a file relative to the data directory or a URL', () => {
    expect(read({ DATA_DIR: '/data', MAP_TILES_FILE: 'map.pmtiles', MAP_ATTRIBUTION: '© Somebody' })).toEqual(
      { tiles: { file: '/data/map.pmtiles' }, ...named },
    )
    const url = 'https://tiles.example.org/{z}/{x}/{y}.png'
    expect(
      read({
        MAP_TILES_URL: url,
        MAP_TILES_MAX_ZOOM: '18',
        MAP_ATTRIBUTION: '© Somebody',
        MAP_ATTRIBUTION_URL: 'https://somebody.example.org/',
      }),
    ).toEqual({
      tiles: { url, maxZoom: 18 },
      attribution: '© Somebody',
      attributionUrl: 'https://somebody.example.org',
    })
  })

  test.each([
    [{ MAP_TILES_FILE: 'a.pmtiles' }, /MAP_ATTRIBUTION: Say whose map it is/],
    [{ MAP_ATTRIBUTION: 'me' }, /MAP_ATTRIBUTION: Set MAP_TILES_FILE or MAP_TILES_URL too/],
    [{ MAP_TILES_URL: 'https://tiles.example.org/', MAP_ATTRIBUTION: 'me' }, /Name \{z\}, \{x\} and \{y\}/],
    [
      { MAP_TILES_FILE: 'a', MAP_TILES_URL: 'https://a.org/{z}/{x}/{y}', MAP_ATTRIBUTION: 'me' },
      /either this or MAP_TILES_FILE/,
    ],
  ])('%o is refused with a message', (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence)
  })
})

describe('an archive', () => {
  test('provides the kind and the maximum zoom of its tiles', () => {
    const tiles = readTiles({ tiles: { file: archive('vector', { maxZoom: 11 }) }, ...named })
    expect(tiles).toMatchObject({ archive: true, kind: 'vector', maxZoom: 11, url: '/map/tiles.pmtiles' })
    expect(mapSources(tiles)).toEqual({})
    expect(readTiles({ tiles: { file: archive('png', { kind: 2 }) }, ...named }).kind).toBe('raster')
  })

  test.each([
    ['another kind of file', { magic: 'PNGTile' }],
    ['an older version', { version: 2 }],
    ['unknown tiles', { kind: 0 }],
  ])('is refused as not being PMTiles: %s', (name, bytes) => {
    const file = archive(name.replaceAll(' ', '-'), bytes)
    expect(() => readTiles({ tiles: { file }, ...named })).toThrow(/is not a PMTiles archive/)
  })

  test('is refused with a message if the file does not exist', () => {
    expect(() => readTiles({ tiles: { file: join(folder, 'none') }, ...named })).toThrow(/cannot be read/)
  })

  test('is served in HTTP byte ranges', async () => {
    const app = Fastify()
    await serveTiles(app, archive('served'))
    const { statusCode, headers, rawPayload } = await app.inject({
      url: '/map/tiles.pmtiles',
      headers: { range: 'bytes=0-6' },
    })
    expect(statusCode).toBe(206)
    expect(rawPayload.toString()).toBe('PMTiles')
    expect(headers).toMatchObject({ 'content-range': 'bytes 0-6/200', etag: expect.any(String) })
    await app.close()
  })
})

test('tiles from a URL add only their origin to the content security policy', () => {
  const tilesAt = (url: string) => readTiles({ tiles: { url, maxZoom: 14 }, ...named })
  const vector = tilesAt('https://tiles.example.org/a/{z}/{x}/{y}.pbf?key=1')
  expect(vector.kind).toBe('vector')
  expect(mapSources(vector)).toEqual({
    'connect-src': ['https://tiles.example.org'],
    'img-src': ['https://tiles.example.org'],
  })
  expect(tilesAt('https://tiles.example.org/{z}/{x}/{y}@2x.png').kind).toBe('raster')
})
