type Position = [lng: number, lat: number]

/** Coordinates in the files of the land are whole thousandths of a degree, at most 111 metres. */
export const unitsPerDegree = 1000
/** Edge of the squares into which the precise land is cut. */
export const cellDegrees = 10
/** How far the land of a box reaches into its neighbours, so that no gap shows between two boxes. */
export const overlapDegrees = 0.05

/** The sides of a part of the world, in degrees: west, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number]
/** The first position in units, then the difference of each position from the previous one. */
export type PackedLine = readonly number[]
/** The land within a box. What is not land is water. */
export type LandBox = { box: Box; polygons: readonly (readonly PackedLine[])[] }
/** A file of the land, made during the build by `scripts/land-files.ts`. */
export type LandFile = { boxes: readonly LandBox[]; borders: readonly PackedLine[] }

type Kind = 'water' | 'land' | 'coast' | 'border'

/** A box of the grid, which begins at 180° west and 90° south, widened by the overlap but never beyond the world. */
export function boxAt(column: number, row: number, degrees: number): Box {
  const [west, south] = [column * degrees - 180, row * degrees - 90]
  return [
    Math.max(-180, west - overlapDegrees),
    Math.max(-90, south - overlapDegrees),
    Math.min(180, west + degrees + overlapDegrees),
    Math.min(90, south + degrees + overlapDegrees),
  ]
}

export const cellName = (column: number, row: number): string => `${column}-${row}`

type Area = { south: number; west: number; north: number; east: number }
export type Cell = { name: string; box: Box }

/** The cells of the precise land in an area, whose longitudes may continue beyond 180 degrees. */
export function cellsIn({ south, west, north, east }: Area): Cell[] {
  const columns = 360 / cellDegrees
  const first = Math.floor((west + 180) / cellDegrees)
  const last = Math.min(Math.floor((east + 180) / cellDegrees), first + columns - 1)
  const lowest = Math.floor((Math.max(south, -90) + 90) / cellDegrees)
  const highest = Math.min(Math.floor((north + 90) / cellDegrees), 180 / cellDegrees - 1)
  const cells: Cell[] = []
  for (let turned = first; turned <= last; turned++)
    for (let row = lowest; row <= highest; row++) {
      const column = ((turned % columns) + columns) % columns
      cells.push({ name: cellName(column, row), box: boxAt(column, row, cellDegrees) })
    }
  return cells
}

function unpack(line: PackedLine): Position[] {
  let [x, y] = [0, 0]
  const positions: Position[] = []
  for (let at = 0; at < line.length; at += 2) {
    x += line[at]!
    y += line[at + 1]!
    positions.push([x / unitsPerDegree, y / unitsPerDegree])
  }
  return positions
}

/** Returns the parts of a ring that are a coast: not those along a side of the box, where the land is merely cut. */
function coastsOf(ring: readonly Position[], [west, south, east, north]: Box): Position[][] {
  const isCut = ([lng, lat]: Position, [nextLng, nextLat]: Position) =>
    (lng === nextLng && (lng === west || lng === east)) ||
    (lat === nextLat && (lat === south || lat === north))
  const coasts: Position[][] = []
  let coast: Position[] = []
  for (const [at, position] of ring.entries()) {
    coast.push(position)
    const next = ring[at + 1]
    if (next && !isCut(position, next)) continue
    if (coast.length > 1) coasts.push(coast)
    coast = []
  }
  return coasts
}

const feature = <Geometry>(kind: Kind, geometry: Geometry) => ({
  type: 'Feature' as const,
  properties: { kind },
  geometry,
})

function boxFeatures({ box, polygons }: LandBox) {
  const [west, south, east, north] = box
  const outline = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const coordinates = polygons.map((rings) => rings.map(unpack))
  return [
    feature('water', { type: 'Polygon' as const, coordinates: [outline] }),
    feature('land', { type: 'MultiPolygon' as const, coordinates }),
    feature('coast', {
      type: 'MultiLineString' as const,
      coordinates: coordinates.flat().flatMap((ring) => coastsOf(ring, box)),
    }),
  ]
}

/** The content of the files as the map draws it: water, land on it, coasts and borders, told apart by `kind`. */
export const landFeatures = (files: readonly LandFile[]) => ({
  type: 'FeatureCollection' as const,
  features: files.flatMap(({ boxes, borders }) => [
    ...boxes.flatMap(boxFeatures),
    feature('border', { type: 'MultiLineString' as const, coordinates: borders.map(unpack) }),
  ]),
})
