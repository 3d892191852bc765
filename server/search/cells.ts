import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'

export type Position = { lat: number; lng: number }

const resolution = 6
/** No point of a cell of this resolution is further from its centre; the largest ones reach 4.1 km. */
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

/** Cells are compared as SQL `bigint`, so they leave as decimal strings. */
const asBigint = (cell: string): string => BigInt(`0x${cell}`).toString()

/** The cell of a position, as the search document stores it. */
export const cellOf = (lat: number, lng: number): string => asBigint(latLngToCell(lat, lng, resolution))

/** Cells that together cover the circle, walked outwards from its centre, so that poles and pentagons need no care. */
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
