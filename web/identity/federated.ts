import type { User, UserCredential } from 'firebase/auth'
import { identityCode, memberOf } from '#web/identity/messages.ts'
import { fetchClient, loadAuth } from '#web/identity/session.ts'
import { rememberEmail } from '#web/identity/typed-email.ts'
import { publicConfig } from '#web/layout/start-app.ts'

/** The user cancelled the sign-in from this page, so no error is shown. */
class SignInCancelled extends Error {
  override name = 'SignInCancelled'
}

type Library = Awaited<ReturnType<typeof loadAuth>>['library']
type PendingWindow = { open: () => void; cancel: () => void }

let pendingWindow: PendingWindow | undefined

/** Runs an operation that waits for a sign-in window; the window can be opened again if it was lost, or cancelled. */
function runInWindow<T>(start: () => Promise<T>): Promise<T> {
  const outcome = new Promise<T>((resolve, reject) => {
    let latestAttempt: Promise<T> | undefined
    const open = () => {
      const attempt = start()
      latestAttempt = attempt
      attempt.then(resolve, (error: unknown) => {
        if (latestAttempt === attempt) reject(error)
      })
    }
    pendingWindow = { open, cancel: () => reject(new SignInCancelled('Cancelled')) }
    open()
  })
  return outcome.finally(() => {
    pendingWindow = undefined
  })
}

/** Opens a lost sign-in window again; the first one is then ignored. */
export const reopenSignInWindow = (): void => pendingWindow?.open()

export async function cancelSignInWindow(): Promise<void> {
  pendingWindow?.cancel()
  const { closeSignInWindow } = await fetchClient()
  closeSignInWindow()
}

/** With a hosted service on another host, the browser would block the result of a redirect. */
const redirectWorks = (): boolean => {
  const { identity } = publicConfig()
  return identity.mode === 'embedded' || identity.firebase.authDomain === location.host
}

/** On devices where a second window is inconvenient or impossible. */
const prefersRedirect = (): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent) ||
  matchMedia('(display-mode: standalone)').matches

function providerOf(library: Library, id: string) {
  if (id !== 'google.com') return new library.OAuthProvider(id)
  return new library.GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
}

type SignInFlows = { popup: () => Promise<UserCredential>; redirect: () => Promise<never> }

async function byWindowOrRedirect({ popup, redirect }: SignInFlows): Promise<UserCredential> {
  if (redirectWorks() && prefersRedirect()) return redirect()
  return runInWindow(async () => {
    try {
      return await popup()
    } catch (error) {
      if (identityCode(error) === 'auth/popup-blocked' && redirectWorks()) return redirect()
      throw error
    }
  })
}

/** If another account has the address, fills it in, so that its owner can sign in with it. */
function rememberConflict(error: unknown): void {
  const email = memberOf(memberOf(error, 'customData'), 'email')
  if (typeof email === 'string') rememberEmail(email)
}

export async function signInWith(id: string): Promise<User> {
  const { auth, library } = await loadAuth()
  const provider = providerOf(library, id)
  try {
    const { user } = await byWindowOrRedirect({
      popup: () => library.signInWithPopup(auth, provider),
      redirect: () => library.signInWithRedirect(auth, provider),
    })
    return user
  } catch (error) {
    rememberConflict(error)
    throw error
  }
}

/** Connects a further sign-in provider to the signed-in account. */
export async function connect(user: User, id: string): Promise<void> {
  const { library } = await loadAuth()
  const provider = providerOf(library, id)
  await byWindowOrRedirect({
    popup: () => library.linkWithPopup(user, provider),
    redirect: () => library.linkWithRedirect(user, provider),
  })
}

export async function disconnect(user: User, id: string): Promise<void> {
  const { library } = await loadAuth()
  await library.unlink(user, id)
}

/** Reauthenticates the signed-in user with a connected provider. */
export async function confirmWith(user: User, id: string): Promise<void> {
  const { library } = await loadAuth()
  const provider = providerOf(library, id)
  await byWindowOrRedirect({
    popup: () => library.reauthenticateWithPopup(user, provider),
    redirect: () => library.reauthenticateWithRedirect(user, provider),
  })
}
