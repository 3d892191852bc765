import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import Negotiator from 'negotiator'
import { keysOf } from '#contract/entries.ts'

export type Encoding = 'zstd' | 'br' | 'gzip'

/** In order of preference; higher levels cost more time than they save bytes (docs/performance.md). */
const encoders: Record<Encoding, (bytes: Buffer) => Buffer> = {
  zstd: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 6 }),
}
export const encodings = keysOf(encoders)
export const encode = (encoding: Encoding, bytes: Buffer): Buffer => encoders[encoding](bytes)

/** What browsers send; there are only a few, so that all of them fit. */
const chosen = new Map<string, Encoding | undefined>()
const mostChosen = 100

/** Returns our preferred encoding among those that an Accept-Encoding header allows; undefined means uncompressed. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  if (chosen.has(header)) return chosen.get(header)
  const allowed = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(encodings)
  const encoding = encodings.find((one) => allowed.includes(one))
  if (chosen.size < mostChosen) chosen.set(header, encoding)
  return encoding
}
