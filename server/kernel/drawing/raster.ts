import { gunzipSync, gzipSync } from 'node:zlib'
import { limitConcurrency } from '#server/kernel/jobs/limit-concurrency.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Limits, because drawing occupies a CPU core for some time. */
const [maxConcurrent, maxWaiting] = [2, 24] as const

const runLimited = limitConcurrency(
  maxConcurrent,
  maxWaiting,
  () =>
    new Problem('unavailable', { detail: 'Too many pictures are being drawn. Try again in a moment.' }, 2),
)

/** Renders an SVG of our own as PNG; never use it for uploaded files. The library is loaded on the first call. */
export const drawPng = (svg: () => Promise<string>): Promise<Buffer> =>
  runLimited(async () => {
    const { default: sharp } = await import('sharp')
    // One thread per picture, and no cache because pictures are not repeated here.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp(Buffer.from(await svg()))
      .png({ compressionLevel: 9 })
      .toBuffer()
  })

/** As many may wait as a page of results can request for several visitors at once. */
const runWebpLimited = limitConcurrency(2, 1_000, () => new Problem('unavailable', {}, 2))

/** Fast rather than small, because the demo town has more than a thousand drawings. */
export const compressSvg = (svg: string): Buffer => gzipSync(svg, { level: 1 })

/** Renders a compressed SVG of our own as WebP in this width; never use it for uploaded files. */
export const drawWebp = (compressedSvg: Buffer, width: number): Promise<Buffer> =>
  runWebpLimited(async () => {
    const { default: sharp } = await import('sharp')
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp(gunzipSync(compressedSvg)).resize({ width }).webp({ quality: 84 }).toBuffer()
  })
