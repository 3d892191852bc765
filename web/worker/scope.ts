/**
 * The part of the service worker's global scope used here. TypeScript's `webworker` library cannot be combined with
 * `dom`.
 */
export type ExtendableEventLike = Event & { waitUntil: (work: Promise<unknown>) => void }
/** Not every browser has `addRoutes`, and TypeScript does not declare it. */
type InstallEventLike = ExtendableEventLike & {
  addRoutes?: (rule: { condition: { not: { requestMode: 'navigate' } }; source: 'network' }) => Promise<void>
}
export type PushEventLike = ExtendableEventLike & { data: { json: () => unknown } | null }
type NotificationClickLike = ExtendableEventLike & { notification: { close: () => void; data: unknown } }
export type FetchEventLike = ExtendableEventLike & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type Client = { url: string; postMessage: (message: unknown) => void; focus: () => Promise<unknown> }
type Shown = { body: string; tag: string; data: unknown; icon: string }

export type WorkerScope = {
  location: Location
  navigator: { setAppBadge?: () => Promise<void> }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Client[]>
    claim: () => Promise<void>
    openWindow: (path: string) => Promise<unknown>
  }
  registration: {
    showNotification: (title: string, options: Shown) => Promise<void>
    navigationPreload?: { enable: () => Promise<void> }
  }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'activate' | 'sync', listener: (event: ExtendableEventLike) => void) => void) &
    ((type: 'install', listener: (event: InstallEventLike) => void) => void) &
    ((type: 'push', listener: (event: PushEventLike) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationClickLike) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEventLike) => void) => void) &
    ((type: 'message', listener: (event: ExtendableEventLike & { data: unknown }) => void) => void)
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above: the library with these types cannot be loaded
export const scope = globalThis as unknown as WorkerScope

/** Returns the members of a value of unknown shape; none if it is not an object. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
