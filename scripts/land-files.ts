import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { cellDegrees, cellName, type LandFile } from '#web/search/map-land.ts'
import { coarseWorld, cutLand, readLand } from './land.ts'

const Pair = z.tuple([z.number(), z.number()])
const Rings = z.array(z.array(z.number()))
const Collection = z.object({
  type: z.literal('GeometryCollection'),
  geometries: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('Polygon'), arcs: Rings }),
      z.object({ type: z.literal('MultiPolygon'), arcs: z.array(Rings) }),
    ]),
  ),
})
const Atlas = z.object({
  transform: z.object({ scale: Pair, translate: Pair }),
  arcs: z.array(z.array(Pair)),
  objects: z.object({ land: Collection, countries: Collection.optional() }),
})

/** Reads a file of the package world-atlas. */
export const readAtlas = (name: 'countries-50m' | 'land-10m') =>
  readLand(
    Atlas.parse(
      JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`world-atlas/${name}.json`), 'utf8')),
    ),
  )

/** The files of the land by name: `world`, and one for each cell that has land. */
export function makeLand(): Map<string, LandFile> {
  const cells = cutLand(readAtlas('land-10m').polygons, cellDegrees)
  return new Map([
    ['world', coarseWorld(readAtlas('countries-50m'))],
    ...cells.map(({ column, row, box, polygons }): [string, LandFile] => [
      cellName(column, row),
      { boxes: [{ box, polygons }], borders: [] },
    ]),
  ])
}

/**
 * Adds the files of the land to the build, and provides their list as a module. The browser loads only the cells that it
 * shows: the whole of the precise land has 3 MB, and drawing it takes several seconds.
 */
export function landFiles(): Plugin {
  let made: { names: string[]; texts: Map<string, string>; prefix: string } | undefined
  const make = () => {
    const texts = new Map([...makeLand()].map(([name, file]) => [name, JSON.stringify(file)]))
    const hash = createHash('sha256')
    for (const text of texts.values()) hash.update(text)
    return { names: [...texts.keys()], texts, prefix: `assets/land-${hash.digest('hex').slice(0, 8)}-` }
  }
  return {
    name: 'land-files',
    resolveId: (id) => (id === 'virtual:land' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:land') return undefined
      made ??= make()
      return `export const landPrefix = ${JSON.stringify(`/${made.prefix}`)}; export const landNames = ${JSON.stringify(made.names.join(' '))}.split(' ')`
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      made ??= make()
      for (const [name, source] of made.texts)
        this.emitFile({ type: 'asset', fileName: `${made.prefix}${name}.json`, source })
    },
  }
}
