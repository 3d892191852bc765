import { createHmac, timingSafeEqual } from 'node:crypto'

/** Names of stored files; each holds what no two files share, so nothing in them is ever written twice. */
export const partName = (fileId: string, offset: number, mark: string) =>
  `incoming/${fileId}/${offset}-${mark}`
export const pictureName = (hash: string, width: number) =>
  `pictures/${hash.slice(0, 2)}/${hash}/${width}.webp`
export const documentName = (hash: string) => `documents/${hash.slice(0, 2)}/${hash}/original.pdf`

/** Where everybody finds a picture; it never changes. */
export const publicAddress = (hash: string, width: number) => `/files/${hash}/${width}.webp`

export type Signing = { secret: string; now: Date }

const windowMs = 3_600_000

/** Addresses made in one hour are the same, so that a browser keeps what it has; they end with the next hour. */
const endOf = (now: Date) => (Math.floor(now.getTime() / windowMs) + 2) * windowMs

const keyOf = (fileId: string, until: number, secret: string) =>
  createHmac('sha256', secret).update(`file\0${fileId}\0${until}`).digest('base64url').slice(0, 32)

/** Where only those find a file who have just been told: an `<img>` sends no sign-in along. */
export function privateAddress(fileId: string, name: string, { secret, now }: Signing): string {
  const until = endOf(now)
  return `/files/private/${fileId}/${name}?until=${until}&key=${keyOf(fileId, until, secret)}`
}

/** Milliseconds for which the address is still good; null when it is not ours or over. */
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
