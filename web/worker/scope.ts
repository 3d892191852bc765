/**
 * The part of the service worker's global scope used here. TypeScript's `webworker` library cannot be combined with
 * `dom`.
 */
export type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
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
  addEventListener: ((
    type: 'install' | 'activate' | 'sync' | 'push' | 'notificationclick',
    listener: (event: Lasting) => void,
  ) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void) &
    ((type: 'message', listener: (event: Lasting & { data: unknown }) => void) => void)
}

export const scope = globalThis as unknown as WorkerScope
