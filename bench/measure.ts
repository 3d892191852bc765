export type Measured = { rate: number; milliseconds: number[] }

/** Runs `clients` loops of work concurrently until the time is over; counts work that began in time. */
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

/** Returns the value below which the given share of all values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const median = (values: number[]): number => quantile(values, 0.5)

/** Parses `--seconds` and `--rounds`. */
export function readPlan(args: Record<string, string | undefined>): { seconds: number; rounds: number } {
  const [seconds, rounds] = [Number(args['seconds']), Number(args['rounds'])]
  if (!(seconds > 0) || !Number.isInteger(rounds) || rounds < 1)
    throw new Error('Use --seconds with a number above 0 and --rounds with a whole number from 1.')
  return { seconds, rounds }
}

export const formatInteger = (value: number): string => Math.round(value).toLocaleString('en-GB')
