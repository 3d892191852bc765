import { z } from 'zod'
import { rankingComponents, services, sorts } from '#contract/codes.ts'
import { recordOf } from '#contract/entries.ts'
import type { PinsAnswer, PinsQuery, SearchAnswer, SearchQuery } from '#contract/search/search.ts'
import { isDay } from '#contract/values.ts'
import { readCursor, writeCursor } from '#server/kernel/db/cursor.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { placeById } from '#server/places/commands.ts'
import type { Town } from '#server/places/town.ts'
import * as store from '#server/search/cards-store.ts'
import { count, countedUpTo, removalsFor } from '#server/search/count-commands.ts'
import { refuseDates, spanOf, requestedUnits } from '#server/search/filter.ts'
import { type TestedSitter, exactTestFor, pricerOf } from '#server/search/offer.ts'
import { parseSearch } from '#server/search/query.ts'
import { findMatches, type Found, type Run, termsOf } from '#server/search/match-commands.ts'
import { viewCard, viewPin } from '#server/search/view.ts'
import { currentSettings, pricingSettings } from '#server/settings/commands.ts'

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
  const { run: started, place } = await beginRun(deps, query, viewer)
  const { criteria, settings } = started
  const cursor = readCursor(query.cursor, Cursor)
  if (cursor && cursor.sort !== criteria.sort)
    throw new Problem('cursor-invalid', { detail: 'Start again without a cursor.' })
  const tieOn = cursor?.on ?? started.tieOn
  const run = { ...started, tieOn }

  const [found, counted] = await Promise.all([
    findMatches(run, query.limit + 1, cursor),
    cursor ?? count(run),
  ])
  const { total, capped, facets } = counted
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)
  const removals = total === 0 ? await removalsFor(run) : []
  return {
    items: await readCards(run, shown),
    nextCursor:
      last && found.length > shown.length
        ? writeCursor({
            sort: criteria.sort,
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
    facets: { services: recordOf(services, (_, index) => facets[index] ?? 0) },
    rankingVersion: settings.rank.version,
    asked: {
      place: place ? { id: place.id, name: place.name, lat: place.lat, lng: place.lng } : null,
      radiusKm: criteria.radiusKm,
      units: requestedUnits(criteria),
    },
    hint: hintOf(removals),
    removals,
  }
}

function hintOf([best]: SearchAnswer['removals']): SearchAnswer['hint'] {
  const [only, second] = best?.filters ?? []
  return best && only && !second ? { ...only, total: best.total } : null
}

/** Returns all sitters that the search counts in one answer, with the prices of their cards. */
export async function listPins(
  deps: Deps,
  query: PinsQuery,
  viewer: TokenViewer | null,
): Promise<PinsAnswer> {
  const { run } = await beginRun(deps, query, viewer)
  const { settings, now: at } = run
  const found = await findMatches(run, countedUpTo + 1)
  const shown = await offersOf(run, found.slice(0, countedUpTo), (ids, scope) =>
    store.findPins(deps.db, ids, scope),
  )
  return {
    items: shown.map(({ row, offer }) => viewPin(row, offer, { settings, at })),
    isCapped: found.length > countedUpTo,
    currency: settings.currency,
  }
}

/** Validates a search and resolves its place. */
export async function beginRun(
  deps: Deps,
  query: PinsQuery,
  viewer: TokenViewer | null,
): Promise<{ run: Run; place: Town | undefined }> {
  const { now } = deps
  const { criteria: parsed, faults } = parseSearch(query)
  if (faults.length > 0)
    throw new Problem('request-invalid', {
      detail: 'Correct the parameters named in "errors" and ask again.',
      errors: faults,
    })
  const place = query.place === undefined ? undefined : await placeById(deps, query.place)
  if (query.place !== undefined && !place) throw new Problem('place-not-found')
  const { settings } = await pricingSettings(deps)
  const criteria = { ...parsed, centre: parsed.centre ?? (place && { lat: place.lat, lng: place.lng }) }
  const at = now()
  const refused = refuseDates(criteria, settings, at)
  if (refused) throw new Problem('dates-refused', { detail: refused.detail, ...refused.values })
  const tieOn = at.toISOString().slice(0, 10)
  return { run: { deps, ownerId: viewer?.accountId ?? null, criteria, settings, now: at, tieOn }, place }
}

async function readCards(run: Run, found: readonly Found[]): Promise<SearchAnswer['items']> {
  const { deps, criteria, settings, now } = run
  const shown = await offersOf(run, found, (ids, scope) => store.findCards(deps.db, ids, scope))
  return shown.map(({ row, offer, distanceKm }) =>
    viewCard(row, offer, { distanceKm, requestedService: criteria.service, settings, at: now }),
  )
}

type Read<R> = (ids: readonly string[], scope: store.TestScope) => Promise<Map<string, R>>

/**
 * Returns the offers of the sitters found, with the rows read for them; a sitter who is no longer found is left out.
 */
async function offersOf<R extends TestedSitter>(run: Run, found: readonly Found[], read: Read<R>) {
  if (found.length === 0) return []
  const { criteria, ownerId } = run
  const { service } = criteria
  // They have passed already; with several services it is only unknown with which one.
  const span = service === undefined ? spanOf(criteria) : undefined
  const rows = await read(
    found.map(({ id }) => id),
    { span, ownerId, service },
  )
  const terms = await termsOf(run, [...rows.values()])
  const offerOf = service === undefined ? exactTestFor(terms, service) : pricerOf(terms, service)
  return found.flatMap(({ id, distanceKm }) => {
    const row = rows.get(id)
    const offer = row && offerOf(row, distanceKm)
    return offer ? [{ row, offer, distanceKm }] : []
  })
}

export async function readRanking({ db }: Deps) {
  const { settings } = await currentSettings(db)
  const { version, weights } = settings.rank
  return {
    version,
    weights: recordOf(rankingComponents, (name) => weights[name]),
  }
}
