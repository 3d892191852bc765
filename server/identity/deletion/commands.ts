import { dayOf, undoDays } from '#server/identity/deletion/deletion.ts'
import { type OpenMatter, sentenceOf, sentencesOf } from '#server/identity/deletion/open-matter.ts'
import * as store from '#server/identity/deletion/store.ts'
import type { Caller } from '#server/identity/deps.ts'
import { deletionRequested, deletionUndone, mailSiteOf, writeMail } from '#server/identity/mails.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { endAllSessions } from '#server/identity/sessions/ending-commands.ts'
import { changeUser, deleteUser, lockUser, type UserRow, voidCodesOf } from '#server/identity/store.ts'
import { hashSecret, newSecret } from '#server/identity/tokens/secret.ts'
import { type Tx, type InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import { Problem } from '#server/kernel/problem.ts'

type NotifyDeps = Pick<Deps, 'now' | 'enqueue' | 'site'>

const dayMs = 86_400_000
const moneyKinds = new Set<OpenMatter['kind']>(['payout', 'payment', 'dispute', 'invoice'])
const batch = 100

/** Everything that prevents the deletion of an account, each with a sentence to show. */
export const openMattersOf = async ({ db }: Pick<Deps, 'db'>, accountId: string) =>
  (await store.findOpenMatters(db, accountId)).map((matter) => ({ ...matter, text: sentenceOf(matter) }))

const openMattersProblem = (open: readonly OpenMatter[]): Problem =>
  new Problem('account-in-use', {
    detail: `Other people still depend on this account. ${sentencesOf(open)} Settle this first, then delete the account.`,
    open: open.map((matter) => ({ ...matter, text: sentenceOf(matter) })),
  })

const lastOwnerProblem = (): Problem =>
  new Problem('account-in-use', {
    detail: 'This account is the only owner of the site. Give this role to somebody else first.',
    open: [],
  })

export type DeletionRequest = {
  uid: string
  /** Null at the command line. */
  caller: Pick<Caller, 'ip'> | null
  /** An operator may skip the period in which the user can undo it. */
  atOnce?: boolean
  /** An operator may let the erasure wait for money that settles by itself. */
  awaitsMoney?: boolean
  /** Why the operator does it, for the mail. */
  reason?: string
}

/**
 * Schedules the deletion of an account: sign-ins and tokens stop working at once, and it is erased after two weeks.
 * Refused while others still depend on the account. If there is no account yet, removes the sign-in at once and
 * returns null.
 */
export async function scheduleDeletion(
  deps: InTx<NotifyDeps>,
  { uid, caller, atOnce = false, awaitsMoney = false, reason }: DeletionRequest,
): Promise<Date | null> {
  const user = await lockUser(deps.db, uid)
  const account = await store.lockAccount(deps.db, uid)
  if (!account) {
    await removeUser(deps, uid, caller)
    return null
  }
  const at = deps.now()
  const known = await store.lockDeletion(deps.db, uid)
  if (known && !atOnce) return known.due_at
  const open = (await store.findOpenMatters(deps.db, account.id)).filter(
    ({ kind }) => !(awaitsMoney && moneyKinds.has(kind)),
  )
  if (open.length > 0) throw openMattersProblem(open)
  if (await store.isLastOwner(deps.db, uid)) throw lastOwnerProblem()
  if (known) await store.bringForward(deps.db, uid, at)
  else await beginDeletion(deps, { uid, user, account, caller, reason }, { at, atOnce })
  if (atOnce) await deps.enqueue(deps.db, 'accounts.erase', { uid })
  return atOnce ? at : (await store.lockDeletion(deps.db, uid))!.due_at
}

type DeletionTarget = Pick<DeletionRequest, 'uid' | 'caller'> & {
  reason: string | undefined
  user: UserRow | undefined
  account: { id: string; name: string; email: string | null }
}

/** Records the deletion, ends the sign-in, and mails the link that undoes it, unless it happens at once. */
async function beginDeletion(
  deps: InTx<NotifyDeps>,
  { uid, user, account, caller, reason }: DeletionTarget,
  { at, atOnce }: { at: Date; atOnce: boolean },
): Promise<void> {
  const code = newSecret()
  const dueAt = atOnce ? at : new Date(at.getTime() + undoDays * dayMs)
  const recovering = await store.findRecoveringAddresses(deps.db, uid, at)
  await store.insertDeletion(deps.db, {
    user_id: uid,
    account_id: account.id,
    code_hash: hashSecret(code),
    asked_at: at,
    due_at: dueAt,
    was_disabled: user?.disabled ?? false,
  })
  if (user) {
    await endAllSessions(deps, uid, 'account to be deleted', { disabled: true })
    await voidCodesOf(deps.db, uid, ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'], at)
  }
  await audit(deps, 'deletion-asked', uid, caller, { dueAt: dueAt.toISOString() })
  await deps.enqueue(deps.db, 'sitters.follow-deletion', { accountId: account.id })
  if (atOnce) return
  const site = mailSiteOf(deps)
  const letter = deletionRequested(user?.display_name ?? account.name, site, {
    day: dayOf(dueAt),
    url: `${site.origin}/deletion/${code}`,
    byOperator: caller === null,
    reason,
  })
  for (const to of addressesOf(user?.email, account.email, ...recovering))
    await queueMail(deps, writeMail(to, letter, site))
}

const addressesOf = (...found: (string | null | undefined)[]): string[] => [
  ...new Map(
    found.filter((one) => typeof one === 'string' && one !== '').map((one) => [one!.toLowerCase(), one!]),
  ).values(),
]

/** Finds the deletion that the link of a mail can still undo. */
export async function findUndoable({ db, now }: Pick<Deps, 'db' | 'now'>, code: string) {
  const row = await store.findDeletionByCode(db, hashSecret(code))
  return row && row.due_at > now() ? { uid: row.user_id, dueAt: row.due_at } : undefined
}

/**
 * Restores an account, without the sessions it had. False if it can no longer be restored. `reason` is given by staff,
 * for the mail.
 */
export function undoDeletion(
  deps: NotifyDeps & Pick<Deps, 'db'>,
  uid: string,
  caller: Pick<Caller, 'ip'> | null,
  reason: string | null = null,
): Promise<boolean> {
  return ensureTransaction(deps, async (deps) => {
    const user = await lockUser(deps.db, uid)
    const account = await store.lockAccount(deps.db, uid)
    const row = await store.lockDeletion(deps.db, uid)
    if (!row || !account || row.due_at <= deps.now()) return false
    await store.deleteDeletion(deps.db, uid)
    if (user) await changeUser(deps.db, uid, { disabled: row.was_disabled })
    await audit(deps, 'deletion-undone', uid, caller)
    await deps.enqueue(deps.db, 'sitters.follow-deletion', { accountId: account.id })
    const site = mailSiteOf(deps)
    const letter = deletionUndone(user?.display_name ?? account.name, site, reason)
    for (const to of addressesOf(user?.email, account.email))
      await queueMail(deps, writeMail(to, letter, site))
    return true
  })
}

/**
 * Sets whether the user is disabled once the scheduled deletion is undone. Returns what was set before, undefined if no
 * deletion is scheduled.
 */
export async function setDisabledAfterDeletion(
  { db }: InTx<unknown>,
  uid: string,
  disabled: boolean,
): Promise<boolean | undefined> {
  const row = await store.lockDeletion(db, uid)
  if (row) await store.setDisabledAfter(db, uid, disabled)
  return row?.was_disabled
}

/** Enqueues the erasure of every account whose 14 days are over. */
export async function eraseDue(deps: Pick<Deps, 'db' | 'now' | 'enqueue'>): Promise<void> {
  const due = await store.findDueDeletions(deps.db, deps.now(), batch)
  await ensureTransaction(deps, async (deps) => {
    for (const { user_id: uid } of due)
      await deps.enqueue(deps.db, 'accounts.erase', { uid }, { onceKey: uid })
  })
}

/** Locks the deletion of this sign-in if it is due. Open matters hold it back. */
export async function lockDueDeletion(
  { db, now }: InTx<Pick<Deps, 'now'>>,
  uid: string,
): Promise<{ open: OpenMatter[]; isNews: boolean } | undefined> {
  const row = await store.lockDeletion(db, uid)
  if (!row || row.due_at > now()) return undefined
  const open = await store.findOpenMatters(db, row.account_id)
  if (open.length > 0 && row.held_at === null) await store.holdDeletion(db, uid, now())
  return { open, isNews: row.held_at === null }
}

/** Returns every address that this sign-in is known to have had. */
export const addressesOfSignIn = (tx: Tx, uid: string): Promise<string[]> => store.findAddresses(tx, uid)

/**
 * Deletes the sign-in with its sessions and codes and the scheduled deletion, and removes IP addresses and details
 * from its audit events.
 */
export async function deleteSignIn(
  { db, now }: InTx<Pick<Deps, 'now'>>,
  uid: string,
  emails: readonly string[],
): Promise<void> {
  await store.deleteDeletion(db, uid)
  await store.deleteCodesTo(db, emails)
  await store.redactAuditEvents(db, uid)
  await deleteUser(db, uid)
  await audit({ db, now }, 'deleted', uid, null)
}

/**
 * Removes a sign-in with its sessions and codes at once. An account that is being created concurrently is erased as
 * well.
 */
export async function removeUser(
  deps: InTx<Pick<Deps, 'now' | 'enqueue'>>,
  uid: string,
  caller: Pick<Caller, 'ip'> | null,
): Promise<void> {
  await deleteUser(deps.db, uid)
  await audit(deps, 'deleted', uid, caller)
  await deps.enqueue(deps.db, 'accounts.forget-user', { uid })
}
