import type { BookingDraft } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import type { AddOnRule, Refusal } from '#server/bookings/money/refusal.ts'

const addOnWords = { bathing: 'a bath', pickup_trip: 'a pick-up trip' } as const

type DraftAddOns = Pick<BookingDraft, 'service' | 'addOns'>
const maxTrips = 2

/**
 * Returns the refusal of the first add-on of a draft that is not available; `petIds` are the ids of the pets in the
 * booking.
 */
export function refuseAddOns(
  draft: DraftAddOns,
  rates: Pick<Rates, 'bathing' | 'pickupTrip'>,
  petIds: readonly string[],
): Refusal | undefined {
  const refuse = (rule: AddOnRule, detail: string, values: Refusal['values']): Refusal => ({
    problem: 'add-on-not-offered',
    rule,
    detail,
    values,
  })
  const possible = isStay(draft.service) || draft.service === 'day_care'
  let [baths, namedBaths, trips] = [0, new Set<string>(), 0]
  for (const { code, petId, count } of draft.addOns) {
    if (!possible || (code === 'bathing' ? rates.bathing : rates.pickupTrip) === null)
      return refuse('not_offered', `This sitter does not offer ${addOnWords[code]} here. Leave it out.`, {
        addOn: code,
      })
    if (petId !== undefined && (!petIds.includes(petId) || code !== 'bathing'))
      return refuse(
        'other_pet',
        code === 'bathing'
          ? 'A bath is for a pet of the booking. Choose one of them.'
          : 'A pick-up trip is for all pets of the booking. Name no pet for it.',
        { addOn: code, petId },
      )
    if (code === 'pickup_trip') trips += count
    else baths += count
    if (petId !== undefined && (count > 1 || namedBaths.has(petId)))
      return refuse('bath_once', 'A pet is bathed once. Ask for one bath for each pet.', {
        addOn: code,
        petId,
      })
    if (petId !== undefined) namedBaths.add(petId)
  }
  if (baths > petIds.length)
    return refuse(
      'baths_max',
      `A pet is bathed once: ${baths} baths are too many for ${petIds.length} pets.`,
      {
        addOn: 'bathing',
        count: baths,
      },
    )
  if (trips > maxTrips)
    return refuse('trips_max', `There and back are at most ${maxTrips} trips, not ${trips}.`, {
      addOn: 'pickup_trip',
      count: trips,
    })
  return undefined
}
