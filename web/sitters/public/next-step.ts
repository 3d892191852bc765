import { paths } from '#web/paths.ts'
import { isWholePet } from '#web/sitters/public/keep-pets.ts'
import { petPrefill } from '#web/sitters/public/pet-prefill.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'

type NextStep = { label: string; to: string; check: boolean }

/** Target of the booking action: sign-up, adding the pet, or the check step. */
export function nextStep({ saved, state, addressOf, priced, keepingFailed }: BookingFormState): NextStep {
  const label = priced?.quote?.instant ? 'Book now' : 'Request to book'
  const here = addressOf(state)
  const checking = addressOf(state, { step: 'check' })
  if (saved.status === 'signed-out') {
    const isComplete = state.pets.length > 0 && state.pets.every(isWholePet)
    return { label, to: paths.signUp(isComplete ? checking : here), check: false }
  }
  // A pet that is described well enough is saved on the way.
  const pet = keepingFailed ? state.pets[0] : state.pets.find((one) => !isWholePet(one))
  if (saved.status === 'ready' && state.petIds.length === 0 && pet) {
    return {
      label: `Add ${pet.name || 'your pet'} to go on`,
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
