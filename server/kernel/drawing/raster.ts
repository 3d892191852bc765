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
