import { createHmac } from 'node:crypto'

const kmPerDegree = 111.195
const wrap = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180

/**
 * Returns a public position at a distance between half of `metres` and `metres`. `key` contains a secret and the
 * sitter's id; the offset depends only on the key and the region, so that neither repeated queries nor small
 * corrections of the position reveal more.
 */
export function blur(lat: number, lng: number, key: string, metres: number): { lat: number; lng: number } {
  const digest = createHmac('sha256', key)
    .update(`${lat.toFixed(1)},${lng.toFixed(1)}`)
    .digest()
  const angle = (digest.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI
  const share = Math.sqrt(0.25 + 0.75 * (digest.readUInt32BE(4) / 2 ** 32))
  const km = (metres / 1000) * share
  const blurredLat = Math.max(-90, Math.min(90, lat + (km * Math.cos(angle)) / kmPerDegree))
  const narrow = Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const blurredLng = wrap(lng + (km * Math.sin(angle)) / (kmPerDegree * narrow))
  return { lat: Number(blurredLat.toFixed(5)), lng: Number(blurredLng.toFixed(5)) }
}
