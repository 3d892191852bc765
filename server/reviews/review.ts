import type { Party } from '#contract/codes.ts'

/** Each side writes about what it can know of the other (rules section 11). */
export const ratingsOf = {
  owner: ['communication', 'care', 'home', 'asDescribed'],
  sitter: ['communication', 'asDescribed', 'instructions', 'punctuality'],
} as const satisfies Record<Party, readonly string[]>

/** The ratings that are not this side's to give. */
export const foreignRatings = (ratings: object, party: Party): string[] =>
  Object.keys(ratings).filter((name) => !ratingsOf[party].some((own) => own === name))
