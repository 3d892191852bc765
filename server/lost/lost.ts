import { addHours, addMinutes } from '#server/kernel/day.ts'

/** So long a page says that the pet is home again before its address answers that it is over. */
export const homeDays = 30
/** A page that nobody ends is over after a year. */
export const mostDays = 365

/** What one place may write to all pages, and what one page takes from everywhere. */
export const sightingLimits = { perNet: 5, perPage: 40, hours: 1 } as const

type Course = { ended_at: Date | null; forgotten_at: Date | null; reported_at: Date }
export type Standing = 'lost' | 'home' | 'over'

/** What the address of a page says at a moment. */
export function standingOf({ ended_at: endedAt, forgotten_at, reported_at }: Course, at: Date): Standing {
  if (forgotten_at !== null) return 'over'
  if (endedAt === null) return at < addHours(reported_at, mostDays * 24) ? 'lost' : 'over'
  return at < homeUntil(endedAt) ? 'home' : 'over'
}

export const homeUntil = (endedAt: Date): Date => addHours(endedAt, homeDays * 24)

/** A device's clock may be so far ahead. */
const skewMinutes = 5

/** Why it cannot have been lost then, in words. */
export const refuseLostAt = (lostAt: Date, at: Date): string | null =>
  lostAt > addMinutes(at, skewMinutes)
    ? 'This has not come yet. Say when it was seen last.'
    : lostAt < addHours(at, -mostDays * 24)
      ? 'This is more than a year ago.'
      : null

/** Seconds until somebody may write again; null when there is room. */
export function waitFor({ byNet, onPage }: { byNet: number; onPage: number }): number | null {
  if (byNet < sightingLimits.perNet && onPage < sightingLimits.perPage) return null
  return sightingLimits.hours * 3600
}
