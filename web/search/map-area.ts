import type { Map as MapLibre } from 'maplibre-gl'

/** An area in degrees; if it crosses the date line, west is greater than east. */
type Area = { south: number; west: number; north: number; east: number }

const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4
/** Normalises a longitude to -180 to 180. */
const wrapped = (lng: number): number => {
  const turned = ((((lng + 180) % 360) + 360) % 360) - 180
  return turned === -180 && lng > 0 ? 180 : turned
}
const within = (lat: number): number => Math.min(90, Math.max(-90, lat))

/**
 * Formats the map's area for the parameter `bounds`: "south,west,north,east" with four decimals, about ten metres. The
 * map's longitudes continue beyond 180 degrees; an area of 360 degrees or more covers the whole world.
 */
export function areaText({ south, west, north, east }: Area): string {
  const sides = east - west >= 360 ? [-180, 180] : [wrapped(west), wrapped(east)]
  return [within(south), sides[0]!, within(north), sides[1]!].map(rounded).join(',')
}

/** Parses the parameter for the map: east is always greater than west, if necessary beyond 180 degrees. */
export function areaOf(text: string): Area {
  const [south = 0, west = 0, north = 0, east = 0] = text.split(',').map(Number)
  return { south, west, north, east: east < west ? east + 360 : east }
}

type Point = { lat: number; lng: number }

/** Returns the smallest area that contains all points, across the date line if that is shorter; null without points. */
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

/** Shifts a longitude by multiples of 360 degrees so that it is nearest to another one. */
export const nearestEquivalentLongitude = (lng: number, to: number): number =>
  lng + 360 * Math.round((to - lng) / 360)

/** Projects a position to the map's element, on the copy of the world that is visible. */
export const screenPositionOf = (map: MapLibre, { lat, lng }: Point) =>
  map.project([nearestEquivalentLongitude(lng, map.getCenter().lng), lat])
