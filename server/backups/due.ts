const dayMs = 86_400_000
/** A failed backup is tried again after this time. */
const retryMs = 3_600_000

export type TimeOfDay = { hours: number; minutes: number }

type Facts = { now: Date; at: TimeOfDay; madeAt: Date | null; failedAt: Date | null }

/** How often a worker verifies the newest backup. */
export const verifyRhythms = ['daily', 'weekly'] as const
export type VerifyRhythm = (typeof verifyRhythms)[number]

type VerifyFacts = {
  now: Date
  every: VerifyRhythm
  /** When the newest backup was made. */
  madeAt: Date | null
  verifiedAt: Date | null
  /** The latest attempt, if it failed; a damaged backup stays damaged, anything else may pass. */
  failure: { at: Date; isDamage: boolean } | null
}

/** A week less an hour, because a verification ends later than the backup that it follows. */
const weekMs = 7 * dayMs - retryMs

/** True if the newest backup is to be verified now. */
export function isVerifyDue({ now, every, madeAt, verifiedAt, failure }: VerifyFacts): boolean {
  if (!madeAt) return false
  if (failure)
    return madeAt > failure.at || (!failure.isDamage && now.getTime() - failure.at.getTime() >= retryMs)
  if (!verifiedAt) return true
  return madeAt > verifiedAt && (every === 'daily' || now.getTime() - verifiedAt.getTime() >= weekMs)
}

/** True if no backup was made since the latest scheduled time (UTC), even if no worker ran at that time. */
export function isDue({ now, at: { hours, minutes }, madeAt, failedAt }: Facts): boolean {
  const today = Math.floor(now.getTime() / dayMs) * dayMs + (hours * 60 + minutes) * 60_000
  const scheduled = today <= now.getTime() ? today : today - dayMs
  if (madeAt && madeAt.getTime() >= scheduled) return false
  return !failedAt || now.getTime() - failedAt.getTime() >= retryMs
}
