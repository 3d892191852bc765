import { paths } from '#web/paths.ts'
import { petPrefill } from '#web/sitters/public/pet-prefill.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'

type NextStep = { label: string; to: string; check: boolean }

/** Target of the booking action: sign-up, adding the pet, or the check step. */
export function nextStep({ saved, state, addressOf, priced }: BookingFormState): NextStep {
  const label = priced?.quote?.instant ? 'Book now' : 'Request to book'
  const here = addressOf(state)
  if (saved.status === 'signed-out') return { label, to: paths.signUp(here), check: false }
  if (saved.status === 'ready' && state.petIds.length === 0 && state.pets.length > 0) {
    const [pet] = state.pets
    return {
      label: `Add ${pet?.name || 'your pet'} to go on`,
      to: paths.newPet(here, petPrefill(pet)),
      check: false,
    }
  }
  return {
    label,
    to: addressOf(state, { step: 'check' }),
    check: saved.status === 'ready',
  }
}
