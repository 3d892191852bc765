import { redirect } from 'react-router'
import { accountStore, clearAccount, fetchAccountByExternalId } from '#web/accounts/account-store.ts'
import { markSessionEnded } from '#web/identity/session-started.ts'
import { newerBuildExists } from '#web/layout/build-check.ts'
import { paths } from '#web/paths.ts'
import { forgetKeptForms, readHint } from '#web/persisted.ts'

/**
 * Before each route change: the account of the signed-in person is loaded; when that fails the error is logged, the
 * person is signed out and taken home. A sign-in that has ended leads to sign-in on the way to a page of the account.
 * Offline nothing is attempted, so nothing failed.
 */
export async function guardNavigation<T>(
  { request }: { request: Request },
  next: () => Promise<T>,
): Promise<T> {
  if (newerBuildExists()) {
    window.location.assign(request.url)
    await new Promise(() => {})
  }
  const failure = readHint() ? await loadAccount(true) : null
  if (failure) throw redirect(isOver(failure) ? wayBack(request) : paths.home())
  return next()
}

function wayBack({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return /^\/account(\/|$)/.test(pathname) ? paths.signIn(pathname + search) : paths.home()
}

type Failure = { name?: string; status?: number; code?: string }
const isOver = ({ status, code = '' }: Failure) => status === 401 || code.startsWith('auth/user-')
const isAway = ({ name, status = 0, code }: Failure) =>
  name === 'NetworkProblem' || status >= 500 || code === 'auth/network-request-failed'

/** Why the person had to be signed out. A page that loads while the server is away signs nobody out, a way on does. */
export async function loadAccount(changesRoute: boolean): Promise<Failure | null> {
  if (!navigator.onLine) return null
  const { waitForUser } = await import('#web/identity/session.ts')
  const user = await waitForUser()
  if (!user) {
    clearAccount()
    return null
  }
  if (accountStore.getState().fetchingByExternalId) return null
  try {
    await fetchAccountByExternalId(user.uid)
    return null
  } catch (error) {
    const failure = error as Failure
    console.error('The account could not be loaded.', error)
    if (!changesRoute && isAway(failure)) return null
    await endSession()
    return failure
  }
}

/** Ends the sign-in here without leaving the page: what the person did not choose, the sign-in page explains. */
export async function endSession(chosen = false): Promise<void> {
  const { signOut } = await import('#web/identity/session.ts')
  markSessionEnded(!chosen)
  clearAccount()
  await signOut()
}

/** What the sign-out button does: the account is cleared and the way leads home. */
export async function signOutAndLeave(navigate: (to: string) => unknown): Promise<void> {
  forgetKeptForms()
  const { forgetCare } = await import('#web/care/sync.ts')
  await forgetCare()
  const { forgetPush } = await import('#web/notices/push-device.ts')
  await forgetPush()
  await endSession(true)
  await navigate(paths.home())
}
