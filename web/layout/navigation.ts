import { redirect } from 'react-router'
import { accountStore, clearAccount, fetchAccountByExternalId } from '#web/accounts/account-store.ts'
import { markSessionEnded } from '#web/identity/session-started.ts'
import { newerBuildExists } from '#web/layout/build-check.ts'
import { paths } from '#web/paths.ts'
import { clearSavedForms, readHint } from '#web/persisted.ts'

/**
 * Runs before each route change and loads the signed-in person's account. If that fails, logs the error, signs the
 * person out and redirects home; if the session has expired and an account page was requested, redirects to sign-in
 * instead. Does nothing offline. Loads the whole page if a newer build exists.
 */
export async function guardNavigation<T>(
  { request }: { request: Request },
  next: () => Promise<T>,
): Promise<T> {
  if (newerBuildExists()) {
    window.location.assign(request.url)
    await new Promise(() => {})
  }
  const failure = readHint() ? await loadAccount(isRouteChange(request)) : null
  if (failure) throw redirect(isSessionOver(failure) ? pathAfterSignOut(request) : paths.home())
  return next()
}

/** False while a page opens, and when it loads its data again. */
function isRouteChange({ url }: { url: string }): boolean {
  const { pathname, search } = new URL(url)
  return pathname !== window.location.pathname || search !== window.location.search
}

function pathAfterSignOut({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return /^\/account(\/|$)/.test(pathname) ? paths.signIn(pathname + search) : paths.home()
}

type Failure = { name?: string; status?: number; code?: string }
const isSessionOver = ({ status, code = '' }: Failure) => status === 401 || code.startsWith('auth/user-')
const isUnreachable = ({ name, status = 0, code }: Failure) =>
  name === 'NetworkProblem' || status >= 500 || code === 'auth/network-request-failed'

/**
 * Returns why the person had to be signed out, or null. If the server is unreachable, the person is signed out only on
 * a route change, not on a page load.
 */
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
    const failure: Failure = error instanceof Error ? error : {}
    console.error('The account could not be loaded.', error)
    if (!changesRoute && isUnreachable(failure)) return null
    await endSession()
    return failure
  }
}

/**
 * Ends the session without leaving the page. Unless the person chose to sign out, the sign-in page explains what
 * happened.
 */
export async function endSession(chosen = false): Promise<void> {
  const { signOut } = await import('#web/identity/session.ts')
  markSessionEnded(!chosen)
  clearAccount()
  await signOut()
}

/** Handles the sign-out button: deletes everything personal on this device, ends the session and goes home. */
export async function signOutAndLeave(navigate: (to: string) => unknown): Promise<void> {
  clearSavedForms()
  const { clearCareData: forgetCare } = await import('#web/care/sync.ts')
  await forgetCare()
  const { removePush: forgetPush } = await import('#web/notices/push-device.ts')
  await forgetPush()
  await endSession(true)
  // Once more, because a page that was still loading may have stored what arrived in the meantime.
  await forgetCare()
  await navigate(paths.home())
}
