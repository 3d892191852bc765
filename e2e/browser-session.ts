import type { Page } from '@playwright/test'

// These functions run in the browser, so that its cookies and the headers that only browsers send are real. They do
// what the identity client and the pages do at a sign-in through the form, which a test of sessions compares.

type Credentials = { email: string; password: string; key: string }
type SignedIn = { idToken: string; refreshToken: string; expiresIn: string }
type LookedUp = {
  users: [{ localId: string; email: string; emailVerified: boolean; displayName?: string } & Described]
}
type Described = {
  providerUserInfo: { providerId: string; rawId: string }[]
  createdAt: string
  lastLoginAt: string
}

/** Signs in; returns what the identity client stores about the user. The server sets the cookies of its pages. */
async function signIn({ email, password, key }: Credentials) {
  const read = async <T>(path: string, request: RequestInit): Promise<T> => {
    const answer = await fetch(path, request)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const call = <T>(name: string, fields: object) =>
    read<T>(`/identity/v1/accounts:${name}?key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
  const { idToken, refreshToken, expiresIn } = await call<SignedIn>('signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  })
  const { users } = await call<LookedUp>('lookup', { idToken })
  const [{ localId: uid, emailVerified, displayName, providerUserInfo, createdAt, lastLoginAt }] = users
  const { id: accountId, sitterId } = await read<{ id: string; sitterId: string | null }>(
    `/v1/accounts/by-external-id/${uid}`,
    {
      headers: { authorization: `Bearer ${idToken}` },
    },
  )
  const expirationTime = Date.now() + Number(expiresIn) * 1000
  const user = {
    uid,
    email,
    emailVerified,
    displayName,
    isAnonymous: false,
    photoURL: undefined,
    phoneNumber: undefined,
    tenantId: undefined,
    providerData: providerUserInfo.map(({ providerId, rawId }) => ({
      providerId,
      uid: rawId,
      displayName: null,
      email,
      phoneNumber: null,
      photoURL: null,
    })),
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime },
    _redirectEventId: undefined,
    createdAt,
    lastLoginAt,
    apiKey: key,
    appName: '[DEFAULT]',
  }
  return { user, account: { accountId, isSitter: sitterId !== null } }
}

/** Stores the user where the identity client looks for one. */
const storeUser = (user: { apiKey: string; appName: string }) =>
  new Promise<void>((resolve, reject) => {
    const name = 'firebaseLocalStorage'
    const opening = indexedDB.open('firebaseLocalStorageDb', 1)
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore(name, { keyPath: 'fbase_key' }),
    )
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(name, 'readwrite')
      const fbase_key = `firebase:authUser:${user.apiKey}:${user.appName}`
      transaction.objectStore(name).put({ fbase_key, value: user })
      transaction.addEventListener('abort', () => reject(transaction.error))
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
    })
  })

/**
 * Sets the cookies that the pages set: who is signed in, and the time zone and whose navigation a sitter sees, beside the
 * preferences there are.
 */
function setCookies({ accountId, isSitter }: { accountId: string; isSitter: boolean }): void {
  const persist = (name: string, initial: object, change: object) => {
    const stored = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
    const { state } = JSON.parse(decodeURIComponent(stored?.slice(name.length + 1) ?? '{}'))
    const value = JSON.stringify({ state: { ...initial, ...state, ...change }, version: 0 })
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax`
  }
  persist('sitwell.hint', {}, { accountId })
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  const initial = { theme: 'system', locale: 'en-GB', analytics: null, ...(isSitter && { mode: 'owner' }) }
  persist('sitwell.preferences', initial, { zone })
}

/** The smallest document of the site: it loads nothing else. */
const blank = '/robots.txt'

export async function storeSession(page: Page, credentials: Credentials): Promise<void> {
  await page.goto(blank)
  const { user, account } = await page.evaluate(signIn, credentials)
  await page.evaluate(storeUser, user)
  await page.evaluate(setCookies, account)
}
