import { addHours, earliest, latest } from '#server/kernel/day.ts'

/**
 * Stripe holds money for at most 90 days in most countries (docs.stripe.com/connect/manual-payouts, rules section 8). Two of
 * them are left for a payout that has to be tried again.
 */
const heldDays = 88
/** Before the start: no policy of the rules gives back less than everything so early, and a declined card needs its time. */
const leadDays = 8
/** How long the owner of a declined card has to pay with another one. */
const payHours = 72
/** Nobody begins unpaid: what the bank has not answered so long before the start is asked of its owner. */
const unansweredHours = payHours + 24
const reminderDays = 3

export type Course = {
  startsAt: Date
  endsAt: Date
  /** How long after the end the sitter's money is released. */
  payoutDelayHours: number
}

/** A charge that waits for its day, or for the bank's answer (`askedAt`); `since` is when it was agreed. */
export type Charge = { at: Date; since: Date; askedAt: Date | null; remindedAt: Date | null }

/**
 * When a card that is kept is charged, so that the last transfer comes while the money may still be held; null when that is
 * so if it is charged at once. Of a booking that is longer than the limit itself only its beginning counts.
 */
export function chargeAtOf({ startsAt, endsAt, payoutDelayHours }: Course, now: Date): Date | null {
  const lastTransferAt = addHours(endsAt, payoutDelayHours)
  const chargeAt = earliest(addHours(lastTransferAt, -heldDays * 24), addHours(startsAt, -leadDays * 24))
  return chargeAt > now ? chargeAt : null
}

/** Some days before, once for each day of the charge; who has only just agreed to it needs no reminder. */
export function chargeReminder({ at, since, askedAt, remindedAt }: Charge): Date | null {
  const reminderAt = addHours(at, -reminderDays * 24)
  const isTold = remindedAt !== null && remindedAt >= reminderAt
  return askedAt || isTold || reminderAt <= since ? null : reminderAt
}

/** From when on a charge without an answer counts as one that failed. */
export const unansweredAt = ({ askedAt }: Charge, startsAt: Date): Date | null =>
  askedAt && latest(askedAt, addHours(startsAt, -unansweredHours))

type Window = { leadHours: number; minTtlMinutes: number }

/** Until when a card that was declined late may be replaced: more time than usual, because the start is still ahead. */
export const payUntil = (at: Date, startsAt: Date, { leadHours, minTtlMinutes }: Window): Date =>
  latest(earliest(addHours(at, payHours), addHours(startsAt, -leadHours)), addHours(at, minTtlMinutes / 60))
