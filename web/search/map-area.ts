/** An area in degrees; west lies above east where it crosses the date line. */
type Area = { south: number; west: number; north: number; east: number }

const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4
/** -180 to 180. */
const wrapped = (lng: number): number => {
  const turned = ((((lng + 180) % 360) + 360) % 360) - 180
  return turned === -180 && lng > 0 ? 180 : turned
}
const within = (lat: number): number => Math.min(90, Math.max(-90, lat))

/**
 * What a map shows, as the parameter `bounds` says it: "south,west,north,east" with four decimals, about ten metres.
 * A map counts on beyond 180 degrees; one that shows the whole way round shows everything.
 */
export function areaText({ south, west, north, east }: Area): string {
  const sides = east - west >= 360 ? [-180, 180] : [wrapped(west), wrapped(east)]
  return [within(south), sides[0]!, within(north), sides[1]!].map(rounded).join(',')
}

/** The area of the parameter for a map to show: its east lies above its west, even if that is beyond 180 degrees. */
export function areaOf(text: string): Area {
  const [south = 0, west = 0, north = 0, east = 0] = text.split(',').map(Number)
  return { south, west, north, east: east < west ? east + 360 : east }
}

type Point = { lat: number; lng: number }

/** The smallest area with all points in it, the short way round the world; null without any. */
export function areaAround(points: readonly Point[]): Area | null {
  if (points.length === 0) return null
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng).sort((a, b) => a - b)
  let [west, east, widest] = [lngs[0]!, lngs.at(-1)!, lngs[0]! + 360 - lngs.at(-1)!]
  for (const [index, lng] of lngs.entries()) {
    const next = lngs[index + 1]
    if (next === undefined || next - lng <= widest) continue
    ;[west, east, widest] = [next, lng + 360, next - lng]
  }
  return { south: Math.min(...lats), west, north: Math.max(...lats), east }
}

/** The same meridian, on the turn of the world that lies nearest to another one. */
export const nearestTurn = (lng: number, to: number): number => lng + 360 * Math.round((to - lng) / 360)
