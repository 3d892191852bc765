import type { Db } from '#server/kernel/db/db.ts'
import { findCodes } from '#server/places/postcode-store.ts'
import { codeIn, shorterCodes } from '#server/places/postcode.ts'
import * as store from '#server/places/suggest-store.ts'
import type { Town } from '#server/places/town.ts'
import { typoCorrections } from '#server/places/typo.ts'
import { viewPlace, viewPostcode } from '#server/places/view.ts'

type SuggestQuery = {
  typed: string
  limit: number
  /** IANA zone of the visitor: towns of its country count twenty times as much. */
  timeZone?: string | undefined
}

/**
 * Suggests postcodes, if the operator has imported any; then names that begin with the text, names followed by their
 * region, and names that begin with the text after one typo; names that merely resemble the text only if there is
 * nothing else. Within each group the largest and nearest come first (decision 39).
 */
export async function suggestPlaces(db: Db, { typed, limit, timeZone }: SuggestQuery): Promise<Town[]> {
  const code = codeIn(typed)
  const codes = code ? await findCodes(db, code, { shorter: shorterCodes(code), timeZone, limit }) : []
  const beginning = await store.findBeginning(db, { typed, limit, timeZone })
  const towns = new Map(beginning.map((town) => [town.id, town]))
  const add = (found: readonly store.Suggested[]) => {
    for (const town of found) if (towns.size < limit && !towns.has(town.id)) towns.set(town.id, town)
  }
  const folded = beginning[0]?.folded ?? (await store.foldName(db, typed))
  const words = folded.split(' ')
  if (towns.size < limit && words.length > 1) add(await store.findByNameAndRegion(db, words, limit))
  const corrections = codes.length === 0 && mayBeTypo(folded, towns.size) ? typoCorrections(folded) : []
  if (corrections.length > 0) add(await store.findCorrected(db, corrections, { limit, timeZone }))
  if (towns.size + codes.length === 0 && folded.length >= minResemblingLength)
    add(await store.findResembling(db, folded, limit))
  return [...codes.map(viewPostcode), ...[...towns.values()].map(viewPlace)].slice(0, limit)
}

/** A short text that begins few names may be a typo: "parsi" is Paris, and not only Parsippany. */
const mayBeTypo = (folded: string, found: number): boolean =>
  found === 0 || (found < fewMatches && folded.length <= shortWord)
const [fewMatches, shortWord] = [3, 5]
/** Minimum length for similarity search; shorter texts resemble too many names. */
const minResemblingLength = 5
