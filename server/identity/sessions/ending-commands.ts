import { deleteAllIdentities } from '#server/identity/federation/store.ts'
import type { CodeType } from '#server/identity/codes/code-type.ts'
import { deleteKnownBrowsers } from '#server/identity/sessions/browser-store.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import { voidingMoment } from '#server/identity/tokens/id-token.ts'
import type { InTx } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'

/** Voids every token and session of a user, together with the change that requires it. */
export async function endAllSessions(
  { db, now }: InTx<Pick<Deps, 'now'>>,
  userId: string,
  reason: string,
  change: Parameters<typeof store.changeUser>[2] = {},
): Promise<UserRow> {
  const user = await store.changeUserAndVoidSignIns(db, userId, voidingMoment(now()), change)
  await store.revokeSessionsOf(db, userId, now(), reason)
  await voidPendingCodes({ db, now }, user)
  return user
}

const pendingCodes: CodeType[] = ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']

/**
 * Voids codes that the holder of an ended session may have requested. RECOVER_EMAIL stays: with it the owner of the
 * old address recovers the account.
 */
export async function voidPendingCodes(
  { db, now }: InTx<Pick<Deps, 'now'>>,
  { id, email_canonical: email }: Pick<UserRow, 'id' | 'email_canonical'>,
): Promise<void> {
  await store.voidCodesOf(db, id, pendingCodes, now())
  // Sign-in links are stored by address only, because the user may not exist yet.
  if (email) await store.voidCodes(db, 'EMAIL_SIGNIN', email, now())
}

/** Removes password, providers, sessions and every code of a user. `change` sets what is put in their place. */
export async function replaceSignIns(
  deps: InTx<Pick<Deps, 'now'>>,
  userId: string,
  reason: string,
  change: Parameters<typeof store.changeUser>[2],
): Promise<UserRow> {
  await deleteAllIdentities(deps.db, userId)
  await deleteKnownBrowsers(deps.db, userId)
  await store.voidCodesOf(deps.db, userId, ['RECOVER_EMAIL'], deps.now())
  return endAllSessions(deps, userId, reason, {
    password_hash: null,
    password_updated_at: null,
    ...change,
    email_verified: true,
  })
}

/**
 * Gives an account to the owner of its address, which the account never verified. Whoever created it loses every way to
 * sign in, and keys, webhooks and the like soon afterwards.
 */
export async function takeOver(
  deps: InTx<Pick<Deps, 'now' | 'enqueue'>>,
  userId: string,
  reason: string,
  change: Parameters<typeof store.changeUser>[2],
): Promise<UserRow> {
  const user = await replaceSignIns(deps, userId, reason, change)
  await deps.enqueue(deps.db, 'accounts.end-other-access', { uid: userId })
  return user
}
