import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { isStaff } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/suspensions.ts'
import { endRequestsOf } from '#server/bookings/leave/departure-commands.ts'
import { disableUser, enableUser } from '#server/identity/admin-commands.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { instantInWords } from '#server/kernel/words.ts'
import { notify } from '#server/notices/commands.ts'
import { takeDownSitter } from '#server/sitters/check-commands.ts'
import { restoredLetter, suspendedLetter } from '#server/suspensions/mails.ts'
import * as store from '#server/suspensions/store.ts'
import { viewSuspension } from '#server/suspensions/view.ts'

const batch = 100

const refused = (detail: string) => new Problem('suspension-refused', { detail })

/** Suspensions of an account, newest first. */
export const suspensionsOf = async (db: Db, accountId: string): Promise<contract.Suspension[]> =>
  (await store.findSuspensions(db, accountId)).map(viewSuspension)

type Suspending = { accountId: string; reason: string; endsAt: Date | null }

/**
 * Suspends the account with immediate effect: the next request of any session is refused, the profile becomes a draft,
 * and the person's open requests are ended. Returns the account, or null if it is suspended already. The caller tells
 * the person why.
 */
export async function applySuspension(
  deps: TxDeps,
  viewer: Viewer,
  { accountId, reason, endsAt }: Suspending,
): Promise<store.AccountRow | null> {
  const account = await store.findAccount(deps.db, accountId)
  if (!account) throw new Problem('account-not-found')
  if (accountId === viewer.accountId)
    throw refused('You cannot suspend yourself. Ask another operator to decide this.')
  if (isStaff(account.roles) && !viewer.roles.includes('instance_owner'))
    throw refused('This person helps to run the site. Only an owner of the site can suspend them.')
  await endRequestsOf(deps, accountId)
  if (account.sitter_id && account.sitter_status !== 'draft')
    await takeDownSitter(deps, viewer, account.sitter_id, reason)
  const at = deps.now()
  const isClosed = await disableUser(deps, account.external_id).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'account-not-found')) throw error
    throw refused('This person signs in at another service. Disable them there.')
  })
  // The account may have been opened on the command line, which does not change its suspension.
  if (isClosed) await store.liftOpen(deps.db, accountId, { lifted_at: at })
  const isNew = await store.insertSuspension(deps.db, {
    id: newId(at),
    account_id: accountId,
    by_account: viewer.accountId,
    at,
    reason,
    ends_at: endsAt,
  })
  return isNew ? account : null
}

export function suspend(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { reason, endsAt: end }: HandlerInput<typeof contract.suspendPerson>['body'],
): Promise<contract.Suspension> {
  const endsAt = end === undefined ? null : new Date(end)
  if (endsAt && endsAt <= deps.now()) throw refused('The end of the suspension must be in the future.')
  return ensureTransaction(deps, async (deps) => {
    const account = await applySuspension(deps, viewer, { accountId, reason, endsAt })
    if (!account)
      throw refused('This account is suspended already. Open it again before you suspend it anew.')
    const [suspension] = await suspensionsOf(deps.db, accountId)
    const hadProfile = account.sitter_status !== null && account.sitter_status !== 'draft'
    const until = endsAt && instantInWords(endsAt, account.time_zone ?? 'UTC')
    await tell(deps, accountId, suspendedLetter({ reason, until, hadProfile }, deps.site))
    return suspension!
  })
}

const tell = (deps: TxDeps, accountId: string, mail: ReturnType<typeof suspendedLetter>) =>
  notify(deps, {
    accountId,
    kind: 'suspension',
    title: mail.subject,
    path: '/legal/terms-and-conditions',
    mail,
  })

/**
 * Opens a suspended account again, also one that was locked on the command line. Returns its last suspension, null if
 * there was none.
 */
export function restore(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { reason }: HandlerInput<typeof contract.restorePerson>['body'],
): Promise<EndpointResponse<typeof contract.restorePerson>> {
  return ensureTransaction(deps, async (deps) => {
    const account = await store.findAccount(deps.db, accountId)
    if (!account) throw new Problem('account-not-found')
    if (isStaff(account.roles) && !viewer.roles.includes('instance_owner'))
      throw refused(
        'This person helps to run the site. Only an owner of the site can open the account again.',
      )
    const wasClosed = await enableUser(deps, account.external_id)
    const lifted = await store.liftOpen(deps.db, accountId, {
      lifted_at: deps.now(),
      lifted_by: viewer.accountId,
      lift_reason: reason,
    })
    if (!wasClosed && !lifted) throw refused('This account is not suspended.')
    await tell(deps, accountId, restoredLetter({ reason, hasProfile: account.sitter_id !== null }, deps.site))
    return (await suspensionsOf(deps.db, accountId))[0] ?? null
  })
}

/** Opens the accounts whose suspension has ended. */
export async function endDueSuspensions(deps: Deps): Promise<void> {
  const due = await store.findDue(deps.db, deps.now(), batch)
  for (const { account_id: accountId } of due)
    await ensureTransaction(deps, async (deps) => {
      const at = deps.now()
      const account = await store.findAccount(deps.db, accountId)
      if (!account || !(await store.lockDue(deps.db, accountId, at))) return
      await enableUser(deps, account.external_id)
      await store.liftOpen(deps.db, accountId, { lifted_at: at })
      const hasProfile = account.sitter_id !== null
      await tell(deps, accountId, restoredLetter({ reason: null, hasProfile }, deps.site))
    })
}
