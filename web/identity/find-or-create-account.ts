import type { User } from 'firebase/auth'
import { accountStore, createAccount, fetchAccountByExternalId } from '#web/accounts/account-store.ts'
import { ApiProblem } from '#web/api.ts'
import { startMode } from '#web/beside/sitting/mode.ts'

/**
 * Loads the account of the signed-in user and returns the page to go on to; null if the account does not exist yet
 * because sign-up was interrupted.
 */
export async function findOwnAccount(user: User, next: string): Promise<string | null> {
  try {
    await fetchAccountByExternalId(user.uid)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
  return accountStore.getState().account?.sitterId ? startMode(next) : next
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
