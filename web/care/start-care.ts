import { careQueue, sync } from '#web/care/sync.ts'
import { registerWorker } from '#web/worker/register.ts'

// The Background Sync API, which not all browsers support and TypeScript does not declare.
declare global {
  interface ServiceWorkerRegistration {
    readonly sync?: { register: (tag: string) => Promise<void> }
  }
}

let started = false
const retryIntervalMs = 30_000

const send = () => void sync()
const sendWhenSeen = () => document.visibilityState === 'visible' && send()

/** Starts sending queued entries whenever the network allows. */
export async function startCare(): Promise<void> {
  if (started) return
  started = true
  addEventListener('online', send)
  addEventListener('focus', send)
  document.addEventListener('visibilitychange', sendWhenSeen)
  setInterval(
    () => careQueue.getState().queue?.some(({ refusal }) => refusal === null) && send(),
    retryIntervalMs,
  )
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ type?: string }>) => {
    if (data.type === 'sync') send()
  })
  send()
  const registration = await registerWorker()
  // Registers a background sync if the browser supports it, so that entries are sent once the network is back.
  const backgroundSync = registration?.sync
  addEventListener('offline', () => {
    backgroundSync?.register('care').catch((error: unknown) => console.info('No background sync.', error))
  })
}
