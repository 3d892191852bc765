import { takeTurns } from '#server/kernel/jobs/turns.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Drawing takes a core for a while, so few are drawn at once and not many wait. */
const [mostAtOnce, mostWaiting] = [2, 24] as const

const inTurn = takeTurns(
  mostAtOnce,
  mostWaiting,
  () =>
    new Problem('unavailable', { detail: 'Too many pictures are being drawn. Ask again in a moment.' }, 2),
)

/** A drawing of ours as PNG; never one that somebody sent. The library is loaded with the first of them. */
export const drawPng = (svg: () => Promise<string>): Promise<Buffer> =>
  inTurn(async () => {
    const { default: sharp } = await import('sharp')
    // One picture is one thread's work, and none of them comes again from here.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp(Buffer.from(await svg()))
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
