import { addHours, addMinutes } from '#server/kernel/day.ts'

/** Days for which a page says that the pet is home before its URL answers that it has ended. */
export const homeDays = 30
/** Days after which a page that nobody ends expires. */
export const maxPageDays = 365

/** Messages that one network may write to all pages, and that one page accepts from everywhere, in `hours`. */
export const sightingLimits = { perNet: 5, perPage: 40, hours: 1 } as const

type PageTimes = { ended_at: Date | null; forgotten_at: Date | null; reported_at: Date }
export type PageStatus = 'lost' | 'home' | 'over'

/** Returns what the URL of a page shows at a given time. */
export function pageStatusOf(
  { ended_at: endedAt, forgotten_at, reported_at }: PageTimes,
  at: Date,
): PageStatus {
  if (forgotten_at !== null) return 'over'
  if (endedAt === null) return at < addHours(reported_at, maxPageDays * 24) ? 'lost' : 'over'
  return at < homeUntil(endedAt) ? 'home' : 'over'
}

export const homeUntil = (endedAt: Date): Date => addHours(endedAt, homeDays * 24)

/** Minutes by which a device's clock may be ahead. */
const skewMinutes = 5

/** Returns why the pet cannot have been lost then, as a sentence. */
export const refuseLostAt = (lostAt: Date, at: Date): string | null =>
  lostAt > addMinutes(at, skewMinutes)
    ? 'This is in the future. Say when it was last seen.'
    : lostAt < addHours(at, -maxPageDays * 24)
      ? 'This is more than a year ago.'
      : null

/** Returns the seconds until the finder may write again; null if now. */
export function waitFor({ byNet, onPage }: { byNet: number; onPage: number }): number | null {
  if (byNet < sightingLimits.perNet && onPage < sightingLimits.perPage) return null
  return sightingLimits.hours * 3600
}
