import type { Settings } from '#contract/settings.ts'

export type ReferralTerms = Settings['referral']

/** Returns until when a sitter pays the lower fee for an owner who came through the sitter's link. */
export function invitedUntil(cameAt: Date, { months }: Pick<ReferralTerms, 'months'>): Date {
  const until = new Date(cameAt)
  until.setUTCMonth(until.getUTCMonth() + months)
  return until
}

/** A completed first booking of an owner who came through a link. */
export type CompletedBooking = {
  inviterIsSitter: boolean
  /** Amount the owner has paid, less refunds. */
  paid: number
  /**
   * Credits granted so far: their total, the number granted to the inviter, and whether this account has earned one.
   */
  given: { amount: number; toInviter: number; isEarned: boolean }
}

/**
 * True if both get their credit: once for each new account, not for a booking of the two with each other (the sitter
 * pays no fee for it), not for one that costs less than the credit, and only if the budget covers both.
 */
export const earnsCredit = (
  { credit, budget, mostForOne }: ReferralTerms,
  { inviterIsSitter, paid, given }: CompletedBooking,
): boolean =>
  credit > 0 &&
  !inviterIsSitter &&
  paid >= credit &&
  !given.isEarned &&
  given.toInviter < mostForOne &&
  given.amount + 2 * credit <= budget
