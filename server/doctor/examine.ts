import type { Check, Examination } from '#server/doctor/check.ts'
import { checks } from '#server/doctor/checks.ts'
import { fault, type Finding, skipped } from '#server/doctor/finding.ts'
import { messageOf } from '#server/kernel/error-facts.ts'

export type Examined = Finding & { name: string }

const usualSeconds = 10

function start(check: Check, examination: Examination): Promise<Finding> | Finding {
  if (check.needs === 'nothing') return check.run(examination)
  const { config, database, now, outside } = examination
  if (typeof config === 'string') return skipped('The settings have mistakes.')
  const withSettings = { config, now, outside }
  if (check.needs === 'settings') return check.run(withSettings)
  if (typeof database === 'string') return skipped('There is no database to ask.')
  return check.run({ ...withSettings, ...database })
}

const failed = (error: unknown): Finding =>
  fault(
    `The check failed: ${messageOf(error).replaceAll(/\s+/g, ' ').slice(0, 300)}.`,
    'Correct the cause and check again.',
  )

/** Runs one check, which has a time limit and never throws. */
export async function runCheck(check: Check, examination: Examination): Promise<Examined> {
  const seconds = check.withinSeconds ?? usualSeconds
  const limit = Promise.withResolvers<Finding>()
  const timer = setTimeout(
    () =>
      limit.resolve(
        fault(`No answer within ${seconds} seconds.`, 'Find out what is slow or cannot be reached.'),
      ),
    seconds * 1000,
  )
  try {
    const work = Promise.resolve()
      .then(() => start(check, examination))
      .catch(failed)
    return { name: check.name, ...(await Promise.race([work, limit.promise])) }
  } finally {
    clearTimeout(timer)
  }
}

/** Runs the named checks, or all, at once; the results are in the order of the table. */
export const examine = (examination: Examination, names?: readonly string[]): Promise<Examined[]> =>
  Promise.all(
    checks.filter(({ name }) => names?.includes(name) ?? true).map((check) => runCheck(check, examination)),
  )
