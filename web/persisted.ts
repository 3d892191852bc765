import { create } from 'zustand'
import { deviceZone, knownZones } from '#web/clock.ts'

const yearSeconds = 31_536_000

const cookieStorage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: (name) => readCookie(name),
  setItem: (name, value) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  },
}

/** The package `cookie`, which the server uses, is too large for the first-load budget. */
function readCookie(name: string, cookies = document.cookie): string | null {
  for (const pair of cookies.split(/;\s*/)) {
    const split = pair.indexOf('=')
    if (split < 0 || pair.slice(0, split) !== name) continue
    try {
      return decodeURIComponent(pair.slice(split + 1))
    } catch {
      return null
    }
  }
  return null
}

const storages = { cookie: () => cookieStorage, local: () => localStorage, session: () => sessionStorage }
type StorageKind = keyof typeof storages

/** Returns undefined on the server, and where the browser denies access. */
function storageOf(kind: StorageKind) {
  try {
    return typeof document === 'undefined' ? undefined : storages[kind]()
  } catch {
    return undefined
  }
}

/** Returns what is stored now; undefined if that is nothing or unreadable. */
function readStored<T extends object>(name: string, kind: StorageKind): Partial<T> | undefined {
  try {
    const { state }: { state?: Partial<T> } = JSON.parse(storageOf(kind)?.getItem(name) ?? '{}')
    return state
  } catch {
    return undefined
  }
}

/**
 * State that outlives a page, in a cookie by default. Must not hold personal data. It is stored as `persist` of zustand
 * does, which is too large for the first-load budget.
 */
export function persisted<T extends object>(name: string, initial: T, kind: StorageKind = 'cookie') {
  const store = create<T>()(() => initial)
  // Set after the creation: a page is hydrated with the initial state, as the server rendered it.
  store.setState(readStored<T>(name, kind) ?? {})
  store.subscribe((state) => storageOf(kind)?.setItem(name, JSON.stringify({ state, version: 0 })))
  return store
}

/** For which side of the product the navigation is. */
export type Mode = 'owner' | 'sitter'
export type Theme = 'system' | 'light' | 'dark'

/** Cookie that says somebody is signed in here. Holds the account's id and nothing else about them. */
export const hintCookie = 'sitwell.hint'
export const hint = persisted(hintCookie, { accountId: null as string | null })
/** Without this cookie the server renders no pages for the signed-in person (decision 95); deleted at sign-out. */
export const pageKeyCookie = 'sitwell.page-key'
export const readHint = (): string | null => hint.getState().accountId
/** Reads the cookie and not the state of this tab, because another tab may have signed out. */
export const readStoredHint = (): string | null =>
  readStored<{ accountId: string | null }>(hintCookie, 'cookie')?.accountId ?? null
export const setHint = (accountId: string | null): void => {
  hint.setState({ accountId })
  if (accountId === null) document.cookie = `${pageKeyCookie}=; Path=/account; Max-Age=0`
  else if (preferences.getState().zone !== deviceZone()) preferences.setState({ zone: deviceZone() })
  document.documentElement.dataset['signedIn'] = accountId ? 'yes' : 'no'
}

const standardPreferences: {
  theme: Theme
  locale: string
  analytics: boolean | null
  /** Time zone of this device, for the account pages that the server renders; absent if nobody has signed in here. */
  zone?: string
  /** Absent if nobody with a sitter profile has signed in here. */
  mode?: Mode
  /** Whether the results of a search have no map beside them, unless their address asks for one. */
  hidesMap?: boolean
  /** Whether keys without Ctrl, Alt or ⌘ do nothing: speech input and slips would press them by mistake. */
  noSingleKeys?: boolean
} = {
  theme: 'system',
  locale: 'en-GB',
  analytics: null,
}
const preferencesCookie = 'sitwell.preferences'
export const preferences = persisted(preferencesCookie, standardPreferences)

/** Returns the time zone that this browser has stored as that of its device. */
export function deviceZoneOf({ headers }: Request): string | undefined {
  const stored = readCookie(preferencesCookie, headers.get('cookie') ?? '')
  const zone = /"zone":"([\w/+-]{1,60})"/.exec(stored ?? '')?.[1]
  return knownZones().find((known) => known === zone)
}
export const lastSearch = persisted('sitwell.search', {
  service: null as string | null,
  place: null as { id: number; name: string } | null,
  pets: '',
})

/**
 * Prefix for half-filled forms (per tab) and unsent messages (per browser). They survive an expired session, but not a
 * sign-out.
 */
export const savedFormPrefix = 'sitwell.kept.'
export function clearSavedForms(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(savedFormPrefix)) storage.removeItem(key)
}
