import { addHours, earliest, latest } from '#server/kernel/day.ts'

/**
 * Stripe holds money for at most 90 days in most countries (docs.stripe.com/connect/manual-payouts, rules section 8).
 * Two of them are reserved for retrying a payout.
 */
const heldDays = 88
/**
 * Days before the start: this early, every policy of the rules still gives a full refund, and there is time to replace
 * a declined card.
 */
const leadDays = 8
/** Hours the owner of a declined card has to pay with another one. */
const payHours = 72
/**
 * No booking starts unpaid: if the bank has not answered this many hours before the start, the owner is asked to pay.
 */
const unansweredHours = payHours + 24
const reminderDays = 3

export type BookingTimes = {
  startsAt: Date
  endsAt: Date
  /** Hours from the end until the sitter's money is released. */
  payoutDelayHours: number
}

/** A charge that waits for its date, or for the bank's answer (`askedAt`); `since` is when it was agreed. */
export type Charge = { at: Date; since: Date; askedAt: Date | null; remindedAt: Date | null }

/**
 * Computes when a stored card is charged, so that the last transfer falls within the time for which Stripe may hold the
 * money; null if it can be charged at once. For a booking longer than that limit, only its start counts.
 */
export function chargeAtOf({ startsAt, endsAt, payoutDelayHours }: BookingTimes, now: Date): Date | null {
  const lastTransferAt = addHours(endsAt, payoutDelayHours)
  const chargeAt = earliest(addHours(lastTransferAt, -heldDays * 24), addHours(startsAt, -leadDays * 24))
  return chargeAt > now ? chargeAt : null
}

/**
 * Computes when to send the reminder, some days before each charge date; null if it was sent, or if the charge was
 * agreed too recently to need one.
 */
export function chargeReminder({ at, since, askedAt, remindedAt }: Charge): Date | null {
  const reminderAt = addHours(at, -reminderDays * 24)
  const isReminded = remindedAt !== null && remindedAt >= reminderAt
  return askedAt || isReminded || reminderAt <= since ? null : reminderAt
}

/** Computes when a charge without an answer counts as failed. */
export const unansweredAt = ({ askedAt }: Charge, startsAt: Date): Date | null =>
  askedAt && latest(askedAt, addHours(startsAt, -unansweredHours))

type Window = { leadHours: number; minTtlMinutes: number }

/**
 * Computes until when a card that was declined late may be replaced: longer than usual, because the start is still far
 * off.
 */
export const payUntil = (at: Date, startsAt: Date, { leadHours, minTtlMinutes }: Window): Date =>
  latest(earliest(addHours(at, payHours), addHours(startsAt, -leadHours)), addHours(at, minTtlMinutes / 60))
