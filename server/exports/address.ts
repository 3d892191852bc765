import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where the parts of an archive are; another attempt never touches those of the one before. */
export const folderOf = (exportId: string): string => `exports/${exportId}`
export const partName = (exportId: string, attempt: number, part: number): string =>
  `${folderOf(exportId)}/${attempt}/${part}`
/** A part opens only in its place. */
export const sealPlace = (exportId: string, attempt: number, part: number): string =>
  `data_export:${exportId}/${attempt}/${part}`

const keyOf = (exportId: string, until: number, secret: string) =>
  createHmac('sha256', secret).update(`export\0${exportId}\0${until}`).digest('base64url')

/** Where a browser fetches the archive: it sends no sign-in along with a download. */
export const addressOf = (exportId: string, name: string, until: Date, secret: string): string =>
  `/exports/${exportId}/${name}?until=${until.getTime()}&key=${keyOf(exportId, until.getTime(), secret)}`

/** The address is one of ours, and its time is not over. */
export function isGood(
  exportId: string,
  { until, key }: { until?: unknown; key?: unknown },
  { secret, now }: { secret: string; now: Date },
): boolean {
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,16}$/.test(until)) return false
  const right = Buffer.from(keyOf(exportId, Number(until), secret))
  const given = Buffer.from(key)
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > now.getTime()
}
