import type { Db } from '#server/kernel/db/db.ts'
import { findCodes } from '#server/places/postcode-store.ts'
import { askedCode, shorterCodes } from '#server/places/postcode.ts'
import * as store from '#server/places/suggest-store.ts'
import { slipsOf } from '#server/places/typo.ts'
import { type Town, viewPlace, viewPostcode } from '#server/places/view.ts'

type Asked = {
  typed: string
  limit: number
  /** IANA zone of who types: the towns of its country count twenty times as much. */
  timeZone?: string | undefined
}

/**
 * Postcodes, where the operator has imported some; what begins with the words, then names followed by their region, then what begins so after one slip of the hand; what
 * merely resembles the words when there is nothing else. The largest and nearest first in each (decision 39).
 */
export async function suggestPlaces(db: Db, { typed, limit, timeZone }: Asked): Promise<Town[]> {
  const code = askedCode(typed)
  const codes = code ? await findCodes(db, code, { shorter: shorterCodes(code), timeZone, limit }) : []
  const beginning = await store.findBeginning(db, { typed, limit, timeZone })
  const towns = new Map(beginning.map((town) => [town.id, town]))
  const add = (found: readonly store.Suggested[]) => {
    for (const town of found) if (towns.size < limit && !towns.has(town.id)) towns.set(town.id, town)
  }
  const folded = beginning[0]?.folded ?? (await store.foldName(db, typed))
  const words = folded.split(' ')
  if (towns.size < limit && words.length > 1) add(await store.findByNameAndRegion(db, words, limit))
  const isDoubtful =
    codes.length === 0 && (towns.size === 0 || (towns.size < enough && folded.length <= shortWord))
  const slips = isDoubtful ? slipsOf(folded) : []
  if (slips.length > 0) add(await store.findMeant(db, slips, { limit, timeZone }))
  if (towns.size + codes.length === 0 && folded.length >= leastResembling)
    add(await store.findResembling(db, folded, limit))
  return [...codes.map(viewPostcode), ...[...towns.values()].map(viewPlace)].slice(0, limit)
}

/** Words that begin few names may be a slip while they are short: "parsi" is Paris, and not only Parsippany. */
const [enough, shortWord] = [3, 5]
/** Shorter words resemble too much. */
const leastResembling = 5
