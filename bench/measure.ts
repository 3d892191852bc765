export type Measured = { rate: number; milliseconds: number[] }

/**
 * Runs `clients` loops of work concurrently until it is over. The first failure ends all loops and is thrown after the
 * last has ended, so that none disturbs the next measurement.
 */
export async function inLoops(
  clients: number,
  isOver: () => boolean,
  work: (client: number) => Promise<void>,
): Promise<Measured> {
  const milliseconds: number[] = []
  const failures: unknown[] = []
  const start = performance.now()
  const runLoop = async (client: number) => {
    while (!isOver() && failures.length === 0) {
      const began = performance.now()
      await work(client)
      milliseconds.push(performance.now() - began)
    }
  }
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      runLoop(client).catch((error: unknown) => failures.push(error)),
    ),
  )
  if (failures.length > 0) throw failures[0]
  return { rate: milliseconds.length / ((performance.now() - start) / 1000), milliseconds }
}

/** Runs loops of work concurrently for a time; counts work that began in time. */
export function inParallel(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<Measured> {
  const end = performance.now() + seconds * 1000
  return inLoops(clients, () => performance.now() >= end, work)
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
