import { z } from 'zod'
import { rankingComponents, type Service, services, sorts } from '#contract/codes.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import type { PinsAnswer, PinsQuery, SearchAnswer, SearchQuery } from '#contract/search.ts'
import type { Settings } from '#contract/settings.ts'
import { isDay } from '#contract/values.ts'
import { holidaysFor } from '#server/holidays/commands.ts'
import { periodsOfSitter } from '#server/holidays/period.ts'
import { readCursor, writeCursor } from '#server/kernel/cursor.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { placeById } from '#server/places/commands.ts'
import type { Town } from '#server/places/view.ts'
import { serviceNumber } from '#server/search/document.ts'
import { filterFor, orderFor, refuseDates, spanOf, unitsAsked } from '#server/search/filter.ts'
import { type Judge, type Judged, judgeFor } from '#server/search/offer.ts'
import { type Asked, parseSearch } from '#server/search/query.ts'
import { tieHash } from '#server/search/ranking.ts'
import { relaxationsOf } from '#server/search/relaxation.ts'
import * as store from '#server/search/candidates-store.ts'
import { viewCard, viewPin } from '#server/search/view.ts'
import { currentSettings, pricingSettings } from '#server/settings/commands.ts'

/** Totals are exact up to here. */
export const countedUpTo = 300
/** Candidates judged at once: a whole count, and some that fail the exact test. */
const chunkSize = 340
/** After so many chunks a search gives up looking for more of what is very rare. */
const mostChunks = 12
/** Prices are compared among so many at most. */
const mostPriced = 3000

export type Found = { id: string; key: number; tie: number; distanceKm: number | null }
type Position = Pick<Found, 'id' | 'key' | 'tie'>
export type Run = {
  deps: Deps
  ownerId: string | null
  asked: Asked
  settings: Settings
  now: Date
  /** The day that breaks ties, the same on all pages. */
  tieOn: string
}

const Cursor = z.strictObject({
  sort: z.enum(sorts),
  key: z.number(),
  tie: z.int(),
  id: z.uuid(),
  on: z.string().refine(isDay),
  total: z.int().min(0).max(countedUpTo),
  capped: z.boolean(),
  facets: z.array(z.int().min(0).max(countedUpTo)).length(services.length),
})

export async function searchSitters(
  deps: Deps,
  query: SearchQuery,
  viewer: TokenViewer | null,
): Promise<SearchAnswer> {
  const { run: begun, place } = await beginRun(deps, query, viewer)
  const { asked, settings } = begun
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, Cursor)
  if (cursor && cursor.sort !== asked.sort)
    throw new Problem('cursor-invalid', { detail: 'Begin again without a cursor.' })
  const tieOn = cursor?.on ?? begun.tieOn
  const run = { ...begun, tieOn }

  const needed = cursor ? query.limit + 1 : Math.max(countedUpTo, query.limit) + 1
  const [{ found, complete }, others] = await Promise.all([
    findSurvivors(run, asked.service, needed, cursor),
    cursor ? cursor.facets : countFacets(run),
  ])
  const most = Math.min(found.length, countedUpTo)
  const counted = cursor ?? {
    total: most,
    capped: found.length > countedUpTo || !complete,
    facets: services.map((service, index) => (service === asked.service ? most : (others[index] ?? 0))),
  }
  const { total, capped, facets } = counted
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    items: await readCards(run, shown),
    nextCursor:
      last && found.length > shown.length
        ? writeCursor({
            sort: asked.sort,
            key: last.key,
            tie: last.tie,
            id: last.id,
            on: tieOn,
            total,
            capped,
            facets,
          })
        : null,
    total,
    totalIsCapped: capped,
    facets: {
      services: Object.fromEntries(services.map((service, index) => [service, facets[index] ?? 0])) as Record<
        Service,
        number
      >,
    },
    rankingVersion: settings.rank.version,
    asked: {
      place: place ? { id: place.id, name: place.name, lat: place.lat, lng: place.lng } : null,
      radiusKm: asked.radiusKm,
      units: unitsAsked(asked),
    },
    hint: total === 0 ? await hintFor(run) : null,
  }
}

/** Those whom the search counts, at once, with the prices of their cards. */
export async function listPins(
  deps: Deps,
  query: PinsQuery,
  viewer: TokenViewer | null,
): Promise<PinsAnswer> {
  const { run } = await beginRun(deps, query, viewer)
  const { found, complete } = await findSurvivors(run, run.asked.service, countedUpTo + 1)
  const cards = await readCards(run, found.slice(0, countedUpTo))
  return {
    items: cards.map(viewPin),
    isCapped: found.length > countedUpTo || !complete,
    currency: run.settings.currency,
  }
}

/** What a search is about, once all of it makes sense. */
export async function beginRun(
  deps: Deps,
  query: PinsQuery,
  viewer: TokenViewer | null,
): Promise<{ run: Run; place: Town | undefined }> {
  const { db, now } = deps
  const { asked: parsed, faults } = parseSearch(query)
  if (faults.length > 0)
    throw new Problem('request-invalid', {
      detail: 'Correct the parameters named in "errors" and ask again.',
      errors: faults,
    })
  const place = query.place === undefined ? undefined : await placeById(db, query.place)
  if (query.place !== undefined && !place) throw new Problem('place-not-found')
  const { settings } = await pricingSettings(deps)
  const asked = { ...parsed, centre: parsed.centre ?? (place && { lat: place.lat, lng: place.lng }) }
  const at = now()
  const refused = refuseDates(asked, settings, at)
  if (refused) throw new Problem('dates-refused', { detail: refused.detail, ...refused.values })
  const tieOn = at.toISOString().slice(0, 10)
  return { run: { deps, ownerId: viewer?.accountId ?? null, asked, settings, now: at, tieOn }, place }
}

/** Those who pass the exact test, in order, from a position on; `complete` is false when the search gave up. */
export async function findSurvivors(
  run: Run,
  service: Service | undefined,
  needed: number,
  after?: Position,
): Promise<{ found: Found[]; complete: boolean }> {
  const { asked, settings } = run
  const filter = filterFor(asked, service, run.now, settings)
  if (!filter) return { found: [], complete: true }
  const byPrice = asked.sort === 'price'
  const order = orderFor(asked, service, settings)
  const limit = byPrice ? mostPriced : chunkSize
  const found: Found[] = []
  let below: number | undefined
  for (let chunk = 0; chunk < (byPrice ? 1 : mostChunks); chunk++) {
    const upTo = byPrice ? undefined : after?.key
    const candidates = await store.findCandidates(run.deps.db, filter, order, { upTo, below, limit })
    const passed = await judge(run, service, candidates)
    found.push(...sorted(passed).filter((one) => !after || comesAfter(one, after)))
    if (candidates.length < limit) return { found, complete: true }
    if (found.length >= needed) return { found, complete: true }
    below = candidates.at(-1)!.key
  }
  return { found, complete: false }
}

const sorted = (found: Found[]): Found[] => found.sort((a, b) => (comesAfter(a, b) ? 1 : -1))

/** Highest key first, then the day's tie, then the id. */
export function comesAfter(one: Position, other: Position): boolean {
  if (one.key !== other.key) return one.key < other.key
  if (one.tie !== other.tie) return one.tie > other.tie
  return one.id > other.id
}

async function judge(
  run: Run,
  service: Service | undefined,
  candidates: readonly store.Candidate[],
): Promise<Found[]> {
  const byPrice = run.asked.sort === 'price'
  const doubtful = candidates.filter(({ sure }) => byPrice || !sure)
  const checks = await readChecks(run, service, doubtful)
  const test = await judgeOf(run, service, [...checks.values()])
  return candidates.flatMap(({ id, key, distanceKm, sure }) => {
    const tie = tieHash(id, run.tieOn)
    if (sure && !byPrice) return [{ id, key, tie, distanceKm }]
    const checked = checks.get(id)
    const offer = checked && test(checked, distanceKm)
    if (!offer) return []
    return [{ id, key: byPrice ? -(offer.total ?? offer.unitPrice) : key, tie, distanceKm }]
  })
}

export async function readChecks(
  { deps, asked, ownerId }: Run,
  service: Service | undefined,
  candidates: readonly { id: string }[],
): Promise<Map<string, Judged>> {
  if (candidates.length === 0) return new Map()
  const ids = [...new Set(candidates.map(({ id }) => id))]
  return store.findChecks(deps.db, ids, { span: spanOf(asked), ownerId, service })
}

/** The exact test, with the holidays of every region among the candidates at hand. */
export async function judgeOf(
  run: Run,
  service: Service | undefined,
  sitters: readonly Judged[],
  mayMiss = 0,
): Promise<Judge> {
  const { asked, settings, now, deps } = run
  const span = spanOf(asked)
  const holidays = new Map<string, HolidayPeriod[]>()
  const regionOf = ({ country, subdivision }: Judged) => `${country} ${subdivision}`
  for (const sitter of span ? sitters : []) {
    const { country, subdivision } = sitter
    const region = regionOf(sitter)
    if (country !== null && span && !holidays.has(region))
      holidays.set(region, await holidaysFor(deps.db, country, subdivision, span.from, span.to))
  }
  const ownHolidays = (sitter: Judged) =>
    periodsOfSitter(holidays.get(regionOf(sitter)) ?? [], sitter.ownHolidays, sitter)
  return judgeFor({ asked, settings, now, holidaysOf: (sitter) => ownHolidays(sitter), mayMiss }, service)
}

async function readCards(run: Run, shown: readonly Found[]): Promise<SearchAnswer['items']> {
  if (shown.length === 0) return []
  const { deps, asked, ownerId, settings, now } = run
  const ids = shown.map(({ id }) => id)
  const rows = await store.findCards(deps.db, ids, { span: spanOf(asked), ownerId })
  const test = await judgeOf(run, asked.service, [...rows.values()])
  return shown.flatMap(({ id, distanceKm }) => {
    const row = rows.get(id)
    const offer = row && test(row, distanceKm)
    return offer ? [viewCard(row, offer, { distanceKm, askedService: asked.service, settings, at: now })] : []
  })
}

/** How many each service but the asked one would give: exact up to 300 candidates, beyond that 300. */
async function countFacets(run: Run): Promise<number[]> {
  const { asked, settings, now } = run
  const filters = services.flatMap((service) => {
    const filter = service === asked.service ? null : filterFor(asked, service, now, settings)
    return filter ? [filter] : []
  })
  const rows = await store.countCandidates(run.deps.db, filters, countedUpTo + 1)
  const checks = await readChecks(
    run,
    undefined,
    rows.flatMap(({ doubtful }) => doubtful),
  )
  const counts: number[] = []
  for (const service of services) {
    const row = rows.find((one) => one.service === serviceNumber(service))
    const test = await judgeOf(run, service, [...checks.values()])
    const passes = ({ id, distanceKm }: store.Count['doubtful'][number]) => {
      const checked = checks.get(id)
      return checked !== undefined && test(checked, distanceKm) !== null
    }
    if (!row) counts.push(0)
    else if (row.passing > countedUpTo) counts.push(countedUpTo)
    else counts.push(row.sure + row.doubtful.filter(passes).length)
  }
  return counts
}

/** The filter without which there would be most; null when no single one is to blame. */
async function hintFor(run: Run): Promise<SearchAnswer['hint']> {
  let best: SearchAnswer['hint'] = null
  for (const { asked, ...named } of relaxationsOf(run.asked)) {
    const { found } = await findSurvivors({ ...run, asked }, asked.service, countedUpTo)
    const total = Math.min(found.length, countedUpTo)
    if (total > (best?.total ?? 0)) best = { ...named, total }
  }
  return best
}

export async function readRanking({ db }: Deps) {
  const { settings } = await currentSettings(db)
  const { version, weights } = settings.rank
  return {
    version,
    weights: Object.fromEntries(rankingComponents.map((name) => [name, weights[name]])) as typeof weights,
  }
}
