import type { Alternatives } from '#contract/bookings/alternatives.ts'
import { isStay } from '#contract/codes.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { draftOf } from '#server/bookings/begin/terms-commands.ts'
import { makeOffer, quoteForOwner } from '#server/bookings/quote/commands.ts'
import { type QuotedPet, quotedPet } from '#server/bookings/quote/draft-commands.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { type BookingRecord, partyIn } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { petsOfOwner } from '#server/pets/commands.ts'
import { searchSitters } from '#server/search/find-commands.ts'
import { petsText } from '#server/search/query.ts'

const mostOffered = 3
/** Search radii: near the first sitter, then further away if too few are free there. */
const radiiKm = [15, 50]
const searchLimit = 12

/** True if the owner has no sitter for days that are still ahead. */
const needsAlternative = (
  { status, cancelled_by: by, dates_open: open, starts_at: startsAt }: BookingRecord,
  at: Date,
) =>
  (status === 'declined' || status === 'expired' || (status === 'cancelled' && by === 'sitter')) &&
  !open &&
  startsAt > at

/**
 * Returns up to three sitters who are free for a booking that failed, in the order of the search, each with a price.
 */
export async function findAlternatives(deps: Deps, viewer: Viewer, bookingId: string): Promise<Alternatives> {
  const parties = await store.findPartiesOf(deps.db, bookingId)
  const party = partyIn(parties, viewer.accountId)
  const record = await recordOf(deps.db, bookingId)
  const items: Alternatives['items'] = []
  if (party !== 'owner' || record.sitter_place_id === null || !needsAlternative(record, deps.now()))
    return { items }
  const { owner_id: ownerId, starts_at: startsAt, ends_at: endsAt } = record
  const seen = new Set(await store.findContactedSitters(deps.db, ownerId, startsAt, endsAt))
  seen.add(record.sitter_id)
  const petIds = record.pets.map(({ id }) => id)
  const pets = (await petsOfOwner(deps.db, petIds, ownerId)).map(quotedPet)
  for (const radiusKm of radiiKm) {
    const found = await searchSitters(deps, queryOf(record, pets, radiusKm), viewer)
    for (const sitter of found.items) {
      if (items.length === mostOffered) return { items }
      if (seen.has(sitter.id)) continue
      seen.add(sitter.id)
      const quote = await quoteWith(deps, viewer, record, sitter.id)
      if (quote) items.push({ sitter, quote })
    }
  }
  return { items }
}

function queryOf(record: BookingRecord, pets: readonly QuotedPet[], radiusKm: number) {
  const { service, sitter_place_id: place, start_on: start, end_on: end, units } = record
  return SearchQuery.parse({
    service,
    place,
    radiusKm,
    limit: searchLimit,
    ...(isStay(service)
      ? { start, end }
      : { days: [...new Set(units.map((unit) => unit.on_date))].join(',') }),
    pets: petsText(pets),
  })
}

/** Returns the price of the same booking with another sitter, without add-ons; null if a rule prevents it. */
async function quoteWith(deps: Deps, viewer: Viewer, record: BookingRecord, sitterId: string) {
  try {
    return quoteForOwner(await makeOffer(deps, viewer, { ...draftOf(record, {}), sitterId, addOns: [] }))
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
