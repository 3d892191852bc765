import type { User } from 'firebase/auth'
import { api } from '#web/api.ts'
import { FormRefusal } from '#web/accounts/call-errors.ts'
import { confirmWith } from '#web/identity/federated.ts'
import { identityCode } from '#web/identity/messages.ts'
import { endSessionAtServer, loadAuth } from '#web/identity/session.ts'

/** The service allows five minutes; the remaining minute is a margin for the request itself. */
const recentMilliseconds = 4 * 60_000

/** Whether the user signed in recently enough for a protected action. */
export async function isRecentSignIn(user: User, now: number): Promise<boolean> {
  const { authTime } = await user.getIdTokenResult()
  return now - Date.parse(authTime) < recentMilliseconds
}

/** Reauthentication creates a new session, so the previous one is revoked: each device has one session. */
async function replacingSession(user: User, reauthenticate: () => Promise<unknown>): Promise<void> {
  const before = user.refreshToken
  await reauthenticate()
  if (user.refreshToken === before) return
  const { auth } = await loadAuth()
  await endSessionAtServer(auth, user, before)
}

const wrongPasswords = new Set(['auth/invalid-credential', 'auth/wrong-password'])

/** Reports a wrong password as an error of the field given. */
export async function confirmByPassword(user: User, password: string, field: string): Promise<void> {
  const { library } = await loadAuth()
  const credential = library.EmailAuthProvider.credential(user.email ?? '', password)
  try {
    await replacingSession(user, () => library.reauthenticateWithCredential(user, credential))
  } catch (error) {
    if (!wrongPasswords.has(identityCode(error) ?? '')) throw error
    throw new FormRefusal([{ name: field, message: 'That is not your password' }])
  }
}

export const confirmByProvider = (user: User, id: string): Promise<void> =>
  replacingSession(user, () => confirmWith(user, id))

/** Mails a link to the new address; the address changes when the link is opened. */
export async function requestEmailChange(user: User, email: string, backTo: string): Promise<void> {
  const { library } = await loadAuth()
  await library.verifyBeforeUpdateEmail(user, email, { url: backTo })
}

export async function choosePassword(user: User, password: string): Promise<void> {
  const { library } = await loadAuth()
  await library.updatePassword(user, password)
}

/** Returns the time until which a mail can restore the account; signs out on this device at once. */
export async function deleteAccount(accountId: string): Promise<{ deletesAt: string }> {
  const deletion = await api('DELETE /v1/accounts/:accountId', { params: { accountId } })
  const { auth, library } = await loadAuth()
  await library.signOut(auth)
  return deletion
}
