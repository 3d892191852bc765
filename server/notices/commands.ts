import { kindOf, type NoticeKind } from '#contract/notices/kinds.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { Site, TxDeps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { type OutgoingMail, queueMail } from '#server/kernel/mail/mail.ts'
import { usesChannel } from '#server/notices/choice.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'
import { noticeMail } from '#server/notices/mails.ts'
import { type DeliveryPreferences, planMail, planPush } from '#server/notices/plan.ts'
import { holdPush, queuePushes } from '#server/notices/push-commands.ts'
import * as store from '#server/notices/store.ts'
import { currentSettings } from '#server/settings/commands.ts'

export type NoticeInput = {
  accountId: string
  kind: NoticeKind
  /** The sentence shown in the bell: `Inês has accepted your request`. */
  title: string
  /** The page to open, like `/account/bookings/…`. */
  path: string
  /** The id of the subject, for example a booking or conversation; `readNoticesOf` marks its notices as read. */
  subjectId?: string
  /** Makes the notice idempotent, however often the job that creates it runs. */
  onceKey?: string
  /** The person's own act: the mail is a receipt, and the notice is stored as read. */
  isOwnAct?: boolean
  /** Absent for notices without a mail. */
  mail?: NoticeLetter
}

/**
 * Notifies a person in the transaction of the event: in the bell, and depending on the person's choices by mail and
 * push. An erased account is not notified.
 */
export async function notify(deps: TxDeps, input: NoticeInput): Promise<void> {
  const { accountId, kind, isOwnAct, mail } = input
  const recipient = await store.findRecipient(deps.db, accountId)
  if (!recipient) return
  const at = deps.now()
  const { topic } = kindOf(kind)
  const created = await write(deps.db, input, at, usesChannel(topic, 'app', recipient.choices))
  // Already created under the same key.
  if (!created) return
  await notifyLive(deps, [accountId], { topic: 'notice' })
  const preferences = await preferencesOf(deps.db, recipient)
  const notice = { id: created.id, account_id: accountId, kind, told_at: at }
  if (!isOwnAct && usesChannel(topic, 'push', recipient.choices)) await push(deps, notice, preferences)
  if (!mail || !usesChannel(topic, 'mail', recipient.choices)) return
  if (!created.is_new) return store.renewHeldMail(deps.db, created.id, JSON.stringify(mail))
  const plan = planMail(kind, at, preferences)
  if (plan.at <= at && !plan.isDigest)
    await queueMail(deps, noticeMail({ accountId, email: recipient.email }, kind, mail, deps.site))
  else
    await store.insertHeldMail(deps.db, {
      notice_id: created.id,
      account_id: accountId,
      letter: JSON.stringify(mail),
      is_digest: plan.isDigest,
      due_at: plan.at,
    })
}

/** Nobody has this account, so that the links to unsubscribe in a preview change nothing. */
const nobody = { accountId: '00000000-0000-0000-0000-000000000000', email: '' }

/** Returns the mail of a notice as it would be sent, addressed to nobody. */
export const previewMail = (kind: NoticeKind, letter: NoticeLetter, site: Site): OutgoingMail =>
  noticeMail(nobody, kind, letter, site)

/** Inserts the notice, or renews the one of its subject where the kind gathers; undefined if its key is known. */
function write(tx: Tx, input: NoticeInput, at: Date, isInApp: boolean) {
  const { accountId, kind, title, path, subjectId = null, onceKey = null, isOwnAct } = input
  const row = {
    id: newId(at),
    account_id: accountId,
    kind,
    title,
    path,
    subject_id: subjectId,
    once_key: onceKey,
    is_in_app: isInApp,
    told_at: at,
    read_at: isOwnAct ? at : null,
  }
  return kindOf(kind).gathers
    ? store.gatherNotice(tx, { ...row, gather_key: `${kind} ${subjectId ?? path}` })
    : store.insertNotice(tx, row)
}

type PushableNotice = { id: string; account_id: string; kind: NoticeKind; told_at: Date }

async function push(deps: TxDeps, notice: PushableNotice, preferences: DeliveryPreferences): Promise<void> {
  const { id, account_id: accountId, kind, told_at: at } = notice
  const dueAt = planPush(kind, at, preferences)
  if (dueAt <= at) await queuePushes(deps, id, accountId)
  else await holdPush(deps.db, id, accountId, dueAt)
}

/** Marks the notices of a subject as read when the person opens it. */
export async function readNoticesOf(deps: TxDeps, accountId: string, subjectId: string): Promise<void> {
  const read = await store.readOfSubject(deps.db, accountId, subjectId, deps.now())
  if (read.length > 0) await notifyLive(deps, [accountId], { topic: 'notice' })
}

type Recipient = NonNullable<Awaited<ReturnType<typeof store.findRecipient>>>

async function preferencesOf(tx: Tx, recipient: Recipient): Promise<DeliveryPreferences> {
  const { quiet_from: from, quiet_to: to } = recipient
  return {
    timeZone: recipient.time_zone ?? recipient.chosen_zone ?? (await currentSettings(tx)).settings.timeZone,
    quiet: from !== null && to !== null ? { from, to } : null,
    digest: recipient.digest ?? 'off',
    digestTime: recipient.digest_time ?? '08:00',
  }
}
