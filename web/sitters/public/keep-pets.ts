import { sizedSpecies } from '#contract/codes.ts'
import { persisted } from '#web/persisted.ts'
import { namesText, petsText, type SearchPet } from '#web/search/search-state.ts'

const textOf = (pets: readonly SearchPet[]): string => `${petsText(pets)} ${namesText(pets)}`

/** The described pets that somebody asked a booking for, until the account is known. Stored per browser tab. */
const wishStore = persisted('sitwell.described-pets', { text: '', key: '' }, 'session')

/**
 * True if the description is enough for a pet of an account. Medicine is not: the sitter must know which, so its form
 * is shown.
 */
export const isWholePet = ({ species, name, bornOn, weightKg, medication }: SearchPet): boolean =>
  name !== '' && !medication && (!sizedSpecies.includes(species) || (bornOn !== null && weightKg !== null))

/** Notes that somebody has asked for a booking for these pets. A link alone must not add pets to an account. */
export const wishToKeep = (pets: readonly SearchPet[]): void =>
  wishStore.setState({ text: textOf(pets), key: crypto.randomUUID() })

/** The key of the wish for exactly these pets. */
export function wishedKey(pets: readonly SearchPet[]): string | null {
  const { text, key } = wishStore.getState()
  return key !== '' && text === textOf(pets) ? key : null
}

export const forgetWish = (): void => wishStore.setState({ text: '', key: '' })
