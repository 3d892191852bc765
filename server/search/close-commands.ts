import type { CloseMatches } from '#contract/search/close-matches.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import { addDays } from '#server/kernel/day.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import * as cards from '#server/search/cards-store.ts'
import { findPartlyFree } from '#server/search/close-store.ts'
import { countTotal } from '#server/search/count-commands.ts'
import { filterFor, orderFor, refuseDates, spanOf } from '#server/search/filter.ts'
import { beginRun } from '#server/search/find-commands.ts'
import { judgeFor } from '#server/search/offer.ts'
import { type Asked, daysOf } from '#server/search/query.ts'
import { readChecks, type Run, termsOf } from '#server/search/survivors-commands.ts'
import { viewCard } from '#server/search/view.ts'

const widerKm = [25, 50, 100, 200]
const widerShown = 2
const shifts = [-1, 1, -2, 2]
/** Maximum number of candidates tested, and of cards shown. */
const [partlyJudged, partlyShown] = [60, 6]

export async function findCloseMatches(
  deps: Deps,
  query: Omit<SearchQuery, 'sort' | 'cursor' | 'limit'>,
  viewer: TokenViewer | null,
): Promise<CloseMatches> {
  const { run } = await beginRun(deps, { ...query, sort: 'recommended' }, viewer)
  return { ways: await waysOf(run), partial: await partlyFree(run) }
}

async function waysOf(run: Run): Promise<CloseMatches['ways']> {
  const { asked, settings, now } = run
  const count = async (other: Asked): Promise<number> => {
    if (refuseDates(other, settings, now)) return 0
    return countTotal({ ...run, asked: other })
  }
  const found = await count(asked)
  const ways: CloseMatches['ways'] = []
  const wider = asked.centre && !asked.bounds ? widerKm.filter((km) => km > asked.radiusKm) : []
  for (const radiusKm of wider) {
    const total = await count({ ...asked, radiusKm })
    if (total > (ways.at(-1)?.total ?? found)) ways.push({ radiusKm, shiftDays: 0, total })
    if (ways.length === widerShown) break
  }
  for (const shiftDays of spanOf(asked) ? shifts : []) {
    const total = await count(shifted(asked, shiftDays))
    if (total > found) ways.push({ radiusKm: null, shiftDays, total })
  }
  return ways
}

const shifted = (asked: Asked, by: number): Asked => ({
  ...asked,
  days: asked.days.map((on) => addDays(on, by)),
  stay: asked.stay && { startOn: addDays(asked.stay.startOn, by), endOn: addDays(asked.stay.endOn, by) },
})

async function partlyFree(run: Run): Promise<CloseMatches['partial']> {
  const { asked, settings, now, deps, ownerId } = run
  const { service } = asked
  const days = (service && daysOf(asked, service)) ?? []
  const mostMissing = Math.floor(days.length / 2)
  const filter = filterFor(run, service)
  if (!filter?.mask || mostMissing === 0) return []
  const within = { mask: filter.mask, mostMissing }
  const order = orderFor({ ...asked, sort: 'recommended' }, service, settings)
  const candidates = await findPartlyFree(deps.db, filter, within, order, partlyJudged)
  const checks = await readChecks(
    run,
    service,
    candidates.map(({ id }) => id),
  )
  const judge = judgeFor({ ...(await termsOf(run, [...checks.values()])), mayMiss: mostMissing }, service)
  const found = candidates
    .flatMap(({ id, distanceKm }) => {
      const checked = checks.get(id)
      const offer = checked ? judge(checked, distanceKm) : null
      return offer && offer.missing.length > 0 ? [{ id, distanceKm, offer }] : []
    })
    .sort((a, b) => a.offer.missing.length - b.offer.missing.length)
    .slice(0, partlyShown)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const rows = await cards.findCards(deps.db, ids, { span: spanOf(asked), ownerId })
  return found.flatMap(({ id, distanceKm, offer }) => {
    const row = rows.get(id)
    if (!row) return []
    const shown = { ...offer, total: null, units: null }
    const card = viewCard(row, shown, { distanceKm, askedService: service, settings, at: now })
    const { missing } = offer
    return [{ card, freeUnits: days.length - missing.length, units: days.length, missing: [...missing] }]
  })
}
