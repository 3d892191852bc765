import type { Answer } from '#contract/endpoint.ts'
import type { checkInvariants } from '#contract/ledger.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { noteMeasurements } from '#server/kernel/metrics/measurements.ts'
import { allowLongReads, findViolations } from '#server/ledger/invariant-store.ts'
import { invariantWords, lateNames, legalSteps, watchedHours } from '#server/ledger/invariant.ts'

type Scope = 'recent' | 'all'

/** Everything that must always hold, checked now: what operators read, what alarms them, and the judge of tests. */
export async function invariants(
  { db, now, site }: Pick<Deps, 'db' | 'now' | 'site'>,
  scope: Scope = 'all',
): Promise<Answer<typeof checkInvariants>> {
  const at = now()
  const since = scope === 'recent' ? new Date(at.getTime() - watchedHours * 3_600_000) : null
  const found = await findViolations(db, { at, since, steps: legalSteps, sendsMail: site.mailConfigured })
  const items = found.map((one) => ({ ...one, words: invariantWords[one.name] }))
  return {
    checkedAt: at.toISOString(),
    holds: items.every(({ violations }) => violations === 0),
    items,
  }
}

/** What nobody would notice if no worker ran any more. */
export const lateness = ({ db, now, site }: Pick<Deps, 'db' | 'now' | 'site'>) =>
  findViolations(db, { at: now(), since: null, steps: legalSteps, sendsMail: site.mailConfigured }, lateNames)

/** Notes for the metric and says in the log what is broken, where: of what moved lately. */
export const watchInvariants = async (deps: Deps): Promise<void> =>
  await report(deps, 'recent', await invariants(deps, 'recent'))

/** The same for all that is stored, which may take a while. */
export async function sweepInvariants(deps: Deps): Promise<void> {
  const found = await inTransaction(deps.db, async (tx) => {
    await allowLongReads(tx)
    return invariants({ ...deps, db: tx })
  })
  await report(deps, 'all', found)
}

async function report(
  { db, log, now }: Deps,
  scope: Scope,
  { items }: Answer<typeof checkInvariants>,
): Promise<void> {
  for (const { name, violations, examples } of items)
    if (violations > 0) log.error({ invariant: name, scope, violations, examples }, 'invariant violated')
  await noteMeasurements(
    db,
    items.map(({ name: invariant, violations: value }) => ({
      name: 'invariant',
      labels: { invariant, scope },
      value,
      at: now(),
    })),
  )
}
