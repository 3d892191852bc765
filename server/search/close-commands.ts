import type { CloseMatches } from '#contract/search/close-matches.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import { addDays } from '#server/kernel/day.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import * as cards from '#server/search/cards-store.ts'
import { findPartlyFree } from '#server/search/close-store.ts'
import { countTotal } from '#server/search/count-commands.ts'
import { filterFor, orderFor, refuseDates, spanOf } from '#server/search/filter.ts'
import { beginRun } from '#server/search/find-commands.ts'
import { exactTestFor } from '#server/search/offer.ts'
import { type SearchCriteria, daysOf } from '#server/search/query.ts'
import { readChecks, type Run, termsOf } from '#server/search/match-commands.ts'
import { viewCard } from '#server/search/view.ts'

const widerKm = [25, 50, 100, 200]
const widerShown = 2
const shifts = [-1, 1, -2, 2]
/** Maximum number of candidates tested, and of cards shown. */
const [maxPartlyTested, maxPartlyShown] = [60, 6]

export async function findCloseMatches(
  deps: Deps,
  query: Omit<SearchQuery, 'sort' | 'cursor' | 'limit'>,
  viewer: TokenViewer | null,
): Promise<CloseMatches> {
  const { run } = await beginRun(deps, { ...query, sort: 'recommended' }, viewer)
  return { ways: await waysOf(run), partial: await partlyFree(run) }
}

async function waysOf(run: Run): Promise<CloseMatches['ways']> {
  const { criteria, settings, now } = run
  const count = async (other: SearchCriteria): Promise<number> => {
    if (refuseDates(other, settings, now)) return 0
    return countTotal({ ...run, criteria: other })
  }
  const found = await count(criteria)
  const ways: CloseMatches['ways'] = []
  const wider = criteria.centre && !criteria.bounds ? widerKm.filter((km) => km > criteria.radiusKm) : []
  for (const radiusKm of wider) {
    const total = await count({ ...criteria, radiusKm })
    if (total > (ways.at(-1)?.total ?? found)) ways.push({ radiusKm, shiftDays: 0, total })
    if (ways.length === widerShown) break
  }
  for (const shiftDays of spanOf(criteria) ? shifts : []) {
    const total = await count(shifted(criteria, shiftDays))
    if (total > found) ways.push({ radiusKm: null, shiftDays, total })
  }
  return ways
}

const shifted = (criteria: SearchCriteria, by: number): SearchCriteria => ({
  ...criteria,
  days: criteria.days.map((on) => addDays(on, by)),
  stay: criteria.stay && {
    startOn: addDays(criteria.stay.startOn, by),
    endOn: addDays(criteria.stay.endOn, by),
  },
})

async function partlyFree(run: Run): Promise<CloseMatches['partial']> {
  const { criteria, settings, now, deps, ownerId } = run
  const { service } = criteria
  const days = (service && daysOf(criteria, service)) ?? []
  const mostMissing = Math.floor(days.length / 2)
  const filter = filterFor(run, service)
  if (!filter?.mask || mostMissing === 0) return []
  const within = { mask: filter.mask, mostMissing }
  const order = orderFor({ ...criteria, sort: 'recommended' }, service, settings)
  const candidates = await findPartlyFree(deps.db, filter, within, order, maxPartlyTested)
  const checks = await readChecks(
    run,
    service,
    candidates.map(({ id }) => id),
  )
  const test = exactTestFor(
    { ...(await termsOf(run, [...checks.values()])), maxMissing: mostMissing },
    service,
  )
  const found = candidates
    .flatMap(({ id, distanceKm }) => {
      const checked = checks.get(id)
      const offer = checked ? test(checked, distanceKm) : null
      return offer && offer.missing.length > 0 ? [{ id, distanceKm, offer }] : []
    })
    .sort((a, b) => a.offer.missing.length - b.offer.missing.length)
    .slice(0, maxPartlyShown)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const rows = await cards.findCards(deps.db, ids, { span: spanOf(criteria), ownerId })
  return found.flatMap(({ id, distanceKm, offer }) => {
    const row = rows.get(id)
    if (!row) return []
    const shown = { ...offer, total: null, units: null }
    const card = viewCard(row, shown, { distanceKm, requestedService: service, settings, at: now })
    const { missing } = offer
    return [{ card, freeUnits: days.length - missing.length, units: days.length, missing: [...missing] }]
  })
}
