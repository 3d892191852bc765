import { kindOf } from '#contract/notices/kinds.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import { usesChannel } from '#server/notices/choice.ts'
import { digestLetter } from '#server/notices/digest.ts'
import { digestMail, noticeMail } from '#server/notices/mails.ts'
import { isDroppedOnceRead } from '#server/notices/plan.ts'
import * as store from '#server/notices/store.ts'

const batch = 50

/** Sends the mails held back by quiet hours or for a digest; concurrent runs send nothing twice. */
export async function sendHeldMails(deps: Deps): Promise<{ sent: number }> {
  let sent = 0
  for (;;) {
    const due = await store.findDueRecipients(deps.db, deps.now(), batch)
    for (const accountId of due) sent += await sendHeldOf(deps, accountId)
    if (due.length < batch) return { sent }
  }
}

function sendHeldOf(deps: Deps, accountId: string): Promise<number> {
  return ensureTransaction(deps, async (deps) => {
    const taken = await store.takeDueMails(deps.db, accountId, deps.now())
    const recipient = await store.findRecipient(deps.db, accountId)
    if (!recipient) return 0
    const wanted = taken.filter(
      ({ kind, read_at: readAt }) =>
        !(readAt && isDroppedOnceRead(kind)) && usesChannel(kindOf(kind).topic, 'mail', recipient.choices),
    )
    const to = { accountId, email: recipient.email }
    const mails = wanted
      .filter(({ is_digest: isDigest }) => !isDigest)
      .map(({ kind, letter }) => noticeMail(to, kind, letter, deps.site))
    const collected = wanted.filter(({ is_digest: isDigest }) => isDigest)
    if (collected.length > 0)
      mails.push(digestMail(to, digestLetter(recipient.name, collected, deps.site), deps.site))
    for (const mail of mails) await queueMail(deps, mail)
    return mails.length
  })
}

/**
 * Deletes all notices of an erased account, because they may name others, and the notices about it that others
 * received.
 */
export const eraseFromNotices: Eraser = async ({ db }, { accountId, names, bookingIds, conversationIds }) => {
  await store.deleteDataOf(db, accountId)
  await store.deleteAbout(db, [...bookingIds, ...conversationIds], names)
}

export const deleteOldNotices = (deps: Pick<Deps, 'db'>, before: Date, limit: number): Promise<number> =>
  ensureTransaction(deps, ({ db }) => store.deleteOld(db, before, limit))
