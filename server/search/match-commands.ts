import type { Service } from '#contract/codes.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import { holidaysFor } from '#server/holidays/commands.ts'
import { periodsOfSitter } from '#server/holidays/period.ts'
import { dayNumber } from '#server/kernel/day.ts'
import type { Deps } from '#server/kernel/deps.ts'
import * as store from '#server/search/candidates-store.ts'
import * as cards from '#server/search/cards-store.ts'
import { filtersFor, orderFor, type SearchContext, spanOf } from '#server/search/filter.ts'
import {
  type ExactTest,
  type TestedSitter,
  exactTestFor,
  type TestTerms,
  type Offer,
  type PricedSitter,
  priceOf,
  type Pricer,
  pricerOf,
} from '#server/search/offer.ts'
import { leastTotal, withMaxTotal } from '#server/search/price-bounds.ts'

/** Maximum number of candidates read at once while many fail the exact test. */
const maxChunkSize = 320
/** Maximum number of chunks a search reads when matches are very rare. */
const maxChunks = 12
/** Maximum number of candidates among which prices are compared. */
const maxPriced = 3000

export type Found = store.Position & { distanceKm: number | null }
/** A search being executed. */
export type Run = SearchContext & {
  deps: Deps
  /** The day that breaks ties, the same on all pages. */
  tieOn: string
}

/** Returns the next sitters in order that pass the exact test. */
export async function findMatches(run: Run, needed: number, after?: store.Position): Promise<Found[]> {
  const filters = filtersFor(run)
  if (run.criteria.sort === 'price') return findCheapest(run, filters, needed, after)
  const found: Found[] = []
  const isExact = filters.every((filter) => filter.isExact)
  let limit = isExact ? needed + 4 : 2 * needed
  let position = after
  for (let chunk = 0; chunk < maxChunks; chunk++) {
    const candidates = await readCandidates(run, filters, { after: position, limit })
    found.push(...(await filterPassing(run, candidates)))
    if (candidates.length < limit || found.length >= needed) return found
    position = candidates.at(-1)
    limit = maxChunkSize
  }
  return found
}

const readCandidates = (
  { deps, criteria, settings, tieOn }: Run,
  filters: readonly store.Filter[],
  from: { after: store.Position | undefined; limit: number },
): Promise<store.Candidate[]> =>
  store.findCandidates(deps.db, filters, orderFor(criteria, criteria.service, settings), {
    ...from,
    tieSeed: dayNumber(tieOn),
  })

/**
 * Sorts by price. The rows give only a lower bound of the price, so every unread candidate costs at least the bound of
 * the last one read. Once enough are found, only candidates that may cost no more than these are read.
 */
async function findCheapest(
  run: Run,
  initialFilters: readonly store.Filter[],
  needed: number,
  after?: store.Position,
): Promise<Found[]> {
  const { criteria, settings } = run
  // A sitter with several services may reappear at the bound of another service.
  const seen = new Set<string>()
  const priced: Found[] = []
  let position: store.Position | undefined
  let filters = initialFilters
  for (let read = 0, limit = 2 * needed; read < maxPriced; read += limit, limit = maxChunkSize) {
    const candidates = await readCandidates(run, filters, { after: position, limit })
    const unseen = candidates.filter(({ id }) => !seen.has(id))
    const test = await testOf(run, criteria.service, unseen)
    for (const candidate of unseen) {
      const { id, tie, distanceKm } = candidate
      seen.add(id)
      const offer = test(candidate)
      const one = offer && { id, key: -priceOf(offer), tie, distanceKm }
      if (one && (!after || comesAfter(one, after))) priced.push(one)
    }
    priced.sort((one, other) => (comesAfter(one, other) ? 1 : -1))
    position = candidates.at(-1)
    const isLast = candidates.length < limit || read + limit >= maxPriced
    if (!position || isLast) return priced
    const certain = priced.filter(precedesUnread(position, filters, settings))
    if (certain.length >= needed) return certain
    const mostExpensive = priced[needed - 1]
    if (mostExpensive)
      filters = filters.map((filter) => ({
        ...filter,
        prices: withMaxTotal(-mostExpensive.key, filter.prices, settings),
      }))
  }
  return priced
}

/**
 * Returns a test for sitters who surely come before everybody whose lower bound of the price was not read yet; `last` is
 * the last one read. Where one more minor unit makes a higher total, an unread sitter of the lowest total has the same
 * bound as the last one and a later tie-breaker.
 */
function precedesUnread(
  last: store.Position,
  filters: readonly store.Filter[],
  settings: Run['settings'],
): (one: store.Position) => boolean {
  const leastFrom = (subtotal: number) =>
    Math.min(...filters.map(({ prices }) => leastTotal(subtotal, prices, settings)))
  const cheapestUnread = leastFrom(-last.key)
  const isDecidedByTie = filters.length === 1 && leastFrom(-last.key + 1) > cheapestUnread
  const lastOfTotal = { ...last, key: -cheapestUnread }
  return (one) =>
    -one.key < cheapestUnread ||
    (isDecidedByTie && one.key === lastOfTotal.key && !comesAfter(one, lastOfTotal))
}

/** True when `one` comes after `other`: highest key first, then the day's tie-breaker, then the id. */
export function comesAfter(one: store.Position, other: store.Position): boolean {
  if (one.key !== other.key) return one.key < other.key
  if (one.tie !== other.tie) return one.tie > other.tie
  return one.id > other.id
}

/** Returns the candidates that pass; only doubtful ones are read from the database. */
async function filterPassing(run: Run, candidates: readonly store.Candidate[]): Promise<Found[]> {
  const doubtful = candidates.filter(({ sure }) => !sure)
  if (doubtful.length === 0) return [...candidates]
  const test = await testOf(run, run.criteria.service, doubtful)
  return candidates.filter((one) => one.sure || test(one) !== null)
}

/** With a `service`, only the offer of this service is needed of a candidate that fits. */
type UntestedCandidate = { id: string; distanceKm: number | null; fits: boolean; service?: Service }
type Test = (one: UntestedCandidate, service?: Service) => Offer | null

/**
 * Builds the exact test of these candidates and reads everything it needs in one batch; for those that fit, only the
 * price.
 */
export async function testOf(
  run: Run,
  service: Service | undefined,
  candidates: readonly UntestedCandidate[],
): Promise<Test> {
  const [fitting, others] = [true, false].map((fits) => candidates.filter((one) => one.fits === fits))
  const [priced, tested] = await Promise.all([
    readPriced(run, service, fitting!),
    readChecks(
      run,
      service,
      others!.map(({ id }) => id),
    ),
  ])
  const terms = await termsOf(run, [...priced.values(), ...tested.values()])
  const known = new Map<Service | undefined, { judge: ExactTest; price: Pricer }>()
  return ({ id, distanceKm, fits }, one = service) => {
    let tests = known.get(one)
    if (!tests) known.set(one, (tests = { judge: exactTestFor(terms, one), price: pricerOf(terms, one) }))
    if (fits) {
      const row = priced.get(id)
      return row ? tests.price(row) : null
    }
    const row = tested.get(id)
    return row ? tests.judge(row, distanceKm) : null
  }
}

/** Reads what the price depends on, for candidates known to pass everything else. */
const readPriced = (
  { deps, ownerId }: Run,
  service: Service | undefined,
  candidates: readonly UntestedCandidate[],
) =>
  cards.findPriced(
    deps.db,
    candidates.map(({ id, service: own = service }) => ({ id, service: own })),
    ownerId,
  )

export const readChecks = (
  { deps, criteria, ownerId }: Run,
  service: Service | undefined,
  ids: readonly string[],
): Promise<Map<string, TestedSitter>> =>
  cards.findChecks(deps.db, [...new Set(ids)], { span: spanOf(criteria), ownerId, service })

/** Returns the terms of the exact test, with the holidays of every region among these sitters. */
export async function termsOf(run: Run, sitters: readonly PricedSitter[]): Promise<TestTerms> {
  const { criteria, settings, now, deps } = run
  const span = spanOf(criteria)
  const holidays = new Map<string, HolidayPeriod[]>()
  const regionOf = ({ country, subdivision }: PricedSitter) => `${country} ${subdivision}`
  for (const sitter of span ? sitters : []) {
    const { country, subdivision } = sitter
    const region = regionOf(sitter)
    if (country !== null && span && !holidays.has(region))
      holidays.set(region, await holidaysFor(deps.db, country, subdivision, span.from, span.to))
  }
  const holidaysOf = (sitter: PricedSitter) =>
    periodsOfSitter(holidays.get(regionOf(sitter)) ?? [], sitter.ownHolidays, sitter)
  return { criteria, settings, now, holidaysOf }
}
