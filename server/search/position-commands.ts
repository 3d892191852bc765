import { type ImprovableComponent, services } from '#contract/codes.ts'
import type { SearchPosition } from '#contract/search/position.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { addDays, dayNumber } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { retentionCutoff } from '#server/privacy/privacy.ts'
import * as candidates from '#server/search/candidates-store.ts'
import { rankedOf, serviceNumber } from '#server/search/document.ts'
import { filtersFor, orderFor } from '#server/search/filter.ts'
import { beginRun } from '#server/search/find-commands.ts'
import * as store from '#server/search/position-store.ts'
import { distanceComponent, profileCompleteness, scoreOf, staticComponents } from '#server/search/ranking.ts'
import { relaxationsOf } from '#server/search/relaxation.ts'
import { findSitters } from '#server/search/store.ts'
import { comesAfter, type Found, findMatches, testOf, type Run } from '#server/search/match-commands.ts'
import { requireVisibleSitter } from '#server/sitters/commands.ts'

/** Positions are reported up to this one. */
const maxRanked = 2000
const townsPerRun = 20

type PositionQuery = Omit<SearchQuery, 'sort' | 'cursor' | 'limit'>

export async function readPosition(
  deps: Deps,
  viewer: Viewer,
  sitterId: string,
  query: PositionQuery,
): Promise<SearchPosition> {
  await requireOwn(deps.db, sitterId, viewer)
  // Ranked as a new owner sees it, because the lower fee of a returning owner must not affect a position.
  const { run } = await beginRun(deps, { ...query, sort: 'recommended' }, null)
  const own = await findOne(run, sitterId)
  const known = await componentsOf(run, sitterId, own)
  const raised = own && known ? raisedBy(run, own, known) : []
  const { all, places } = await ranksOf(run, own ? [own, ...raised] : [])
  const [place, ...raisedRanks] = places
  const position = place !== undefined && place <= maxRanked ? place : null
  return {
    position,
    of: Math.min(all, maxRanked),
    ofIsCapped: all >= maxRanked,
    components: known && known.components,
    changes:
      position === null || !known
        ? []
        : known.improvable.map((component, index) => ({
            component,
            position: raisedRanks[index]!,
            missing: component === 'completeness' ? known.missing : [],
          })),
    excludedBy: own ? [] : await exclusions(run, sitterId, known !== null),
  }
}

/**
 * Returns the number of sitters found, and the rank of each of these positions among them, counted from 1. The database
 * counts if no sitter needs the exact test; otherwise the first 2,000 are ranked, and ranks beyond them are not exact.
 */
async function ranksOf(
  run: Run,
  positions: readonly candidates.Position[],
): Promise<{ all: number; places: number[] }> {
  const { criteria, settings, deps, tieOn } = run
  const filters = filtersFor(run)
  const order = orderFor(criteria, criteria.service, settings)
  const counted = { positions, tieSeed: dayNumber(tieOn) }
  const { all, before, isSure } = await candidates.countBefore(deps.db, filters, order, counted)
  if (isSure) return { all, places: before.map((count) => count + 1) }
  const found = await findMatches(run, maxRanked)
  const rankOf = (position: candidates.Position) =>
    found.filter((one) => one.id !== position.id && comesAfter(position, one)).length + 1
  return { all: found.length, places: positions.map(rankOf) }
}

/** Returns the sitter's recorded positions. Reading them makes the nightly job record new ones for the next 90 days. */
export async function readPositions(deps: Deps, viewer: Viewer, sitterId: string) {
  await requireOwn(deps.db, sitterId, viewer)
  const on = deps.now().toISOString().slice(0, 10)
  if (!(await store.hasViewed(deps.db, sitterId, on)))
    await ensureTransaction(deps, ({ db }) => store.recordView(db, sitterId, on))
  const recorded = await store.listPositions(deps.db, sitterId)
  return {
    items: recorded.map(({ service, ...place }) => ({ ...place, service: services[service - 1]! })),
    nextCursor: null,
  }
}

async function requireOwn(db: Db, sitterId: string, viewer: Viewer): Promise<void> {
  const row = await requireVisibleSitter(db, sitterId, viewer)
  if (row.account_id !== viewer.accountId) throw new Problem('sitter-not-found')
}

type Known = NonNullable<Awaited<ReturnType<typeof componentsOf>>>

/** Returns the ranking components of a published sitter at this moment. */
async function componentsOf({ deps, criteria, now }: Run, sitterId: string, own: Found | undefined) {
  const today = now.toISOString().slice(0, 10)
  const [sitter] = await findSitters(deps.db, [sitterId], { from: today, to: today })
  if (sitter?.status !== 'published') return null
  const { missing } = profileCompleteness(sitter)
  const components = {
    distance: own ? distanceComponent(own.distanceKm, criteria.service ?? 'boarding') : 0,
    ...staticComponents(rankedOf(sitter), now),
  }
  // A sitter without requests has no response rate to improve.
  const improvable: ImprovableComponent[] = ['freshness', 'completeness']
  if (sitter.responseRate !== null) improvable.push('response')
  return { components, missing, improvable: improvable.filter((component) => components[component] < 1) }
}

/** Applies the published formula with one component at a time raised to 1, against everybody else unchanged. */
function raisedBy({ settings }: Run, own: Found, { components, improvable }: Known): candidates.Position[] {
  const { weights } = settings.rank
  const score = scoreOf(components, weights)
  return improvable.map((component) => ({
    ...own,
    key: own.key + scoreOf({ ...components, [component]: 1 }, weights) - score,
  }))
}

/** Returns each filter whose removal alone would let the search find the sitter. */
async function exclusions(
  run: Run,
  sitterId: string,
  isPublished: boolean,
): Promise<SearchPosition['excludedBy']> {
  if (!isPublished) return [{ drop: 'status', value: null }]
  const named: SearchPosition['excludedBy'] = []
  for (const { drop, value, criteria } of relaxationsOf(run.criteria))
    if (!named.some((one) => one.drop === drop) && (await findOne({ ...run, criteria }, sitterId)))
      named.push({ drop, value })
  return named
}

/** Returns this sitter as the search finds them; undefined if it does not. */
async function findOne(run: Run, sitterId: string): Promise<Found | undefined> {
  const { criteria, settings, deps, tieOn } = run
  const filters = filtersFor(run).map((filter) => ({ ...filter, sitterId }))
  const order = orderFor(criteria, criteria.service, settings)
  const from = { after: undefined, limit: 1, tieSeed: dayNumber(tieOn) }
  const [one] = await candidates.findCandidates(deps.db, filters, order, from)
  if (!one || one.sure) return one
  const test = await testOf(run, criteria.service, [one])
  return test(one) === null ? undefined : one
}

/**
 * Records today's position of each sitter who read their positions in the last 90 days, in the search of their own
 * town. Handles some towns at a time and returns the last town, or null when all are done. Finally deletes what is
 * older than that.
 */
export async function recordPositions(deps: Deps, after: number | null): Promise<number | null> {
  const { db, now } = deps
  const on = now().toISOString().slice(0, 10)
  const since = addDays(retentionCutoff('sitter_position', now()).toISOString().slice(0, 10), 1)
  const towns = await store.listTowns(db, { since, after, limit: townsPerRun })
  for (const { id, services: offered } of towns)
    for (const service of services.filter((code) => offered.includes(serviceNumber(code)))) {
      const { run } = await beginRun(deps, SearchQuery.parse({ place: id, service }), null)
      const found = await findMatches(run, maxRanked)
      const ids = found.map((one) => one.id)
      await store.savePositions(db, { placeId: id, service: serviceNumber(service), on, since }, ids)
    }
  if (towns.length === townsPerRun) return towns.at(-1)!.id
  await store.deletePositionsBefore(db, since)
  return null
}
