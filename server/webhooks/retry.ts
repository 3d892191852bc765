import { failingDays } from '#contract/webhooks/codes.ts'

/** Minutes between the attempts of a message, about three days in all. */
const pauseMinutes = [1, 5, 30, 120, 300, 600, 840, 1200, 1440] as const
const minuteMs = 60_000
const dayMs = 86_400_000

/** When a message is sent again after this many failed attempts; null if it is given up. */
export function nextAttemptAt(attempts: number, at: Date): Date | null {
  const pause = pauseMinutes[attempts - 1]
  return pause === undefined ? null : new Date(at.getTime() + pause * minuteMs)
}

/** Whether an address has failed for so long that nothing more is sent to it. */
export const isLost = (failingSince: Date, at: Date): boolean =>
  at.getTime() - failingSince.getTime() >= failingDays * dayMs

/** A receiver that answers 410 wants nothing more. */
export const goneStatus = 410

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300
