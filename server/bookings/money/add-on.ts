import type { BookingDraft } from '#contract/bookings/bookings.ts'
import { type AddOnCode, isStay } from '#contract/codes.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import type { AddOnRule, Refusal } from '#server/bookings/money/refusal.ts'

const addOnWords = { bathing: 'a bath', pickup_trip: 'a pick-up trip' } as const

type DraftAddOns = Pick<BookingDraft, 'service' | 'addOns'>
const maxTrips = 2

const refused = (rule: AddOnRule, detail: string, values: Refusal['values']): Refusal => ({
  problem: 'add-on-not-offered',
  rule,
  detail,
  values,
})

/**
 * Returns the refusal of the first add-on of a draft that is not available; `petIds` are the ids of the pets in the
 * booking.
 */
export function refuseAddOns(
  { service, addOns }: DraftAddOns,
  rates: Pick<Rates, 'bathing' | 'pickupTrip'>,
  petIds: readonly string[],
): Refusal | undefined {
  const possible = isStay(service) || service === 'day_care'
  const bathed = new Set<string>()
  for (const addOn of addOns) {
    const { code, petId } = addOn
    if (!possible || (code === 'bathing' ? rates.bathing : rates.pickupTrip) === null)
      return refused('not_offered', `This sitter does not offer ${addOnWords[code]} here. Leave it out.`, {
        addOn: code,
      })
    if (petId === undefined) continue
    const refusal = refuseForPet({ ...addOn, petId }, petIds, bathed)
    if (refusal) return refusal
    bathed.add(petId)
  }
  return refuseTooMany(addOns, petIds.length)
}

/** Checks an add-on for one pet; `bathed` are the pets that another add-on bathes. */
function refuseForPet(
  { code, petId, count }: DraftAddOns['addOns'][number] & { petId: string },
  petIds: readonly string[],
  bathed: ReadonlySet<string>,
): Refusal | undefined {
  if (!petIds.includes(petId) || code !== 'bathing')
    return refused(
      'other_pet',
      code === 'bathing'
        ? 'A bath is for a pet of the booking. Choose one of them.'
        : 'A pick-up trip is for all pets of the booking. Do not name a pet for it.',
      { addOn: code, petId },
    )
  if (count > 1 || bathed.has(petId))
    return refused('bath_once', 'A pet can be bathed once. Choose one bath for each pet.', {
      addOn: code,
      petId,
    })
  return undefined
}

function refuseTooMany(addOns: DraftAddOns['addOns'], pets: number): Refusal | undefined {
  const countOf = (wanted: AddOnCode) =>
    addOns.reduce((sum, { code, count }) => (code === wanted ? sum + count : sum), 0)
  const [baths, trips] = [countOf('bathing'), countOf('pickup_trip')]
  if (baths > pets)
    return refused('baths_max', `A pet can be bathed once: ${baths} baths are too many for ${pets} pets.`, {
      addOn: 'bathing',
      count: baths,
    })
  if (trips > maxTrips)
    return refused('trips_max', `At most ${maxTrips} trips are possible, there and back, not ${trips}.`, {
      addOn: 'pickup_trip',
      count: trips,
    })
  return undefined
}
