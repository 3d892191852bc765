import { createHmac, timingSafeEqual } from 'node:crypto'

/** Names of stored files. Each contains a part unique to one file, so that nothing is ever overwritten. */
export const partName = (fileId: string, offset: number, mark: string) =>
  `incoming/${fileId}/${offset}-${mark}`
export const pictureName = (hash: string, width: number) =>
  `pictures/${hash.slice(0, 2)}/${hash}/${width}.webp`
/** Name of the drawing, a compressed SVG, from which the widths of a picture are made when they are first read. */
export const drawingName = (hash: string) => `pictures/${hash.slice(0, 2)}/${hash}/drawing.svgz`
export const documentName = (hash: string) => `documents/${hash.slice(0, 2)}/${hash}/original.pdf`

/** Returns the public address of a picture, which never changes. */
export const publicAddress = (hash: string, width: number) => `/files/${hash}/${width}.webp`

export type Signing = { secret: string; now: Date }

const windowMs = 3_600_000

/**
 * Returns the expiry: all addresses made within one hour are the same, so that browsers can cache them; they expire at
 * the end of the next hour.
 */
const endOf = (now: Date) => (Math.floor(now.getTime() / windowMs) + 2) * windowMs

const keyOf = (fileId: string, until: number, secret: string) =>
  createHmac('sha256', secret).update(`file\0${fileId}\0${until}`).digest('base64url').slice(0, 32)

/** Returns a signed address that expires, because an `<img>` request carries no token. */
export function privateAddress(fileId: string, name: string, { secret, now }: Signing): string {
  const until = endOf(now)
  return `/files/private/${fileId}/${name}?until=${until}&key=${keyOf(fileId, until, secret)}`
}

/** Returns the milliseconds for which the address is still valid; null if it is forged or expired. */
export function timeLeft(
  fileId: string,
  { until, key }: { until?: unknown; key?: unknown },
  { secret, now }: Signing,
): number | null {
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,16}$/.test(until)) return null
  const right = Buffer.from(keyOf(fileId, Number(until), secret))
  const given = Buffer.from(key)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const left = Number(until) - now.getTime()
  return left > 0 ? left : null
}
