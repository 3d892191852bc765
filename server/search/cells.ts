import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'

export type Position = { lat: number; lng: number }

const resolution = 6
/** Upper bound of the distance from a cell's centre to any of its points; the largest cells reach 4.1 km. */
const cellRadiusKm = 4.2
const earthRadiusKm = 6371.0088
const radians = Math.PI / 180

/** Great-circle distance (haversine). */
export function distanceKm(from: Position, to: Position): number {
  const halfLat = Math.sin(((to.lat - from.lat) * radians) / 2)
  const halfLng = Math.sin(((to.lng - from.lng) * radians) / 2)
  const chord =
    halfLat * halfLat + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * halfLng * halfLng
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Returns a decimal string, because SQL compares cells as `bigint`. */
const asBigint = (cell: string): string => BigInt(`0x${cell}`).toString()

/** Returns the cell of a position, as stored in the search document. */
export const cellOf = (lat: number, lng: number): string => asBigint(latLngToCell(lat, lng, resolution))

/**
 * Returns cells that together cover the circle. Walks outwards from its centre, so that poles and pentagons need no
 * special handling.
 */
export function cellsAround(lat: number, lng: number, radiusKm: number): string[] {
  const first = latLngToCell(lat, lng, resolution)
  const seen = new Set([first])
  const queue = [first]
  for (const cell of queue)
    for (const next of gridDisk(cell, 1)) {
      if (seen.has(next)) continue
      seen.add(next)
      const [nextLat, nextLng] = cellToLatLng(next)
      const away = distanceKm({ lat, lng }, { lat: nextLat, lng: nextLng })
      if (away <= radiusKm + cellRadiusKm) queue.push(next)
    }
  return queue.map(asBigint)
}
