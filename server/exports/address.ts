import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the folder of an archive. Attempts never overwrite each other's parts. */
export const folderOf = (exportId: string): string => `exports/${exportId}`
export const partName = (exportId: string, attempt: number, part: number): string =>
  `${folderOf(exportId)}/${attempt}/${part}`
/** Binds a sealed part to its position: it can be unsealed only there. */
export const sealContextOf = (exportId: string, attempt: number, part: number): string =>
  `data_export:${exportId}/${attempt}/${part}`

const keyOf = (exportId: string, until: number, secret: string) =>
  createHmac('sha256', secret).update(`export\0${exportId}\0${until}`).digest('base64url')

/** Returns the signed download URL; signed, because a browser sends no access token with a download. */
export const addressOf = (exportId: string, name: string, until: Date, secret: string): string =>
  `/exports/${exportId}/${name}?until=${until.getTime()}&key=${keyOf(exportId, until.getTime(), secret)}`

/** Returns true if the URL carries our signature and has not expired. */
export function isValidAddress(
  exportId: string,
  { until, key }: { until?: unknown; key?: unknown },
  { secret, now }: { secret: string; now: Date },
): boolean {
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,16}$/.test(until)) return false
  const right = Buffer.from(keyOf(exportId, Number(until), secret))
  const given = Buffer.from(key)
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > now.getTime()
}
