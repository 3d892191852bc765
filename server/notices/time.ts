import type { Digest } from '#contract/notices/kinds.ts'
import { addDays, instantOf, localOf, weekdayOf } from '#server/kernel/day.ts'

export type QuietHours = { from: string; to: string }

/** Returns the end of the quiet hours that contain the instant; the instant itself outside quiet hours. */
export function afterQuiet(at: Date, quiet: QuietHours | null, timeZone: string): Date {
  if (!quiet) return at
  const { on, time } = localOf(at, timeZone)
  const { from, to } = quiet
  const isOvernight = from > to
  const isQuiet = isOvernight ? time >= from || time < to : time >= from && time < to
  if (!isQuiet) return at
  return instantOf(isOvernight && time >= from ? addDays(on, 1) : on, to, timeZone)
}

const monday = 0

/** Returns the next time at which a digest is sent; a weekly one is sent on Mondays. */
export function nextDigest(
  at: Date,
  { digest, time }: { digest: Exclude<Digest, 'off'>; time: string },
  timeZone: string,
): Date {
  const { on } = localOf(at, timeZone)
  for (let day = on; ; day = addDays(day, 1)) {
    const due = instantOf(day, time, timeZone)
    if (due > at && (digest === 'daily' || weekdayOf(day) === monday)) return due
  }
}
