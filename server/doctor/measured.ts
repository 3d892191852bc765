import type { Deps } from '#server/kernel/deps.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'

const find = async ({ db }: Pick<Deps, 'db'>, wanted: string) =>
  (await readMeasurements(db)).find(({ name }) => name === wanted)

/** When something last succeeded; null if it never did. */
export const lastSuccess = async (deps: Pick<Deps, 'db'>, name: string): Promise<Date | null> =>
  (await find(deps, name))?.at ?? null

/** Why something failed the last time; null if it did not. */
export async function lastFailure(deps: Pick<Deps, 'db'>, name: string): Promise<string | null> {
  const failure = await find(deps, name)
  return failure ? (failure.labels['cause'] ?? 'the cause is in the log.') : null
}
