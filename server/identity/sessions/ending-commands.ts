import { deleteAllIdentities } from '#server/identity/federation/store.ts'
import type { CodeType } from '#server/identity/codes/code-type.ts'
import { forgetBrowsers } from '#server/identity/sessions/browser-store.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import { voidingMoment } from '#server/identity/tokens/id-token.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'

/** Voids every token and session of a user, together with the change that requires it. */
export async function endAllSessions(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  reason: string,
  change: Parameters<typeof store.changeUser>[2] = {},
): Promise<UserRow> {
  const user = await store.changeUserAndVoidSignIns(tx, userId, voidingMoment(now()), change)
  await store.revokeSessionsOf(tx, userId, now(), reason)
  await voidPendingCodes(tx, { now }, user)
  return user
}

const pendingCodes: CodeType[] = ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']

/**
 * Voids codes that the holder of an ended session may have requested. RECOVER_EMAIL stays: with it the owner of the
 * old address recovers the account.
 */
export async function voidPendingCodes(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id, email_canonical: email }: Pick<UserRow, 'id' | 'email_canonical'>,
): Promise<void> {
  await store.voidCodesOf(tx, id, pendingCodes, now())
  // Sign-in links are stored by address only, because the user may not exist yet.
  if (email) await store.voidCodes(tx, 'EMAIL_SIGNIN', email, now())
}

/**
 * Gives an account to the owner of its address, which the account never verified. Whoever created it loses password,
 * providers, sessions and every code. `change` sets what the owner keeps.
 */
export async function takeOver(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  userId: string,
  reason: string,
  change: Parameters<typeof store.changeUser>[2],
): Promise<UserRow> {
  await deleteAllIdentities(tx, userId)
  await forgetBrowsers(tx, userId)
  await store.voidCodesOf(tx, userId, ['RECOVER_EMAIL'], deps.now())
  return endAllSessions(tx, deps, userId, reason, {
    password_hash: null,
    password_updated_at: null,
    ...change,
    email_verified: true,
  })
}
