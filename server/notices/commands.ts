import { kindOf, type NoticeKind } from '#contract/notice-kinds.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { goesBy } from '#server/notices/choice.ts'
import { type NoticeLetter, noticeMail } from '#server/notices/mails.ts'
import { type Habits, planMail } from '#server/notices/plan.ts'
import * as store from '#server/notices/store.ts'
import { currentSettings } from '#server/settings/commands.ts'

export type Telling = {
  accountId: string
  kind: NoticeKind
  /** What the bell says, in one sentence: `Inês has accepted your request`. */
  title: string
  /** The page that it is about, like `/account/bookings/…`. */
  path: string
  /** What it is about, say the booking or the conversation: `readNoticesOf` reads it. */
  subjectId?: string
  /** Told once, however often the job that tells it runs. */
  onceKey?: string
  /** The person did it and gets the mail as a receipt: the bell keeps quiet. */
  isOwnAct?: boolean
  /** Left out of what needs none. */
  mail?: NoticeLetter
}

/**
 * Tells a person something, in the transaction of what has happened: the bell, and by the person's choices a mail and a push.
 * An erased account is told nothing.
 */
export async function notify(deps: Deps, tx: Tx, telling: Telling): Promise<void> {
  const { accountId, kind, title, path, subjectId = null, onceKey = null, isOwnAct, mail } = telling
  const reader = await store.findReader(tx, accountId)
  if (!reader) return
  const at = deps.now()
  const { topic, gathers } = kindOf(kind)
  const row = {
    id: newId(at),
    account_id: accountId,
    kind,
    title,
    path,
    subject_id: subjectId,
    once_key: onceKey,
    is_in_app: goesBy(topic, 'app', reader.choices),
    told_at: at,
    read_at: isOwnAct ? at : null,
  }
  const noticeId = gathers
    ? await gather(tx, { ...row, gather_key: `${kind} ${subjectId ?? path}` }, mail)
    : (await store.insertNotice(tx, row))?.id
  if (!noticeId || !mail || !goesBy(topic, 'mail', reader.choices)) return
  const plan = planMail(kind, at, await habitsOf(tx, reader))
  if (plan.at <= at && !plan.isDigest)
    await queueMail(deps, tx, noticeMail({ accountId, email: reader.email }, kind, mail, deps.site))
  else
    await store.insertHeldMail(tx, {
      notice_id: noticeId,
      account_id: accountId,
      letter: JSON.stringify(mail),
      is_digest: plan.isDigest,
      due_at: plan.at,
    })
}

/** Somebody looks at a thing, so what told them of it is read. */
export async function readNoticesOf(deps: Deps, tx: Tx, accountId: string, subjectId: string): Promise<void> {
  await store.readOfSubject(tx, accountId, subjectId, deps.now())
}

type Gathered = Parameters<typeof store.gatherNotice>[1]

/** The notice that needs a mail of its own: undefined when this joined one that has it, or had it. */
async function gather(tx: Tx, row: Gathered, mail: NoticeLetter | undefined): Promise<string | undefined> {
  const { id, is_new: isNew } = await store.gatherNotice(tx, row)
  if (isNew) return id
  if (mail) await store.renewHeldMail(tx, id, JSON.stringify(mail))
  return undefined
}

type Reader = NonNullable<Awaited<ReturnType<typeof store.findReader>>>

async function habitsOf(tx: Tx, reader: Reader): Promise<Habits> {
  const { quiet_from: from, quiet_to: to } = reader
  return {
    timeZone: reader.time_zone ?? (await currentSettings(tx)).settings.timeZone,
    quiet: from !== null && to !== null ? { from, to } : null,
    digest: reader.digest ?? 'off',
    digestTime: reader.digest_time ?? '08:00',
  }
}
