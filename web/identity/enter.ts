import type { User } from 'firebase/auth'
import { createAccount, fetchAccountByExternalId } from '#web/accounts/account-store.ts'
import { ApiProblem } from '#web/api.ts'

/** Loads the account of who has just signed in; false when there is none yet, because a tab was closed in between. */
export async function findOwnAccount(user: User): Promise<boolean> {
  try {
    await fetchAccountByExternalId(user.uid)
    return true
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return false
    throw error
  }
}

/** The second half of signing up; harmless when it was done already. */
export async function createOwnAccount(user: User, name: string): Promise<void> {
  const { invitedBy, keepInvite } = await import('#web/accounts/invited.ts')
  const code = invitedBy()
  await createAccount({
    name,
    email: user.email ?? '',
    externalUserId: user.uid,
    ...(code && { inviteCode: code }),
  })
  keepInvite(null)
}
