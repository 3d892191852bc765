import type { ExtraPurpose } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { ExtraRow } from '#server/bookings/record/parts-store.ts'
import { addHours, earliest, latest } from '#server/kernel/day.ts'

/** An open payment on top of the price. */
export type Extra = {
  purpose: ExtraPurpose
  payBy: Date
  /** Since when the owner is asked to pay; null while the saved card is being charged. */
  unpaidAt: Date | null
  remindedAt: Date | null
}

/** Returns until when to pay: a day by default, but not beyond `until`, and never less than a quarter of an hour. */
export function payByOf(at: Date, until: Date | null, { payments }: Pick<Settings, 'payments'>): Date {
  const usual = addHours(at, payments.ttlHours)
  return latest(until ? earliest(usual, until) : usual, addHours(at, payments.minTtlMinutes / 60))
}

/** With less time than this to pay, a reminder would only repeat the request. */
const remindableHours = 2

/** Returns when the owner is reminded: once, halfway between the request and the deadline. */
export function payReminder({ payBy, unpaidAt, remindedAt }: Extra): Date | null {
  if (!unpaidAt || remindedAt || addHours(unpaidAt, remindableHours) > payBy) return null
  return new Date((unpaidAt.getTime() + payBy.getTime()) / 2)
}

export const extraFactsOf = (row: ExtraRow): Extra => ({
  purpose: row.purpose,
  payBy: row.pay_by,
  unpaidAt: row.unpaid_at,
  remindedAt: row.reminded_at,
})
