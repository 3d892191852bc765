import { keysOf } from '#contract/entries.ts'
import { listWords } from '#contract/words.ts'

/** Requirements of a password policy, by the identity service's names. */
const requirementKinds = {
  containsLowercaseLetter: { pattern: /\p{Ll}/u, words: 'a small letter' },
  containsUppercaseLetter: { pattern: /\p{Lu}/u, words: 'a capital letter' },
  containsNumericCharacter: { pattern: /\p{Nd}/u, words: 'a digit' },
  containsNonAlphanumericCharacter: { pattern: /[^\p{L}\p{Nd}]/u, words: 'a symbol like - or !' },
} as const

export type PasswordNeed = keyof typeof requirementKinds
export const passwordNeeds = keysOf(requirementKinds)
export type PasswordRules = { minLength: number; needs: readonly PasswordNeed[] }

export type Strength = { score: 0 | 1 | 2 | 3 | 4; text: string }

const words = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'] as const
const scored = (score: Strength['score']): Strength => ({ score, text: words[score] })

/**
 * Estimates a password's strength for a meter: length counts most, repeated characters count less. The service decides.
 */
export function passwordStrength(password: string, { minLength, needs }: PasswordRules): Strength {
  const letters = [...password]
  if (letters.length < minLength)
    return { score: 0, text: `${letters.length} of at least ${minLength} characters` }
  const missing = needs.filter((need) => !requirementKinds[need].pattern.test(password))
  if (missing.length > 0)
    return { score: 0, text: `Needs ${listWords(missing.map((need) => requirementKinds[need].words))}` }
  const different = new Set(letters.map((letter) => letter.toLowerCase())).size
  const variety = passwordNeeds.filter((need) => requirementKinds[need].pattern.test(password)).length
  if (different < 5 || (/^(?:\d+|\p{L}+\d{0,4})$/u.test(password) && letters.length < 12)) return scored(1)
  const points = letters.length + 2 * variety
  if (points < 16) return scored(2)
  return scored(points < 22 ? 3 : 4)
}
