import { takeToken } from '#server/identity/bucket-store.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { tryTakeToken } from '#server/identity/limits.ts'
import { type EventContext, mailSiteOf, type NoticeName, notices, writeMail } from '#server/identity/mails.ts'
import { defaultLimits, type IdentityOptions } from '#server/identity/options.ts'
import { checkKnownBrowser, saveKnownBrowser } from '#server/identity/sessions/browser-store.ts'
import { deviceOf } from '#server/identity/sessions/device.ts'
import { networkOf } from '#server/identity/sessions/view.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import { hashSecret, newUserId } from '#server/identity/tokens/secret.ts'
import type { InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'

type NoticeDeps = Pick<Deps, 'now' | 'enqueue' | 'site'> & { options?: Pick<IdentityOptions, 'limits'> }
type NoticeRecipient = Pick<UserRow, 'id' | 'email' | 'display_name'>

/** Without a caller, the operator did it at the command line. */
export const eventContextOf = (at: Date, caller: Pick<Caller, 'ip' | 'userAgent'> | null): EventContext => ({
  at,
  from: caller && { ...deviceOf(caller.userAgent), network: networkOf(caller.ip) },
})

/**
 * Notifies a user of what happened to their account; a few times a day for each kind, so that nobody can flood a
 * mailbox.
 */
export async function notifyUser(
  { db, now, enqueue, site, options = { limits: defaultLimits } }: InTx<NoticeDeps>,
  { id, email, display_name: name }: NoticeRecipient,
  kind: NoticeName,
  context: EventContext,
  provider = '',
): Promise<void> {
  if (!email) return
  const bucket = {
    key: `noticePerAccount:${hashSecret(`${kind} ${id}`)}`,
    ...options.limits.noticePerAccount,
  }
  if ((await takeToken(db, bucket, now())) === null) return
  const siteInfo = mailSiteOf({ site })
  const letter = notices[kind]({ name, context, provider }, siteInfo)
  await queueMail({ db, now, enqueue }, writeMail(email, letter, siteInfo))
}

/**
 * Records the browser of a new session, and notifies the user if it is new to them. The first browser after signing
 * up causes no notice.
 */
export async function recordBrowser(
  deps: InTx<NoticeDeps>,
  user: NoticeRecipient,
  caller: Caller,
): Promise<void> {
  const deviceHash = caller.bindTo === null ? null : hashSecret(caller.bindTo)
  const known = await checkKnownBrowser(deps.db, user.id, deviceHash)
  if (deviceHash !== null) await saveKnownBrowser(deps.db, user.id, deviceHash, deps.now())
  if (known.any && !known.this) await notifyUser(deps, user, 'newBrowser', eventContextOf(deps.now(), caller))
}

/**
 * Counts a failed sign-in. After many, a job notifies the user, if there is one. Until then the work is the same for
 * addresses with and without an account, so that its timing reveals nothing.
 */
export async function countFailure(
  deps: IdentityDeps,
  account: string,
  uid: string | undefined,
  { ip, userAgent }: Caller,
): Promise<void> {
  if (await tryTakeToken(deps, 'failuresUntold', account)) return
  if (!(await tryTakeToken(deps, 'failureMailPerAccount', account))) return
  const payload = { uid: uid ?? newUserId(), at: deps.now().toISOString(), ip, userAgent }
  await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'identity.tell-of-failures', payload))
}

export async function notifyOfFailures(
  deps: Deps,
  { uid, at, ...caller }: { uid: string; at: string; ip: string; userAgent: string },
): Promise<void> {
  const user = await store.findUser(deps.db, uid)
  if (user)
    await ensureTransaction(deps, (deps) =>
      notifyUser(deps, user, 'failedSignIns', eventContextOf(new Date(at), caller)),
    )
}
