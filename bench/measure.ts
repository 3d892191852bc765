export type Measured = { rate: number; milliseconds: number[] }

/** So many at once, each beginning again as soon as it has ended; what had begun in time is counted. */
export async function inParallel(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<Measured> {
  const milliseconds: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let began = performance.now(); began < end; began = performance.now()) {
        await work(client)
        milliseconds.push(performance.now() - began)
      }
    }),
  )
  return { rate: milliseconds.length / ((performance.now() - start) / 1000), milliseconds }
}

/** The value below which that share of all lie. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const median = (values: number[]): number => quantile(values, 0.5)

/** `--seconds` and `--rounds` of a bench. */
export function readPlan(args: Record<string, string | undefined>): { seconds: number; rounds: number } {
  const [seconds, rounds] = [Number(args['seconds']), Number(args['rounds'])]
  if (!(seconds > 0) || !Number.isInteger(rounds) || rounds < 1)
    throw new Error('Use --seconds with a number above 0 and --rounds with a whole number from 1.')
  return { seconds, rounds }
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB')
