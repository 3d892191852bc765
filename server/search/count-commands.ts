import { type Service, services } from '#contract/codes.ts'
import type { SearchAnswer } from '#contract/search/search.ts'
import type { Filter } from '#server/search/candidates-store.ts'
import * as store from '#server/search/count-store.ts'
import { serviceNumber } from '#server/search/document.ts'
import { filterFor, filtersFor } from '#server/search/filter.ts'
import { pairedRelaxationsOf, relaxationsOf } from '#server/search/relaxation.ts'
import { findMatches, type Run, testOf } from '#server/search/match-commands.ts'

/** Totals are exact up to this number. */
export const countedUpTo = 300

export type Counted = { total: number; capped: boolean; facets: number[] }

/** Counts the results in total and for each service: exact up to 300, capped beyond that. */
export async function count(run: Run): Promise<Counted> {
  const { criteria } = run
  const filters = filtersFor(run)
  const others = services.filter((service) => criteria.service !== undefined && service !== criteria.service)
  const all = [...filters, ...others.flatMap((service) => filterFor(run, service) ?? [])]
  const { ofService, sitters } = await countMatches(run, all)
  const facets = services.map((service) => {
    const { passes, isComplete } = ofService(service)
    return isComplete ? Math.min(passes, countedUpTo) : countedUpTo
  })
  const counted = criteria.service === undefined ? sitters : ofService(criteria.service)
  return { ...(await totalOf(run, counted)), facets }
}

type PassCount = {
  passes: number
  /** False when there may be more than those that were read. */
  isComplete: boolean
}

async function countMatches(run: Run, filters: readonly Filter[]) {
  const limit = countedUpTo + 1
  const { sure, sitters, doubtful } = await store.countCandidates(run.deps.db, filters, {
    limit,
    distinct: run.criteria.service === undefined,
  })
  const certainOf = (service: number) => sure.get(service) ?? 0
  const passed = await findPassing(run, doubtful, (service) => limit - certainOf(service))
  const ofService = (service: Service): PassCount => {
    const number = serviceNumber(service)
    const certain = certainOf(number)
    const isOfService = (one: store.Doubtful) => one.service === number
    return {
      passes: certain + passed.filter(isOfService).length,
      isComplete: certain >= limit || doubtful.filter(isOfService).length < limit,
    }
  }
  const more = new Set(passed.flatMap(({ id, isCounted }) => (isCounted ? [] : [id])))
  const all = { passes: sitters + more.size, isComplete: services.every((one) => ofService(one).isComplete) }
  return { ofService, sitters: all }
}

/** Size of the first read of doubtful sitters where this many more must pass. */
const firstRead = (missing: number): number => 2 * missing + 8

/**
 * Returns the doubtful sitters that pass the exact test; of each service only as many as are `missing` to its limit,
 * or somewhat more. Where a few are missing, a few are read at first.
 */
async function findPassing(
  run: Run,
  doubtful: readonly store.Doubtful[],
  missing: (service: number) => number,
): Promise<store.Doubtful[]> {
  const untested = Map.groupBy(doubtful, ({ service }) => service)
  const passed: store.Doubtful[] = []
  for (const sizeOf of [firstRead, () => Number.POSITIVE_INFINITY]) {
    const chosen = [...untested].flatMap(([service, waiting]) => {
      const needed = missing(service) - passed.filter((one) => one.service === service).length
      // If all that are left cannot reach the limit, each of them counts.
      const size = needed > waiting.length ? waiting.length : sizeOf(needed)
      return needed > 0 ? waiting.splice(0, size) : []
    })
    if (chosen.length === 0) break
    const candidates = chosen.map((one) => ({ ...one, service: services[one.service - 1]! }))
    const test = await testOf(run, undefined, candidates)
    passed.push(...chosen.filter((_, index) => test(candidates[index]!, candidates[index]!.service)))
  }
  return passed
}

/**
 * Completes a count. If so many of the rows read fail the exact test that the count is inconclusive, the results are
 * searched one by one.
 */
async function totalOf(
  run: Run,
  { passes, isComplete }: PassCount,
): Promise<Pick<Counted, 'total' | 'capped'>> {
  const exact = isComplete || passes > countedUpTo ? passes : (await findMatches(run, countedUpTo + 1)).length
  return { total: Math.min(exact, countedUpTo), capped: exact > countedUpTo }
}

/** Counts the results of a search, at most 300. */
export async function countTotal(run: Run): Promise<number> {
  const { ofService, sitters } = await countMatches(run, filtersFor(run))
  const counted = run.criteria.service === undefined ? sitters : ofService(run.criteria.service)
  return (await totalOf(run, counted)).total
}

type Removal = SearchAnswer['removals'][number]
const maxPairsFound = 3

/** Returns every single filter whose removal gives results; if there is none, pairs of filters. The most come first. */
export async function removalsFor(run: Run): Promise<Removal[]> {
  const single: Removal[] = []
  for (const { criteria, drop, value } of relaxationsOf(run.criteria)) {
    // One trait that helps says more than all of them.
    if (drop === 'has' && value === null && single.length > 0) continue
    const total = await countTotal({ ...run, criteria })
    if (total > 0) single.push({ filters: [{ drop, value }], total })
  }
  const found = single.length > 0 ? single : await pairsFor(run)
  return found.sort((one, other) => other.total - one.total)
}

async function pairsFor(run: Run): Promise<Removal[]> {
  const found: Removal[] = []
  for (const { criteria, pair } of pairedRelaxationsOf(run.criteria)) {
    const total = await countTotal({ ...run, criteria })
    if (total > 0) found.push({ filters: pair.map(({ drop, value }) => ({ drop, value })), total })
    if (found.length === maxPairsFound) break
  }
  return found
}
