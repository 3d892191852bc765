import type { Settings } from '#contract/settings.ts'

export type ReferralTerms = Settings['referral']

/** Until when a sitter pays the lower fee for an owner who came through the sitter's link. */
export function invitedUntil(cameAt: Date, { months }: Pick<ReferralTerms, 'months'>): Date {
  const until = new Date(cameAt)
  until.setUTCMonth(until.getUTCMonth() + months)
  return until
}

/** A first booking that was completed, by who came through a link. */
export type CompletedBooking = {
  inviterIsSitter: boolean
  /** What the owner has paid and not got back. */
  paid: number
  /** What was given so far: to everybody, how often to the one who invites, and whether for this account already. */
  given: { amount: number; toInviter: number; isEarned: boolean }
}

/**
 * Whether both get their credit: once for each new account, never for a booking of the two with each other, for which the
 * sitter pays no fee, nor for one that costs less than the credit, and only while there is budget for both.
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
