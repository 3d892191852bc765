import type { User } from 'firebase/auth'
import { accountStore, createAccount, fetchAccountByExternalId } from '#web/accounts/account-store.ts'
import { ApiProblem } from '#web/api.ts'
import { showModeOf } from '#web/beside/sitting/mode.ts'

/**
 * Loads the account of the signed-in user, who goes on to `next`; false if it does not exist yet because sign-up was
 * interrupted.
 */
export async function findOwnAccount(user: User, next: string): Promise<boolean> {
  try {
    await fetchAccountByExternalId(user.uid)
    // Before the next page is shown, because a sitter's navigation would move it.
    if (accountStore.getState().account?.sitterId) showModeOf(next)
    return true
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return false
    throw error
  }
}

/** Creates the account as the second step of sign-up; idempotent. */
export async function createOwnAccount(user: User, name: string): Promise<void> {
  const { storedInviteCode, storeInviteCode } = await import('#web/accounts/invite-code.ts')
  const code = storedInviteCode()
  await createAccount({
    name,
    email: user.email ?? '',
    externalUserId: user.uid,
    ...(code && { inviteCode: code }),
  })
  storeInviteCode(null)
}
