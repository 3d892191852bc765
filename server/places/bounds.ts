/** Degrees; `west` is greater than `east` if the area crosses the antimeridian. */
export type Bounds = { south: number; west: number; north: number; east: number }

/** Parses "south,west,north,east"; calls `fault` with a sentence for each mistake. */
export function parseBounds(text: string | undefined, fault: (message: string) => void): Bounds | undefined {
  if (text === undefined || text === '') return undefined
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [south, west, north, east] = numbers
  if (numbers.length !== 4 || numbers.some((number) => !Number.isFinite(number))) {
    fault('Write the area as south,west,north,east, four numbers')
    return undefined
  }
  const bounds = { south: south!, west: west!, north: north!, east: east! }
  if (bounds.south > bounds.north) fault('The south of the area must not lie north of its north')
  if (Math.max(Math.abs(bounds.south), Math.abs(bounds.north)) > 90)
    fault('South and north lie between -90 and 90')
  if (Math.max(Math.abs(bounds.west), Math.abs(bounds.east)) > 180)
    fault('West and east lie between -180 and 180')
  return bounds
}
