type Position = [lng: number, lat: number]
type Ring = readonly number[]
type Shape =
  | { type: 'Polygon'; arcs: readonly Ring[] }
  | { type: 'MultiPolygon'; arcs: readonly (readonly Ring[])[] }
type Collection = { type: 'GeometryCollection'; geometries: readonly Shape[] }
/** TopoJSON as used by world-atlas: shared arcs of integers, each the difference from the previous one. */
export type Topology = {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: readonly (readonly (readonly [number, number])[])[]
  objects: { land: Collection; countries?: Collection }
}

const ringsOf = (shape: Shape): readonly (readonly Ring[])[] =>
  shape.type === 'Polygon' ? [shape.arcs] : shape.arcs

/**
 * Continues longitudes past ±180 where a line crosses the antimeridian. Otherwise the line to the next position would
 * cross the whole map. The map draws what lies past its edge on the other side.
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

/** Converts the topology to the world's land and, if it has countries, the borders between them. */
export function readLand({ transform: { scale, translate }, arcs, objects }: Topology) {
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
  const land = {
    type: 'MultiPolygon' as const,
    coordinates: objects.land.geometries.flatMap((shape) =>
      ringsOf(shape).map((polygon) => polygon.map((indexes) => closeAroundPole(unwrap(ring(indexes))))),
    ),
  }
  const countriesByArc = new Map<number, Set<number>>()
  for (const [country, shape] of (objects.countries?.geometries ?? []).entries())
    for (const index of ringsOf(shape).flat(2)) {
      const arc = index < 0 ? ~index : index
      countriesByArc.set(arc, (countriesByArc.get(arc) ?? new Set()).add(country))
    }
  const borders = {
    type: 'MultiLineString' as const,
    coordinates: [...countriesByArc].flatMap(([arc, countries]) =>
      countries.size > 1 ? [unwrap(lines[arc]!)] : [],
    ),
  }
  return { land, borders }
}
