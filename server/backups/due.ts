const dayMs = 86_400_000
/** A failed backup is tried again after this time. */
const retryMs = 3_600_000

export type TimeOfDay = { hours: number; minutes: number }

type Facts = { now: Date; at: TimeOfDay; madeAt: Date | null; failedAt: Date | null }

/** True if no backup was made since the latest scheduled time (UTC), even if no worker ran at that time. */
export function isDue({ now, at: { hours, minutes }, madeAt, failedAt }: Facts): boolean {
  const today = Math.floor(now.getTime() / dayMs) * dayMs + (hours * 60 + minutes) * 60_000
  const scheduled = today <= now.getTime() ? today : today - dayMs
  if (madeAt && madeAt.getTime() >= scheduled) return false
  return !failedAt || now.getTime() - failedAt.getTime() >= retryMs
}
