import type { EndpointResponse } from '#contract/endpoint.ts'
import type { checkInvariants } from '#contract/ledger.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { storeMeasurements } from '#server/kernel/metrics/measurements.ts'
import { allowLongReads, findViolations } from '#server/ledger/invariant-store.ts'
import {
  invariantDescriptions,
  overdueWorkInvariants,
  legalSteps,
  watchedHours,
} from '#server/ledger/invariant.ts'

type Scope = 'recent' | 'all'

/** Checks every invariant now; used by the operators' page, the alarms and the tests. */
export async function invariants(
  { db, now, site }: Pick<Deps, 'db' | 'now' | 'site'>,
  scope: Scope = 'all',
): Promise<EndpointResponse<typeof checkInvariants>> {
  const at = now()
  const since = scope === 'recent' ? new Date(at.getTime() - watchedHours * 3_600_000) : null
  const found = await findViolations(db, { at, since, steps: legalSteps, sendsMail: site.mailConfigured })
  const items = found.map((one) => ({ ...one, words: invariantDescriptions[one.name] }))
  return {
    checkedAt: at.toISOString(),
    holds: items.every(({ violations }) => violations === 0),
    items,
  }
}

/** Finds overdue work, which nobody would notice if no worker were running. */
export const findOverdueWork = ({ db, now, site }: Pick<Deps, 'db' | 'now' | 'site'>) =>
  findViolations(
    db,
    { at: now(), since: null, steps: legalSteps, sendsMail: site.mailConfigured },
    overdueWorkInvariants,
  )

/** Checks recently changed data, records the metric and logs each violation. */
export const watchInvariants = async (deps: Deps): Promise<void> =>
  await report(deps, 'recent', await invariants(deps, 'recent'))

/** Checks all stored data, which may take a while. */
export async function sweepInvariants(deps: Deps): Promise<void> {
  const found = await ensureTransaction(deps, async (deps) => {
    await allowLongReads(deps.db)
    return invariants(deps)
  })
  await report(deps, 'all', found)
}

async function report(
  { db, log, now }: Deps,
  scope: Scope,
  { items }: EndpointResponse<typeof checkInvariants>,
): Promise<void> {
  for (const { name, violations, examples } of items)
    if (violations > 0) log.error({ invariant: name, scope, violations, examples }, 'invariant violated')
  await storeMeasurements(
    db,
    items.map(({ name: invariant, violations: value }) => ({
      name: 'invariant',
      labels: { invariant, scope },
      value,
      at: now(),
    })),
  )
}
