import type { ReportCard } from '#contract/care/report-cards.ts'
import { formatKilometres } from '#web/format.ts'

export type Point = readonly [lat: number, lng: number]

const metresPerDegree = 111_195
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Uses a flat-earth approximation, which is accurate enough for a walk. */
export function metresBetween([lat, lng]: Point, [toLat, toLng]: Point): number {
  const east = (toLng - lng) * Math.cos(radians(lat))
  return Math.hypot(toLat - lat, east) * metresPerDegree
}

const pointsOf = (text: string): Point[] =>
  text.split(' ').map((pair) => {
    const [lat = 0, lng = 0] = pair.split(',').map(Number)
    return [lat, lng]
  })

/** Projects the pieces of a route onto a plane in metres, x to the east and y to the south, and measures its length. */
export function linesOf(routes: ReportCard['routes']) {
  const pieces = routes.map(({ points }) => pointsOf(points))
  const all = pieces.flat()
  const first = all[0]
  if (!first) return null
  const scale = Math.cos(radians(first[0]))
  const flat = ([lat, lng]: Point) =>
    [(lng - first[1]) * scale * metresPerDegree, (first[0] - lat) * metresPerDegree] as const
  const metres = pieces.reduce(
    (sum, piece) =>
      sum + piece.slice(1).reduce((length, point, index) => length + metresBetween(piece[index]!, point), 0),
    0,
  )
  const spots = all.map(flat)
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)]
  const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
  return { lines: pieces.map((piece) => piece.map(flat)), start: spots[0]!, end: spots.at(-1)!, box, metres }
}

/** "350 m", "1.2 km". */
export const lengthWords = (metres: number): string =>
  metres < 950 ? `${Math.round(metres / 10) * 10} m` : formatKilometres(metres / 1000)
