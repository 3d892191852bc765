// Cuts the world's land, as published by Natural Earth, into the boxes that the map of the search draws.
import {
  boxAt,
  type Box,
  type LandBox,
  type LandFile,
  type PackedLine,
  unitsPerDegree,
} from '#web/search/map-land.ts'

type Position = readonly [lng: number, lat: number]
type Ring = readonly number[]
type Shape =
  | { type: 'Polygon'; arcs: readonly Ring[] }
  | { type: 'MultiPolygon'; arcs: readonly (readonly Ring[])[] }
type Collection = { type: 'GeometryCollection'; geometries: readonly Shape[] }
/** TopoJSON as used by world-atlas: shared arcs of integers, each the difference from the previous one. */
export type Topology = {
  transform: { scale: readonly [number, number]; translate: readonly [number, number] }
  arcs: readonly (readonly (readonly [number, number])[])[]
  objects: { land: Collection; countries?: Collection | undefined }
}

const ringsOf = (shape: Shape): readonly (readonly Ring[])[] =>
  shape.type === 'Polygon' ? [shape.arcs] : shape.arcs

/**
 * Continues longitudes past ±180 where a line crosses the antimeridian. Otherwise the line to the next position would
 * cross the whole map.
 */
function unwrap(line: readonly Position[]): Position[] {
  let offsetDegrees = 0
  return line.map(([lng, lat], index) => {
    const before = line[index - 1]
    if (before && Math.abs(lng - before[0]) > 180) offsetDegrees += lng < before[0] ? 360 : -360
    return [lng + offsetDegrees, lat]
  })
}

/** Closes a ring around a pole, which ends 360 degrees from its start, along the edge of the map. */
function closeAroundPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0]!, ring.at(-1)!]
  if (first[0] === last[0]) return ring
  const pole = first[1] < 0 ? -90 : 90
  return [...ring, [last[0], pole], [first[0], pole], first]
}

/** The data has a ring without area at the South Pole, whose line would cross the whole map. */
const isAtPole = (ring: readonly Position[]): boolean => ring.every(([, lat]) => Math.abs(lat) > 89.9)

type World = { polygons: Position[][][]; borders: Position[][] }

/** Converts the topology to the world's land and, if it has countries, the borders between them. */
export function readLand({ transform: { scale, translate }, arcs, objects }: Topology): World {
  const lines = arcs.map((arc): Position[] => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  /** A negative index means the arc in reverse. */
  const lineOf = (index: number): Position[] => (index < 0 ? lines[~index]!.toReversed() : lines[index]!)
  const ring = (indexes: Ring): Position[] =>
    indexes.flatMap((index, at) => (at === 0 ? lineOf(index) : lineOf(index).slice(1)))
  const polygons = objects.land.geometries.flatMap((shape) =>
    ringsOf(shape).map((polygon) =>
      polygon.map((indexes) => closeAroundPole(unwrap(ring(indexes)))).filter((one) => !isAtPole(one)),
    ),
  )
  const countriesByArc = new Map<number, Set<number>>()
  for (const [country, shape] of (objects.countries?.geometries ?? []).entries())
    for (const index of ringsOf(shape).flat(2)) {
      const arc = index < 0 ? ~index : index
      countriesByArc.set(arc, (countriesByArc.get(arc) ?? new Set()).add(country))
    }
  const borders = [...countriesByArc].flatMap(([arc, countries]) => (countries.size > 1 ? [lines[arc]!] : []))
  return { polygons, borders }
}

type Side = { axis: 0 | 1; limit: number; isInside: (position: Position) => boolean }

/** The part of a ring on one side of a limit, from where it comes inside to where it leaves. */
type Chain = { positions: Position[]; enters: number; leaves: number }

/** The parts of a ring that are inside; a string if the whole ring is inside or outside. */
function chainsOf(
  ring: readonly Position[],
  { axis, limit, isInside }: Side,
): Chain[] | 'inside' | 'outside' {
  const outside = ring.findIndex((position) => !isInside(position))
  if (outside === -1) return 'inside'
  const crossing = (from: Position, to: Position): Position => {
    const share = (limit - from[axis]) / (to[axis] - from[axis])
    const across = from[1 - axis]! + share * (to[1 - axis]! - from[1 - axis]!)
    return axis === 0 ? [limit, across] : [across, limit]
  }
  const chains: Chain[] = []
  let chain: Chain | undefined
  for (let step = 1; step <= ring.length; step++) {
    const [from, to] = [ring[(outside + step - 1) % ring.length]!, ring[(outside + step) % ring.length]!]
    if (isInside(from) !== isInside(to)) {
      const on = crossing(from, to)
      if (chain) {
        chain.positions.push(on)
        chain.leaves = on[1 - axis]!
        chains.push(chain)
        chain = undefined
      } else chain = { positions: [on], enters: on[1 - axis]!, leaves: Number.NaN }
    }
    if (chain && isInside(to)) chain.positions.push(to)
  }
  return chains.length === 0 ? 'outside' : chains
}

/**
 * Cuts off what is beyond a limit. A ring that leaves and comes back several times becomes several rings: with one ring,
 * the map would draw lines along the limit between them. Along the limit, the ring is inside between the first crossing
 * and the second, between the third and the fourth, and so on. The rings are not closed.
 */
function clip(ring: readonly Position[], side: Side): Position[][] {
  const chains = chainsOf(ring, side)
  if (chains === 'outside') return []
  if (chains === 'inside') return [[...ring]]
  const crossings = chains
    .flatMap((chain) => [
      { at: chain.enters, chain, enters: true },
      { at: chain.leaves, chain, enters: false },
    ])
    .sort((one, other) => one.at - other.at)
  const nextOf = new Map<Chain, Chain>()
  for (const [index, { chain, enters }] of crossings.entries()) {
    const partner = crossings[index % 2 === 0 ? index + 1 : index - 1]!
    if (!enters && partner.enters) nextOf.set(chain, partner.chain)
  }
  // Two crossings at the same position may be in the wrong order. A single ring is correct then, although the map draws
  // lines along the limit.
  if (nextOf.size < chains.length) return [chains.flatMap(({ positions }) => positions)]
  const rings: Position[][] = []
  const left = new Set(chains)
  for (const first of left) {
    const joined: Position[] = []
    for (let chain = first; left.delete(chain); chain = nextOf.get(chain)!) joined.push(...chain.positions)
    rings.push(joined)
  }
  return rings
}

const between = (ring: readonly Position[], axis: 0 | 1, least: number, most: number): Position[][] =>
  clip(ring, { axis, limit: least, isInside: (position) => position[axis] >= least }).flatMap((part) =>
    clip(part, { axis, limit: most, isInside: (position) => position[axis] <= most }),
  )

function contains(ring: readonly Position[], [lng, lat]: Position): boolean {
  return ring.reduce((isInside, [x, y], at) => {
    const [px, py] = ring.at(at - 1)!
    return y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x ? !isInside : isInside
  }, false)
}

const inUnits = (degrees: number): number => Math.round(degrees * unitsPerDegree)

/** Packs a line, without positions that rounding makes equal to the previous one. */
function pack(line: readonly Position[]): PackedLine {
  let [x, y] = [0, 0]
  return line.flatMap(([lng, lat], at) => {
    const [dx, dy] = [inUnits(lng) - x, inUnits(lat) - y]
    if (at > 0 && dx === 0 && dy === 0) return []
    x += dx
    y += dy
    return [dx, dy]
  })
}

/** Packs a ring and closes it; empty if rounding leaves fewer than three different positions. */
function packRing(ring: readonly Position[]): PackedLine {
  const packed = ring.length > 2 ? pack([...ring, ring[0]!]) : []
  return packed.length < 8 ? [] : packed
}

type Span = { ring: readonly Position[]; west: number; east: number }

/** The same ring on the neighbouring copies of the world, where a ring that crosses the antimeridian continues. */
function copiesOf(closed: readonly Position[]): Span[] {
  const ring = closed.slice(1)
  const [west, east] = ring.reduce(
    ([least, most], [lng]) => [Math.min(least, lng), Math.max(most, lng)],
    [Infinity, -Infinity],
  )
  return [0, -360, 360].flatMap((shift) =>
    west + shift >= 180 || east + shift <= -180
      ? []
      : [{ ring: ring.map(([lng, lat]) => [lng + shift, lat]), west: west + shift, east: east + shift }],
  )
}

type Piece = { outer: Position[]; holes: Position[][] }

/** The pieces of the land between two meridians. */
function columnOf(polygons: readonly Span[][][], [west, , east]: Box): Piece[] {
  const within = (copies: readonly Span[]) =>
    copies.flatMap((copy) => (copy.west < east && copy.east > west ? between(copy.ring, 0, west, east) : []))
  return polygons.flatMap(([outer, ...holes]) => {
    const pieces = outer ? within(outer) : []
    const inside = pieces.length > 0 ? holes.flatMap(within) : []
    return pieces.map((outerPiece) => ({ outer: outerPiece, holes: inside }))
  })
}

function boxOf(column: readonly Piece[], box: Box): LandBox {
  const [, south, , north] = box
  const polygons = column.flatMap(({ outer, holes }) => {
    const holesHere = holes.flatMap((hole) => between(hole, 1, south, north))
    return between(outer, 1, south, north).map((ring) => [
      ring,
      ...holesHere.filter((hole) => hole.some((position) => contains(ring, position))),
    ])
  })
  return {
    box,
    polygons: polygons.flatMap(([outer, ...holes]) => {
      const edge = packRing(outer!)
      return edge.length === 0 ? [] : [[edge, ...holes.map(packRing).filter(({ length }) => length > 0)]]
    }),
  }
}

export type CutBox = LandBox & { column: number; row: number }

/** Cuts the land into boxes of the given size; those without land are left out. */
export function cutLand(polygons: readonly Position[][][], degrees: number): CutBox[] {
  const spans = polygons.map((rings) => rings.map(copiesOf))
  return Array.from({ length: 360 / degrees }, (_, column) => {
    const pieces = columnOf(spans, boxAt(column, 0, degrees))
    return Array.from({ length: 180 / degrees }, (__, row) => ({
      ...boxOf(pieces, boxAt(column, row, degrees)),
      column,
      row,
    }))
  })
    .flat()
    .filter(({ polygons: land }) => land.length > 0)
}

/** Boxes of the coarse land: small enough that no polygon has so many positions that it is filled incorrectly. */
const coarseDegrees = 30

/** The whole world, for views that show large parts of it. */
export function coarseWorld({ polygons, borders }: World): LandFile {
  const land = cutLand(polygons, coarseDegrees).map(({ box, polygons: inside }) => ({
    box,
    polygons: inside,
  }))
  return { boxes: [{ box: [-180, -90, 180, 90], polygons: [] }, ...land], borders: borders.map(pack) }
}
