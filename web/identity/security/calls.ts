import type { User } from 'firebase/auth'
import { api } from '#web/api.ts'
import { FormRefusal } from '#web/accounts/use-saving.ts'
import { confirmWith } from '#web/identity/federated.ts'
import { identityCode } from '#web/identity/messages.ts'
import { endSessionAtServer, loadAuth } from '#web/identity/session.ts'

/** The service itself allows five minutes; the rest is for the way there. */
const recentMilliseconds = 4 * 60_000

/** Whether somebody has proven just now who they are. */
export async function isRecent(user: User, now: number): Promise<boolean> {
  const { authTime } = await user.getIdTokenResult()
  return now - Date.parse(authTime) < recentMilliseconds
}

/** A new proof opens a new session, so the one before it ends: a device has one. */
async function inPlaceOfSession(user: User, prove: () => Promise<unknown>): Promise<void> {
  const before = user.refreshToken
  await prove()
  if (user.refreshToken === before) return
  const { auth } = await loadAuth()
  await endSessionAtServer(auth, user, before)
}

const wrongPasswords = new Set(['auth/invalid-credential', 'auth/wrong-password'])

/** A wrong one is the fault of the field that it was typed into. */
export async function confirmByPassword(user: User, password: string, field: string): Promise<void> {
  const { library } = await loadAuth()
  const credential = library.EmailAuthProvider.credential(user.email ?? '', password)
  try {
    await inPlaceOfSession(user, () => library.reauthenticateWithCredential(user, credential))
  } catch (error) {
    if (!wrongPasswords.has(identityCode(error) ?? '')) throw error
    throw new FormRefusal([{ name: field, message: 'That is not your password' }])
  }
}

export const confirmByProvider = (user: User, id: string): Promise<void> =>
  inPlaceOfSession(user, () => confirmWith(user, id))

/** The address changes when the link in the mail to the new one is followed. */
export async function askForNewEmail(user: User, email: string, backTo: string): Promise<void> {
  const { library } = await loadAuth()
  await library.verifyBeforeUpdateEmail(user, email, { url: backTo })
}

export async function choosePassword(user: User, password: string): Promise<void> {
  const { library } = await loadAuth()
  await library.updatePassword(user, password)
}

/** Answers until when a mail brings the account back; here the person is signed out at once. */
export async function deleteAccount(accountId: string): Promise<{ deletesAt: string }> {
  const left = await api('DELETE /v1/accounts/:accountId', { params: { accountId } })
  const { auth, library } = await loadAuth()
  await library.signOut(auth)
  return left
}
