import type { Party } from '#contract/codes.ts'

/** The ratings that each side can judge about the other (rules section 11). */
export const ratingsOf = {
  owner: ['communication', 'care', 'home', 'asDescribed'],
  sitter: ['communication', 'asDescribed', 'instructions', 'punctuality'],
} as const satisfies Record<Party, readonly string[]>

/** Returns the ratings that this side may not give. */
export const foreignRatings = (ratings: object, party: Party): string[] =>
  Object.keys(ratings).filter((name) => !ratingsOf[party].some((own) => own === name))
