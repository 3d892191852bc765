import type { Auth, User, UserCredential } from 'firebase/auth'
import { storeLinkEmail } from '#web/identity/link-email.ts'
import { passwordNeeds, type PasswordRules } from '#web/identity/password-strength.ts'
import { markSessionEnded, markSessionStarted } from '#web/identity/session-started.ts'
import { publicConfig } from '#web/layout/start-app.ts'

type Library = typeof import('#web/identity/client.ts')
type Client = { auth: Auth; library: Library }
export type { User }

let client: Promise<Client> | undefined
/** A sign-out was started here, so the end of the session is expected. */
let signingOut = false

/** Loads the identity client on first use. */
export function loadAuth(): Promise<Client> {
  client ??= start().catch((error: unknown) => {
    // Lets the next call try again, because the download may have failed only this time.
    client = undefined
    throw error
  })
  return client
}

/** Downloads the code of the client without starting it. */
export const fetchClient = () => import('#web/identity/client.ts')

async function start(): Promise<Client> {
  const library = await fetchClient()
  const auth = library.createAuth(publicConfig().identity)
  markSessionStarted()
  let known: User | null = null
  library.onAuthStateChanged(auth, (user) => {
    if (known && !user && !signingOut) markSessionEnded(true)
    if (user) signingOut = false
    known = user
  })
  return { auth, library }
}

/** Returns the signed-in user once the client has restored its stored session. */
export async function waitForUser(): Promise<User | null> {
  const { auth } = await loadAuth()
  await auth.authStateReady()
  return auth.currentUser
}

/** Returns the signed-in user, refreshed from the service; without a connection, as last known. */
export async function freshUser(): Promise<User | null> {
  const user = await waitForUser()
  await user?.reload().catch((error: unknown) => console.error('The sign-in could not be read again.', error))
  return (await loadAuth()).auth.currentUser
}

/** Returns the token for the API, renewed shortly before it expires; null if nobody is signed in. */
export async function idToken(force = false): Promise<string | null> {
  const user = await waitForUser()
  return user ? user.getIdToken(force) : null
}

/**
 * Returns the kind of the redirect sign-in that has just finished, once; null if there was none. Throws if the provider
 * refused.
 */
export async function takeRedirect(): Promise<UserCredential['operationType'] | null> {
  const { auth, library } = await loadAuth()
  return (await library.getRedirectResult(auth))?.operationType ?? null
}

export async function signIn(email: string, password: string): Promise<User> {
  const { auth, library } = await loadAuth()
  return (await library.signInWithEmailAndPassword(auth, email, password)).user
}

/** Creates the sign-in and sets its display name; the account of the marketplace is created afterwards. */
export async function signUp(email: string, password: string, name: string): Promise<User> {
  const { auth, library } = await loadAuth()
  const { user } = await library.createUserWithEmailAndPassword(auth, email, password)
  await library.updateProfile(user, { displayName: name })
  return user
}

const fallbackLength = 6

/** Returns the identity service's password rules; without a policy, at least six characters. */
export async function passwordRules(): Promise<PasswordRules> {
  const { auth, library } = await loadAuth()
  const { passwordPolicy } = await library.validatePassword(auth, '')
  const { customStrengthOptions: strengthOptions } = passwordPolicy
  return {
    minLength: strengthOptions.minPasswordLength ?? fallbackLength,
    needs: passwordNeeds.filter((need) => strengthOptions[need]),
  }
}

export async function sendReset(email: string): Promise<void> {
  const { auth, library } = await loadAuth()
  await library.sendPasswordResetEmail(auth, email)
}

/** Mails a sign-in link, and stores the address, so that this browser need not ask for it when the link is opened. */
export async function sendSignInLink(email: string, continueUrl: string): Promise<void> {
  const { auth, library } = await loadAuth()
  await library.sendSignInLinkToEmail(auth, email, { url: continueUrl, handleCodeInApp: true })
  storeLinkEmail(email)
}

export async function signInByLink(email: string, link: string): Promise<User> {
  const { auth, library } = await loadAuth()
  return (await library.signInWithEmailLink(auth, email, link)).user
}

/** Mails the signed-in user a link to confirm their address; the link leads back to the page given. */
export async function sendVerification(backTo: string): Promise<void> {
  const { library } = await loadAuth()
  const user = await waitForUser()
  if (user) await library.sendEmailVerification(user, { url: backTo })
}

export type CodeFacts = { email: string | null; previousEmail: string | null }

/** Reads the details of a mail link's code without consuming it. */
export async function readCode(code: string): Promise<CodeFacts> {
  const { auth, library } = await loadAuth()
  const { data } = await library.checkActionCode(auth, code)
  return { email: data.email ?? null, previousEmail: data.previousEmail ?? null }
}

export async function applyCode(code: string): Promise<void> {
  const { auth, library } = await loadAuth()
  await library.applyActionCode(auth, code)
}

export async function applyReset(code: string, password: string): Promise<void> {
  const { auth, library } = await loadAuth()
  await library.confirmPasswordReset(auth, code, password)
}

/** Ends the session at the server and then here; without a connection, only here. */
export async function signOut(): Promise<void> {
  const { auth, library } = await loadAuth()
  await auth.authStateReady()
  signingOut = true
  if (auth.currentUser) await endSessionAtServer(auth, auth.currentUser)
  await library.signOut(auth)
}

/** Revokes the session. The hosted service has no such call: there a session ends when the browser discards it. */
export async function endSessionAtServer(
  auth: Auth,
  user: User,
  refreshToken = user.refreshToken,
): Promise<void> {
  if (publicConfig().identity.mode === 'hosted') return
  const { apiScheme, apiHost, apiKey } = auth.config
  try {
    await fetch(`${apiScheme}://${apiHost}/v2/accounts:revokeToken?key=${encodeURIComponent(apiKey)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        providerId: 'password',
        tokenType: 'REFRESH_TOKEN',
        token: refreshToken,
        idToken: await user.getIdToken(),
      }),
      signal: AbortSignal.timeout(5_000),
    })
  } catch (error) {
    console.error('The sign-in could not be ended at the server.', error)
  }
}
