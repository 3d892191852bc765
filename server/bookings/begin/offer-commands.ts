import type { Booking, calculateOffer, Quote } from '#contract/bookings/bookings.ts'
import type { offerAgain as endpoint } from '#contract/bookings/offers.ts'
import type { Party } from '#contract/codes.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { refuseBlocked } from '#server/blocks/commands.ts'
import { brokenOfferRule } from '#server/bookings/begin/offer.ts'
import { insert, refuseOtherPrice } from '#server/bookings/begin/request-commands.ts'
import { draftOf, priceOffer } from '#server/bookings/begin/terms-commands.ts'
import { allowMove, lockRecord, move } from '#server/bookings/life/commands.ts'
import { moveRefusal } from '#server/bookings/life/refusal.ts'
import type { Check } from '#server/bookings/life/transition.ts'
import { makeOffer } from '#server/bookings/quote/commands.ts'
import type { Offer } from '#server/bookings/quote/offer.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { type BookingRecord, partyIn } from '#server/bookings/record/record.ts'
import { isOpenRequest } from '#server/bookings/record/status.ts'
import * as store from '#server/bookings/record/store.ts'
import { showBooking } from '#server/bookings/show-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { dayInWords } from '#server/kernel/words.ts'
import { petsOfOwner } from '#server/pets/commands.ts'

type Terms = HandlerInput<typeof calculateOffer>['body']

/** Prices an offer for the sitter before it is made; nothing is stored. */
export function quoteOffer(
  deps: Deps,
  { accountId }: Viewer,
  bookingId: string,
  terms: Terms,
): Promise<Quote> {
  return ensureTransaction(deps, async (deps) => {
    const party = partyIn(await store.lockSitterOf(deps.db, bookingId), accountId)
    const record = await lockRecord(deps.db, bookingId)
    if (!isOpenRequest(record.status)) return (await priceRepeatOffer(deps, record, party, terms)).quote
    allowMove(record, 'offer', party, deps.now())
    return (await priceOffer(deps, record, terms)).quote
  })
}

/** Makes an unsolicited offer to an owner whom the sitter knows from an earlier booking. */
export function offerAgain(
  deps: Deps,
  { accountId }: Viewer,
  bookingId: string,
  { note, quoteHash, ...terms }: HandlerInput<typeof endpoint>['body'],
): Promise<Booking> {
  return ensureTransaction(deps, async (deps) => {
    const party = partyIn(await store.lockSitterOf(deps.db, bookingId), accountId)
    const earlier = await recordOf(deps.db, bookingId)
    await refuseBlocked(deps.db, { accountId, otherId: earlier.owner_id, otherName: earlier.owner_name })
    const offer = await priceRepeatOffer(deps, earlier, party, terms)
    refuseOtherPrice(deps, offer, quoteHash, offer.quote)
    const id = await insert(deps, earlier.owner_id, offer, { message: null, datesOpen: false })
    const moved = await move(deps, await recordOf(deps.db, id), {
      event: 'offer',
      by: party,
      accountId,
      isNew: true,
      more: { discount: terms.discount },
      ...(note ? { note } : {}),
    })
    return showBooking(deps, moved.record, accountId)
  })
}

const refusalOf = ({ status, time_zone: timeZone }: BookingRecord, by: Party, rule: Check | 'actor') =>
  moveRefusal('offer', { by, status, timeZone }, { rule })

/** Checks every rule of an offer based on an earlier booking, and prices it. The sitter must be locked. */
async function priceRepeatOffer(deps: Deps, earlier: BookingRecord, by: Party, terms: Terms): Promise<Offer> {
  const broken = brokenOfferRule(earlier, by)
  if (broken) throw new Problem('booking-action-not-allowed', refusalOf(earlier, by, broken))
  const offer = await makeOffer(
    deps,
    { accountId: earlier.owner_id },
    { ...draftOf(earlier, terms), petIds: await remainingPets(deps, earlier), addOns: [] },
    { as: 'offer', discount: terms.discount },
  )
  await refuseSecondOffer(deps, earlier, by, offer)
  return offer
}

async function remainingPets({ db }: Deps, earlier: BookingRecord): Promise<string[]> {
  const ids = earlier.pets.map(({ id }) => id)
  const pets = await petsOfOwner(db, ids, earlier.owner_id)
  const remaining = pets.flatMap(({ id, archived }) => (archived ? [] : [id]))
  if (remaining.length > 0) return remaining
  throw new Problem('pet-not-found', {
    detail: `${earlier.owner_name} no longer has any of the pets of booking ${earlier.number} here.`,
  })
}

/** Refuses a second open booking with the same owner for the same days. */
async function refuseSecondOffer(
  deps: Deps,
  earlier: BookingRecord,
  by: Party,
  { plan }: Offer,
): Promise<void> {
  const { owner_id: ownerId, sitter_id: sitterId } = earlier
  const open = await store.findOpenBetween(deps.db, { ownerId, sitterId }, plan.startsAt, plan.endsAt)
  if (!open) return
  const [first, last] = [open.start_on, open.end_on].map(dayInWords)
  const days = first === last ? `on ${first}` : `from ${first} to ${last}`
  throw new Problem('booking-action-not-allowed', {
    ...refusalOf(earlier, by, 'no_offer_open'),
    detail: `Booking ${open.number} with ${earlier.owner_name} is still open ${days}. Wait for its answer, or choose other days.`,
    openBookingId: open.id,
  })
}
