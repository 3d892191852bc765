import { type Digest, kindOf, type NoticeKind } from '#contract/notices/kinds.ts'
import { addMinutes } from '#server/kernel/day.ts'
import { afterQuiet, nextDigest, type Quiet } from '#server/notices/time.ts'

/** How somebody likes to be told. */
export type Habits = { timeZone: string; quiet: Quiet | null; digest: Digest; digestTime: string }
export type Plan = { at: Date; isDigest: boolean }

/** When a mail of this kind goes out that is wanted at this moment, and whether together with others. */
export function planMail(kind: NoticeKind, at: Date, habits: Habits): Plan {
  const { urgency, mailAfterMinutes = 0 } = kindOf(kind)
  const { digest, digestTime, timeZone, quiet } = habits
  if (urgency === 'now') return { at, isDigest: false }
  if (urgency === 'later' && digest !== 'off')
    return { at: nextDigest(at, { digest, time: digestTime }, timeZone), isDigest: true }
  return { at: afterQuiet(addMinutes(at, mailAfterMinutes), quiet, timeZone), isDigest: false }
}

/** A push is never collected: it comes at once, or when the quiet hours are over. */
export const planPush = (kind: NoticeKind, at: Date, { quiet, timeZone }: Habits): Date =>
  kindOf(kind).urgency === 'now' ? at : afterQuiet(at, quiet, timeZone)

/** What somebody has read in the app already need not come by mail, unless it is a record. */
export const isDroppedOnceRead = (kind: NoticeKind): boolean => {
  const { urgency, gathers } = kindOf(kind)
  return gathers === true || urgency === 'later'
}
