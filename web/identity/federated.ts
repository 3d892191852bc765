import type { User, UserCredential } from 'firebase/auth'
import { identityCode } from '#web/identity/messages.ts'
import { loadAuth } from '#web/identity/session.ts'
import { rememberEmail } from '#web/identity/typed-email.ts'
import { publicConfig } from '#web/layout/start-app.ts'

/** The person has closed the sign-in window from here: nothing went wrong, so nothing is said. */
class SignInCancelled extends Error {
  override name = 'SignInCancelled'
}

type Library = Awaited<ReturnType<typeof loadAuth>>['library']
type InWindow = { open: () => void; cancel: () => void }

let waiting: InWindow | undefined

/** Runs what waits for a sign-in window, which can be opened again when it was lost, or given up. */
function inWindow<T>(start: () => Promise<T>): Promise<T> {
  const outcome = new Promise<T>((resolve, reject) => {
    let newest: Promise<T> | undefined
    const open = () => {
      const attempt = start()
      newest = attempt
      attempt.then(resolve, (error: unknown) => {
        if (newest === attempt) reject(error)
      })
    }
    waiting = { open, cancel: () => reject(new SignInCancelled('Cancelled')) }
    open()
  })
  return outcome.finally(() => {
    waiting = undefined
  })
}

/** Opens the window again that somebody has lost; the first one is of no use any more. */
export const reopenSignInWindow = (): void => waiting?.open()

export async function cancelSignInWindow(): Promise<void> {
  waiting?.cancel()
  const { closeSignInWindow } = await import('#web/identity/embedded-resolver.ts')
  closeSignInWindow()
}

/** At a hosted service on another host the browser would not let the outcome of a redirect through. */
const redirectWorks = (): boolean => {
  const { identity } = publicConfig()
  return identity.mode === 'embedded' || identity.firebase.authDomain === location.host
}

/** Where a second window is a nuisance, or does not exist. */
const prefersRedirect = (): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent) ||
  matchMedia('(display-mode: standalone)').matches

function providerOf(library: Library, id: string) {
  if (id !== 'google.com') return new library.OAuthProvider(id)
  return new library.GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
}

type Ways = { popup: () => Promise<UserCredential>; redirect: () => Promise<never> }

async function byWindowOrRedirect({ popup, redirect }: Ways): Promise<UserCredential> {
  if (redirectWorks() && prefersRedirect()) return redirect()
  return inWindow(async () => {
    try {
      return await popup()
    } catch (error) {
      if (identityCode(error) === 'auth/popup-blocked' && redirectWorks()) return redirect()
      throw error
    }
  })
}

/** An address that another account has is filled in, so that its owner can sign in there. */
function rememberConflict(error: unknown): void {
  const { customData } = error as { customData?: { email?: unknown } }
  if (typeof customData?.email === 'string') rememberEmail(customData.email)
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

/** A further way into the account that is signed in. */
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

/** Proves again who is signed in, by a service that the account is connected with. */
export async function confirmWith(user: User, id: string): Promise<void> {
  const { library } = await loadAuth()
  const provider = providerOf(library, id)
  await byWindowOrRedirect({
    popup: () => library.reauthenticateWithPopup(user, provider),
    redirect: () => library.reauthenticateWithRedirect(user, provider),
  })
}
