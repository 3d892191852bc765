/** Latitude and longitude. */
export type Point = readonly [lat: number, lng: number]

export const pointsOf = (text: string): Point[] =>
  text.split(' ').map((pair): Point => {
    const [lat = Number.NaN, lng = Number.NaN] = pair.split(',').map(Number)
    return [lat, lng]
  })

/** Five decimals are about a metre. */
export const writePoints = (points: readonly Point[]): string =>
  points.map(([lat, lng]) => `${+lat.toFixed(5)},${+lng.toFixed(5)}`).join(' ')

const metresPerDegree = 111_195

/**
 * Returns the distance in metres of a point from the segment between two others, on a plane, which is exact enough for
 * a walk.
 */
function offLine(point: Point, from: Point, to: Point): number {
  const scale = Math.cos((from[0] * Math.PI) / 180)
  const flat = ([lat, lng]: Point) =>
    [(lng - from[1]) * scale * metresPerDegree, (lat - from[0]) * metresPerDegree] as const
  const [x, y] = flat(point)
  const [dx, dy] = flat(to)
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length))
  return Math.hypot(x - along * dx, y - along * dy)
}

/** Smaller than the accuracy of a phone's position. */
const toleranceMetres = 5

/**
 * Simplifies a line to as few of its points as keep it within the tolerance (Douglas and Peucker, 1973); its ends stay.
 */
export function simplified(points: readonly Point[], tolerance = toleranceMetres): Point[] {
  const keptIndexes = new Set([0, points.length - 1])
  const open: [first: number, last: number][] = [[0, points.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part
    let farthest = first
    let most = tolerance
    for (let index = first + 1; index < last; index++) {
      const off = offLine(points[index]!, points[first]!, points[last]!)
      if (off > most) [farthest, most] = [index, off]
    }
    if (farthest === first) continue
    keptIndexes.add(farthest)
    open.push([first, farthest], [farthest, last])
  }
  return points.filter((_, index) => keptIndexes.has(index))
}
