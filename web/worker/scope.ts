/**
 * The part of the service worker's global scope used here. TypeScript's `webworker` library cannot be combined with
 * `dom`.
 */
export type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
export type Pushed = Lasting & { data: { json: () => unknown } | null }
type Clicked = Lasting & { notification: { close: () => void; data: unknown } }
export type Fetching = Lasting & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
type Client = { url: string; postMessage: (message: unknown) => void; focus: () => Promise<unknown> }
type Shown = { body: string; tag: string; data: unknown; icon: string }

export type WorkerScope = {
  location: Location
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Client[]>
    claim: () => Promise<void>
    openWindow: (path: string) => Promise<unknown>
  }
  registration: { showNotification: (title: string, options: Shown) => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'install' | 'activate' | 'sync', listener: (event: Lasting) => void) => void) &
    ((type: 'push', listener: (event: Pushed) => void) => void) &
    ((type: 'notificationclick', listener: (event: Clicked) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void) &
    ((type: 'message', listener: (event: Lasting & { data: unknown }) => void) => void)
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above: the library with these types cannot be loaded
export const scope = globalThis as unknown as WorkerScope

/** Returns the members of a value of unknown shape; none if it is not an object. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
