import { paths } from '#web/paths.ts'
import { petPrefill } from '#web/sitters/public/pet-prefill.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'

type NextStep = { label: string; to: string; check: boolean }

/** Target of the booking action: sign-up, adding the pet, or the check step. */
export function nextStep({ saved, state, addressOf, priced, keepingFailed }: BookingFormState): NextStep {
  const label = priced?.quote?.instant ? 'Book now' : 'Request to book'
  const here = addressOf(state)
  const checking = addressOf(state, { step: 'check' })
  if (saved.status === 'signed-out')
    return { label, to: paths.signUp(state.pets.length > 0 ? checking : here), check: false }
  // A described pet is saved on the way, and the check step asks for what is missing, except for medicine.
  const pet = state.pets.find(({ medication }) => keepingFailed || medication)
  if (saved.status === 'ready' && state.petIds.length === 0 && pet) {
    return {
      label: `Add ${pet.name || 'your pet'} to continue`,
      to: paths.newPet(here, petPrefill(pet)),
      check: false,
    }
  }
  return {
    label,
    to: checking,
    check: saved.status === 'ready',
  }
}
