import { type Digest, kindOf, type NoticeKind } from '#contract/notices/kinds.ts'
import { addMinutes } from '#server/kernel/day.ts'
import { afterQuiet, nextDigest, type QuietHours } from '#server/notices/time.ts'

/** A person's notification settings. */
export type DeliveryPreferences = {
  timeZone: string
  quiet: QuietHours | null
  digest: Digest
  digestTime: string
}
export type Plan = { at: Date; isDigest: boolean }

/** Plans when a mail of this kind is sent, and whether as part of a digest. */
export function planMail(kind: NoticeKind, at: Date, preferences: DeliveryPreferences): Plan {
  const { urgency, mailAfterMinutes = 0 } = kindOf(kind)
  const { digest, digestTime, timeZone, quiet } = preferences
  if (urgency === 'now') return { at, isDigest: false }
  if (urgency === 'later' && digest !== 'off')
    return { at: nextDigest(at, { digest, time: digestTime }, timeZone), isDigest: true }
  return { at: afterQuiet(addMinutes(at, mailAfterMinutes), quiet, timeZone), isDigest: false }
}

/** Plans a push, which is never collected: it is sent at once, or when the quiet hours are over. */
export const planPush = (kind: NoticeKind, at: Date, { quiet, timeZone }: DeliveryPreferences): Date =>
  kindOf(kind).urgency === 'now' ? at : afterQuiet(at, quiet, timeZone)

/**
 * True if the mail is dropped once the notice has been read in the app; mails that serve as a record are always sent.
 */
export const isDroppedOnceRead = (kind: NoticeKind): boolean => {
  const { urgency, gathers } = kindOf(kind)
  return gathers === true || urgency === 'later'
}
