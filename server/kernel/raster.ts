import { Problem } from '#server/kernel/problem.ts'

/** Drawing takes a core for a while, so few are drawn at once and not many wait. */
const [mostAtOnce, mostWaiting] = [2, 24] as const

/** Runs a few of many at once, in the order in which they came; more than may wait are refused. */
export function takingTurns(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new Problem(
          'unavailable',
          { detail: 'Too many pictures are being drawn. Ask again in a moment.' },
          2,
        )
      // Whoever ends hands the turn on, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}

const inTurn = takingTurns(mostAtOnce, mostWaiting)

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
