import type { SearchAnswer, SearchQuery } from '#contract/search/search.ts'
import { addDays, mondayOf } from '#server/kernel/day.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Site } from '#server/kernel/deps.ts'
import * as store from '#server/search/demand-store.ts'

const writeEveryMs = 60_000
const keptDays = 2 * 365

type Noted = Map<string, store.Demand>

/**
 * What this process has not written yet, by site: tests run several in one process. Searches only add to it, so that
 * they do not wait for a write.
 */
const notedBySite = new WeakMap<Site, Noted>()

function notedOf({ site }: Pick<Deps, 'site'>): Noted {
  const noted = notedBySite.get(site) ?? new Map<string, store.Demand>()
  notedBySite.set(site, noted)
  return noted
}

const weekOf = (at: Date): string => mondayOf(at.toISOString().slice(0, 10))

function note(noted: Noted, { placeId, week, searches, withoutResult }: store.Demand): void {
  const key = `${placeId} ${week}`
  const before = noted.get(key) ?? { searches: 0, withoutResult: 0 }
  noted.set(key, {
    placeId,
    week,
    searches: before.searches + searches,
    withoutResult: before.withoutResult + withoutResult,
  })
}

/** Counts a search in a place, and whether it has found nobody; further pages of its results do not count. */
export function noteSearch(
  deps: Pick<Deps, 'now' | 'site'>,
  { place, cursor }: SearchQuery,
  { total }: SearchAnswer,
) {
  if (place === undefined || cursor !== undefined) return
  note(notedOf(deps), {
    placeId: place,
    week: weekOf(deps.now()),
    searches: 1,
    withoutResult: total === 0 ? 1 : 0,
  })
}

/** Writes what was counted; after a failure it is written the next time. */
export async function writeDemand(deps: Pick<Deps, 'db' | 'log' | 'site'>): Promise<void> {
  const noted = notedOf(deps)
  const demands = [...noted.values()]
  noted.clear()
  if (demands.length === 0) return
  try {
    await ensureTransaction(deps, ({ db }) => store.addDemand(db, demands))
  } catch (error) {
    for (const one of demands) note(noted, one)
    deps.log.warn({ err: error }, 'the numbers of searches could not be written')
  }
}

/** Writes every minute, and once more at the stop. A crash loses the numbers of up to a minute. */
export function keepWritingDemand(deps: Pick<Deps, 'db' | 'log' | 'site'>): { stop: () => Promise<void> } {
  const timer = setInterval(() => void writeDemand(deps), writeEveryMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return writeDemand(deps)
    },
  }
}

export const deleteOldDemand = ({ db, now }: Deps): Promise<void> =>
  store.deleteDemandBefore(db, addDays(weekOf(now()), -keptDays))
