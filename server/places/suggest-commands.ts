import { cachedByCost } from '#server/kernel/cache/cached-by-cost.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { findCodes } from '#server/places/postcode-store.ts'
import { codeIn, shorterCodes } from '#server/places/postcode.ts'
import { namesBeginning, type SitterTowns, sitterTownsOf } from '#server/places/sitter-town.ts'
import * as store from '#server/places/suggest-store.ts'
import type { Town } from '#server/places/town.ts'
import { typoCorrections } from '#server/places/typo.ts'
import { viewPlace, viewPostcode } from '#server/places/view.ts'

type SuggestDeps = Pick<Deps, 'db' | 'now' | 'log'>
type SuggestQuery = {
  typed: string
  limit: number
  /** IANA zone of the visitor: towns of its country count twenty times as much. */
  timeZone?: string | undefined
  /** The visitor's country, if the zone belongs to none. */
  country?: string | undefined
}

/** A town in which a sitter lives comes before towns a thousand times its size. */
const sittersFactor = 1_000

/** Number of towns with sitters that are kept in memory, those with the most sitters. */
const maxSitterTowns = 5_000
/** More than there are time zones. */
const maxZones = 1_000

const readSitterTowns = cachedByCost(
  async (db) => sitterTownsOf(await store.findSitterTowns(db, maxSitterTowns)),
  1,
)
const countryOfZone = cachedByCost(store.findCountryOfZone, maxZones)

/**
 * Suggests postcodes, if the operator has imported any; then names that begin with the text, names followed by their
 * region, and names that begin with the text after one typo; names that merely resemble the text only if there is
 * nothing else. Within each group towns with sitters and those of the visitor's country come first, then the largest
 * (decision 39).
 */
export async function suggestPlaces(
  deps: SuggestDeps,
  { typed, limit, ...visitor }: SuggestQuery,
): Promise<(Town & { sitters: number })[]> {
  const { db } = deps
  const [sitterTowns, country] = await Promise.all([readSitterTowns(deps, 'all'), countryOf(deps, visitor)])
  const code = codeIn(typed)
  const codes = code ? await findCodes(db, code, { shorter: shorterCodes(code), country, limit }) : []
  const beginning = await store.findBeginning(db, { typed, limit, country })
  const folded = beginning[0]?.folded ?? (await store.foldName(db, typed))
  const towns = new Map<number, store.Suggested>()
  const add = (found: readonly store.Suggested[], texts: readonly string[] = []) => {
    for (const town of withSitterTowns(found, sitterTowns, { texts, country }))
      if (towns.size < limit && !towns.has(town.id)) towns.set(town.id, town)
  }
  if (folded) add(beginning, [folded])
  const words = folded.split(' ')
  if (towns.size < limit && words.length > 1) add(await store.findByNameAndRegion(db, words, limit))
  const corrections = codes.length === 0 && mayBeTypo(folded, towns.size) ? typoCorrections(folded) : []
  if (corrections.length > 0) add(await store.findCorrected(db, corrections, { limit, country }), corrections)
  if (towns.size + codes.length === 0 && folded.length >= minResemblingLength)
    add(await store.findResembling(db, folded, limit))
  return [...codes.map(viewPostcode), ...[...towns.values()].map(viewPlace)]
    .slice(0, limit)
    .map((town) => ({ ...town, sitters: sitterTowns.byId.get(town.id)?.sitters ?? 0 }))
}

const countryOf = async (
  deps: SuggestDeps,
  { timeZone, country }: Pick<SuggestQuery, 'timeZone' | 'country'>,
): Promise<string | undefined> => (timeZone && (await countryOfZone(deps, timeZone))) || country

/**
 * Adds the towns with sitters whose name begins with one of the texts, and ranks all anew. The database finds the best
 * towns regardless of sitters, so both together contain the best ones.
 */
function withSitterTowns(
  found: readonly store.Suggested[],
  sitterTowns: SitterTowns,
  { texts, country }: { texts: readonly string[]; country: string | undefined },
): store.Suggested[] {
  const ranked = new Map<number, store.Suggested>()
  const offer = (town: store.Suggested) => {
    if (town.rank > (ranked.get(town.id)?.rank ?? -1)) ranked.set(town.id, town)
  }
  for (const town of found) {
    const factor = sitterTowns.byId.has(town.id) ? sittersFactor : 1
    offer({ ...town, rank: town.rank * factor })
  }
  for (const text of texts)
    for (const { town, weight, isWhole } of namesBeginning(sitterTowns, text)) {
      const exact = isWhole ? store.exactNameFactor : 1
      const home = town.country === country ? store.homeCountryFactor : 1
      offer({ ...town, rank: weight * exact * home * sittersFactor, folded: text })
    }
  return [...ranked.values()].sort((one, other) => other.rank - one.rank || one.id - other.id)
}

/** A short text that begins few names may be a typo: "parsi" is Paris, and not only Parsippany. */
const mayBeTypo = (folded: string, found: number): boolean =>
  found === 0 || (found < fewMatches && folded.length <= shortWord)
const [fewMatches, shortWord] = [3, 5]
/** Minimum length for similarity search; shorter texts resemble too many names. */
const minResemblingLength = 5
