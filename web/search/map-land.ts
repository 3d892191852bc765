type Position = [lng: number, lat: number]
type Ring = readonly number[]
type Shape =
  | { type: 'Polygon'; arcs: readonly Ring[] }
  | { type: 'MultiPolygon'; arcs: readonly (readonly Ring[])[] }
type Collection = { type: 'GeometryCollection'; geometries: readonly Shape[] }
/** TopoJSON as world-atlas has it: shared arcs of whole numbers, each the difference to the one before. */
export type Topology = {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: readonly (readonly (readonly [number, number])[])[]
  objects: { land: Collection; countries?: Collection }
}

const ringsOf = (shape: Shape): readonly (readonly Ring[])[] =>
  shape.type === 'Polygon' ? [shape.arcs] : shape.arcs

/** The land of the world, and the borders between two countries where the topology has countries. */
export function readLand({ transform: { scale, translate }, arcs, objects }: Topology) {
  const lines = arcs.map((arc): Position[] => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  /** A negative number is the arc walked backwards. */
  const lineOf = (index: number): Position[] => (index < 0 ? lines[~index]!.toReversed() : lines[index]!)
  const ring = (indexes: Ring): Position[] =>
    indexes.flatMap((index, at) => (at === 0 ? lineOf(index) : lineOf(index).slice(1)))
  const land = {
    type: 'MultiPolygon' as const,
    coordinates: objects.land.geometries.flatMap((shape) =>
      ringsOf(shape).map((polygon) => polygon.map(ring)),
    ),
  }
  const users = new Map<number, Set<number>>()
  for (const [country, shape] of (objects.countries?.geometries ?? []).entries())
    for (const index of ringsOf(shape).flat(2)) {
      const arc = index < 0 ? ~index : index
      users.set(arc, (users.get(arc) ?? new Set()).add(country))
    }
  const borders = {
    type: 'MultiLineString' as const,
    coordinates: [...users].flatMap(([arc, countries]) => (countries.size > 1 ? [lines[arc]!] : [])),
  }
  return { land, borders }
}
